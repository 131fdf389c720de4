import { besideOf, newChave } from '../../server/domain/acesso.ts'
import { CODIGO_MS, type Aparelho, type Invitation } from '../../server/domain/aparelho.ts'
import type { ClaimRequest } from '../../server/domain/claim.ts'
import type { Cadastro, Credencial } from '../../server/domain/credencial.ts'
import { parseEmpresa, type Empresa } from '../../server/domain/empresa.ts'
import type { MergeRequest } from '../../server/domain/credencial-repo.ts'
import type { Entrada } from '../../server/domain/entrada.ts'
import type { Evento } from '../../server/domain/evento.ts'
import type { EventoGravado, Imagem } from '../../server/domain/evento-gravado.ts'
import type { GravarRequest } from '../../server/domain/gravacao.ts'
import { CLI, CONVIDADO, type Autor } from '../../server/domain/historico.ts'
import type { ConvidadoNoPainel } from '../../server/domain/painel-repo.ts'
import type { RegisterRequest } from '../../server/domain/register.ts'
import type { Allotment, Reserva } from '../../server/domain/reserva.ts'
import type { Browser } from '../../server/use-cases/registration.ts'

/** A Thursday in September, in milliseconds; tests move it by hand. */
export const NOW = Date.parse('2027-09-01T12:00:00-03:00')
export const HOLD_MS = 30 * 60_000

let serial = 0
/** A name that nothing else in this run has. */
export const unique = (prefix: string) => `${prefix}-${String(++serial).padStart(5, '0')}`

export function anEmpresa(
  fields: Partial<Record<keyof Empresa, unknown>> = {},
): Record<string, unknown> & { empresaid: string } {
  return {
    cnpj: '12345678000190',
    nome: 'Fazenda Santa Clara',
    contato: 'Ana',
    categoria: 'MESA',
    solicitante: 'Diretoria',
    lcredencial: '0',
    icredencial: 10,
    estacionamento: '2',
    llcredencial: '0',
    licredencial: 0,
    lestacionamento: '0',
    status: 'ativo',
    usuarioid: '7',
    ...fields,
    empresaid: typeof fields.empresaid === 'string' ? fields.empresaid : unique('empresa'),
  }
}

/** What a claim reads for `mesa-1`. */
export function anAllotment(
  icredencial: number,
  licredencial: number,
  fields: Partial<Allotment> = {},
): Allotment {
  return {
    empresa: parseEmpresa('mesa-1', anEmpresa({ icredencial, licredencial })),
    isFechada: false,
    mine: null,
    ended: [],
    heldFromOrigem: 0,
    takenFromOrigem: 0,
    ...fields,
  }
}

export function aClaim(empresaid: string, fields: Partial<ClaimRequest> = {}): ClaimRequest {
  return {
    empresaid,
    sid: unique('sid'),
    origem: null,
    reservaid: unique('reserva'),
    now: NOW,
    holdMs: HOLD_MS,
    isClosed: false,
    ...fields,
  }
}

/** An event that begins two weeks after `NOW`. */
export function anEvento(fields: Partial<Evento> = {}): Evento {
  return {
    anfitriao: 'Sociedade Rural do Vale Dourado',
    ocasiao: 'Palestra comemorativa dos 80 anos',
    titulo: 'A terra, o tempo e o trabalho',
    local: 'Auditório do Parque',
    cidade: 'Vale Dourado',
    inicio: '2027-09-16T19:30:00-03:00',
    fim: '2027-09-16T22:00:00-03:00',
    contato: 'secretaria@sociedaderural.example',
    diasAteApagar: 30,
    ...fields,
  }
}

/** The first version of a stored event. */
export function anEventoGravado(fields: Partial<EventoGravado> = {}): EventoGravado {
  return {
    versao: 1,
    eventoid: 'evento-1',
    evento: anEvento(),
    mudancas: [],
    canceladoem: null,
    agendaem: NOW,
    imagemid: null,
    anteriores: [],
    ...fields,
  }
}

/** A request for the first description of an event or, with a `versao`, for a change of the stored one. */
export function aGravar(fields: Partial<GravarRequest> = {}): GravarRequest {
  return {
    versao: null,
    evento: anEvento(),
    avisar: false,
    cancelado: false,
    imagemid: null,
    eventoid: 'evento-1',
    now: NOW,
    ...fields,
  }
}

/** The organiser's own pictures: any bytes, and as many files as are given. */
export function anImagem(imagemid = unique('imagem'), nomes = ['paisagem.webp', 'retrato.webp']): Imagem {
  const bytes = Uint8Array.from({ length: 3_000 }, (_, n) => (n * 7) % 256)
  return { imagemid, enviadaem: NOW, arquivos: nomes.map((nome, n) => ({ nome, bytes: bytes.subarray(n) })) }
}

/** The command line, acting under a new id of the history. */
export function anAutor(fields: Partial<Autor> = {}): Autor {
  return { historicoid: unique('historico'), quem: CLI, em: NOW, ...fields }
}

/** An invitation to the team, whose code pairs for half an hour. */
export function anInvitation(fields: Partial<Invitation> = {}): Invitation {
  return {
    aparelhoid: unique('aparelho'),
    nome: 'Célia',
    papel: 'organizacao',
    codigo: unique('codigo'),
    codigoate: NOW + CODIGO_MS,
    ...fields,
  }
}

/** A paired browser of an organiser. */
export function anAparelho(fields: Partial<Aparelho> = {}): Aparelho {
  return {
    aparelhoid: unique('aparelho'),
    nome: 'Cida Moreira',
    papel: 'organizacao',
    codigo: null,
    codigoate: NOW,
    segredo: unique('segredo'),
    pareadoem: NOW,
    vistoem: NOW,
    revogadoem: null,
    ...fields,
  }
}

/** A stored guest with only these fields. */
export function aCredencial(fields: Partial<Credencial> & { credencialid: string }): Credencial {
  const empty = { empresaid: '', usuarioid: '', cpf: '', nome: '', telefone: '', email: '' }
  return { ...empty, qrcode: '', tipo: '', controle: '', ...fields }
}

/** The id of an admission, as a phone of the door creates it; different for each number. */
export const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** An admission on the board. */
export function anEntrada(credencialid: string, fields: Partial<Entrada> = {}): Entrada {
  return {
    entradaid: unique('entrada'),
    credencialid,
    aparelhoid: 'aparelho-1',
    seq: 1,
    lidaem: NOW,
    desvio: 0,
    modo: 'painel',
    recebidaem: NOW,
    anula: null,
    anotado: null,
    ...fields,
  }
}

/** An invitation of a company, held by a guest it pays for. */
export function aReserva(
  empresaid: string,
  credencialid: string | null,
  fields: Partial<Reserva> = {},
): Reserva {
  return {
    reservaid: `reserva-${credencialid}`,
    empresaid,
    sid: '',
    origem: null,
    estado: 'usada',
    criadaem: NOW,
    expiraem: NOW,
    credencialid,
    ...fields,
  }
}

/** A guest's parsed form; a test names only the fields it looks at. */
export function aCadastro(fields: Partial<Cadastro> = {}): Cadastro {
  return { nome: 'MARIA DA SILVA', telefone: '11987654321', email: '', ...fields }
}

/** A guest on the board with only these fields. */
export function aNoPainel(
  credencial: Credencial,
  fields: Partial<ConvidadoNoPainel> = {},
): ConvidadoNoPainel {
  const none = { empresa: null, dentroDesde: null, desistencia: null }
  return { credencial, ...besideOf(newChave(credencial.credencialid)), ...none, ...fields }
}

/** A new guest with a new form each time; a repeated request comes from the same browser. */
export function aRegister(fields: Partial<RegisterRequest> = {}): RegisterRequest {
  const chave = unique('chave')
  return {
    cadastro: aCadastro({ nome: `MARIA ${chave.toUpperCase()}`, telefone: '11987654321', email: '' }),
    chave,
    now: NOW,
    origem: null,
    claim: null,
    codigo: null,
    reservaid: unique('reserva'),
    isClosed: false,
    recibo: unique('recibo'),
    conhecidas: [],
    chaveAntiga: null,
    autor: anAutor({ quem: CONVIDADO }),
    ...fields,
  }
}

/** A browser that posts the form it was given. */
export function aBrowser(fields: Partial<Browser> = {}): Browser {
  return { sid: 'browser-1', origem: null, recibo: unique('cookie'), tokens: [], ...fields }
}

/** A merge of two credenciais: the kept one's phone and e-mail stay, and the other's link ends. */
export function aMerge(keptId: string, otherId: string, fields: Partial<MergeRequest> = {}): MergeRequest {
  return {
    keptId,
    otherId,
    isSamePerson: false,
    telefoneOf: keptId,
    emailOf: keptId,
    isAsShown: () => true,
    chaveOf: ({ nome, telefone }) => `${nome}-${telefone}`,
    ...fields,
  }
}
