import type { ConviteNovo } from '../domain/convite-pessoal.ts'
import { EVERYBODY } from '../domain/convidado-search.ts'
import {
  situacaoOf,
  TEXTO_MAX,
  type TIPOS_DO_CONVIDADO,
  type Destino,
  type Envio,
  type Prazo,
  type Situacao,
  type Texto,
  type Tipo,
} from '../domain/envio.ts'
import type { Evento } from '../domain/evento.ts'
import { avisadoDesde, movedSince, type EventoGravado } from '../domain/evento-gravado.ts'
import { MESA } from '../domain/historico.ts'
import { isToBeTold } from '../domain/mudanca.ts'
import { compareNomes, type ConvidadoNoPainel } from '../domain/painel-repo.ts'
import { isClosedAt, isErasureDayAt, type Terms } from '../domain/quando.ts'
import { presentTelefone, whatsappDigits } from '../domain/telefone.ts'
import type { Storage } from '../domain/storage.ts'
import { cleanText } from '../domain/text.ts'
import { inTurns, nextTurn } from './event-loop.ts'
import type { PainelReadings } from './painel-readings.ts'

/** A message somebody should have, and its situation. */
export interface Linha extends Destino {
  /** The person who answers for a table, as noted and perhaps empty; an invitation's label; or a guest. */
  nome: string
  /** Null for a guest of the public form. */
  empresa: { empresaid: string; nome: string } | null
  /** As stored; empty text when there is no number. */
  telefone: string
  /**
   * Digits with the country code; empty text to choose the number in WhatsApp; null if one must be noted
   * first.
   */
  digits: string | null
  situacao: Situacao
}

/** A queue: everybody who should have a message of one kind, each once. */
export interface Fila {
  tipo: Tipo
  /** All rows, in the order they are offered: tables and guests by name, invitations as they were typed. */
  linhas: Linha[]
  /** The rows not sent, as far as is known, in the order they are offered: skipped ones last. */
  porEnviar: Linha[]
  /** The rows whose number nobody noted. */
  semNumero: Linha[]
  /** The rows sent, or told in another way; latest first. */
  enviados: Linha[]
  /** The rows of people without WhatsApp, or who want no messages; latest first. */
  fora: Linha[]
  nomes: Map<string, string>
}

/** A message somebody should have, before its situation is known. */
export type Devida = Omit<Linha, 'situacao'>

export interface EnvioParts extends Pick<Storage, 'envios' | 'painel' | 'convites' | 'equipe'> {
  painelReadings: Pick<PainelReadings, 'empresas'>
  numeroOf: (telefone: string) => string
  closesAt: Terms['closesAt']
  eraseAt: Terms['eraseAt']
  gravado: EventoGravado | null
  config: { evento: Pick<Evento, 'fim'> }
  now: () => number
}

/** More guests than any event has. */
const ALL = 1_000_000

async function reachable({ painelReadings }: Pick<EnvioParts, 'painelReadings'>) {
  const { empresas, unreachable } = await painelReadings.empresas()
  const closed = new Set(unreachable)
  return empresas
    .filter(({ empresaid }) => !closed.has(empresaid))
    .sort((a, b) => compareNomes(a.nome, b.nome))
}

/** The holders of all tables whose page can be opened, by the company's name. */
async function mesas(parts: EnvioParts): Promise<Devida[]> {
  const empresas = await reachable(parts)
  return empresas.map(({ empresaid, nome, contato, telefone, versao }) => ({
    tipo: 'mesa',
    para: empresaid,
    versao,
    numero: parts.numeroOf(telefone),
    nome: contato,
    empresa: { empresaid, nome },
    telefone,
    digits: whatsappDigits(telefone),
  }))
}

/** The personal invitations nobody has used, table by table, as they were typed. */
async function invited(parts: EnvioParts): Promise<Devida[]> {
  const [empresas, novos] = await Promise.all([reachable(parts), parts.convites.listNovos()])
  const ofMesa = new Map<string, ConviteNovo[]>()
  for (const convite of novos)
    ofMesa.set(convite.empresaid, [...(ofMesa.get(convite.empresaid) ?? []), convite])
  return empresas.flatMap(({ empresaid, nome }) =>
    (ofMesa.get(empresaid) ?? []).map((convite) => invitedTo({ empresaid, nome }, convite)),
  )
}

/** The recipient of a personal invitation: no number is stored with it. */
export function invitedTo(
  empresa: { empresaid: string; nome: string },
  { codigo, rotulo }: Pick<ConviteNovo, 'codigo' | 'rotulo'>,
): Devida {
  return {
    tipo: 'pessoal',
    para: codigo,
    versao: 0,
    numero: '',
    nome: rotulo,
    empresa,
    telefone: '',
    digits: '',
  }
}

/**
 * The guests still to come, by name: neither those who withdrew nor those inside. A reminder sent before the
 * event moved told them another day, so it no longer counts.
 */
async function expected(parts: EnvioParts): Promise<Devida[]> {
  const desde = parts.gravado ? movedSince(parts.gravado) : undefined
  return confirmed(parts, 'lembrete', ({ dentroDesde }) => dentroDesde === null, desde)
}

/**
 * The guests who must be told about the last change of the event, by name.
 * @param noted the notes on telling them
 */
async function surprised(parts: EnvioParts, noted: Promise<Envio[]>): Promise<Devida[]> {
  const { gravado } = parts
  const desde = gravado && avisadoDesde(gravado)
  if (gravado === null || desde === null) return []
  const envios = new Map((await noted).map((envio) => [envio.para, envio]))
  const isDue = ({ credencial: { credencialid }, dentroDesde }: ConvidadoNoPainel) =>
    isToBeTold(gravado, { credencialid, dentroDesde, envio: envios.get(credencialid) ?? null })
  return confirmed(parts, 'mudanca', isDue, desde)
}

/** The guests who were inside, by name, including any who had withdrawn and came after all. */
const admitted = (parts: EnvioParts) =>
  convidados(parts, 'certificado', ({ dentroDesde }) => dentroDesde !== null)

const confirmed = (
  parts: EnvioParts,
  tipo: (typeof TIPOS_DO_CONVIDADO)[number],
  isDue: (convidado: ConvidadoNoPainel) => boolean,
  desde: number | undefined,
) => convidados(parts, tipo, (convidado) => convidado.desistencia === null && isDue(convidado), desde)

async function convidados(
  { painel, numeroOf }: EnvioParts,
  tipo: (typeof TIPOS_DO_CONVIDADO)[number],
  isDue: (convidado: ConvidadoNoPainel) => boolean,
  desde?: number,
): Promise<Devida[]> {
  const found = await painel.search([EVERYBODY], 0, ALL)
  await nextTurn()
  return inTurns(
    found.convidados.filter(isDue),
    ({ credencial: { credencialid, nome, telefone }, versao, empresa }) => ({
      tipo,
      para: credencialid,
      versao,
      numero: numeroOf(presentTelefone(telefone)),
      desde,
      nome,
      empresa,
      telefone,
      digits: whatsappDigits(telefone),
    }),
  )
}

const DUE = { mesa: mesas, pessoal: invited, lembrete: expected, mudanca: surprised, certificado: admitted }

/** Whether messages of a kind are sent now; once an event is cancelled, only the cancellation is. */
export function prazoOf(
  tipo: Tipo,
  parts: Pick<EnvioParts, 'closesAt' | 'eraseAt' | 'gravado' | 'config' | 'now'>,
): Prazo {
  const { gravado, config } = parts
  const now = parts.now()
  if (gravado === null || (gravado.canceladoem !== null && tipo !== 'mudanca')) return 'passou'
  const hasEnded = now >= Date.parse(config.evento.fim)
  if (tipo === 'certificado') return isErasureDayAt(parts, now) ? 'passou' : hasEnded ? 'agora' : 'cedo'
  return hasEnded || (tipo === 'pessoal' && isClosedAt(parts, now)) ? 'passou' : 'agora'
}

/** Computes a queue: who should have a message now, and the situation of each. */
export async function readFila(parts: EnvioParts, tipo: Tipo): Promise<Fila> {
  const isNow = prazoOf(tipo, parts) === 'agora'
  const noted = isNow ? parts.envios.list(tipo) : Promise.resolve([])
  const [devidas, stored] = await Promise.all([isNow ? DUE[tipo](parts, noted) : [], noted])
  const fila = await arrangeFila(tipo, devidas, stored, parts.now())
  const quem = new Set(await inTurns(stored, ({ quem }) => quem))
  quem.delete(MESA)
  const nomes = await parts.equipe.nomesOf([...quem])
  await nextTurn()
  return { ...fila, nomes }
}

/** Sorts the rows of a queue by what is stored of each; people's names are not looked up yet. */
export async function arrangeFila(
  tipo: Tipo,
  devidas: Devida[],
  stored: Envio[],
  now: number,
): Promise<Fila> {
  const envios = new Map<string, Envio>()
  await inTurns(stored, (envio) => envios.set(envio.para, envio))
  const nomes: Fila['nomes'] = new Map()
  const fila: Fila = { tipo, linhas: [], porEnviar: [], semNumero: [], enviados: [], fora: [], nomes }
  fila.linhas = await inTurns(devidas, (devida): Linha => {
    const linha = { ...devida, situacao: situacaoOf(envios.get(devida.para) ?? null, devida, now) }
    fila[partOf(linha)].push(linha)
    return linha
  })
  for (const part of [fila.enviados, fila.fora]) {
    await nextTurn()
    part.sort((a, b) => (envioOf(b)?.em ?? 0) - (envioOf(a)?.em ?? 0))
  }
  await nextTurn()
  fila.porEnviar.sort((a, b) => skippedAt(a) - skippedAt(b))
  return fila
}

/** The note on a message so far; null for none. */
export function envioOf({ situacao }: Pick<Linha, 'situacao'>): Envio | null {
  return situacao.kind === 'livre' ? null : situacao.envio
}

function partOf({ situacao, digits }: Linha): Exclude<keyof Fila, 'tipo' | 'linhas' | 'nomes'> {
  if (situacao.kind !== 'feito')
    return digits === null && situacao.kind !== 'aberto' ? 'semNumero' : 'porEnviar'
  const { estado } = situacao.envio
  return estado === 'enviado' || estado === 'em-maos' ? 'enviados' : 'fora'
}

/** Orders skipped rows after all others, and one that was skipped again after those. */
const skippedAt = ({ situacao }: Linha) => (situacao.kind === 'pulado' ? situacao.envio.em : 0)

/** How many messages a day a personal number can send before WhatsApp takes it for a bot: our best guess. */
const POR_DIA = 50

/**
 * How many messages a day, from how many numbers, reach everybody by the day before the event.
 * @param days left, today included
 */
export function paceOf(left: number, days: number): { porDia: number; numeros: number } {
  const needed = Math.ceil(left / Math.max(1, days))
  const numeros = Math.max(1, Math.ceil(needed / POR_DIA))
  return { porDia: Math.ceil(needed / numeros), numeros }
}

export type TextoErrors = Partial<Record<'abertura' | 'recado', 'empty' | 'too-long' | 'unreadable'>>

/** Reads a typed text: lines, each cleaned, with no blank line at either end. */
export function parseTexto(
  tipo: Tipo,
  typed: Pick<Texto, 'abertura' | 'recado'>,
): { kind: 'ok'; texto: Texto } | { kind: 'invalid'; errors: TextoErrors } {
  const errors: TextoErrors = {}
  const read = (name: 'abertura' | 'recado') => {
    const lines = typed[name].split(/\r\n|\r|\n/).map(cleanText)
    if (lines.includes(null)) errors[name] = 'unreadable'
    const text = lines.join('\n').trim()
    if (Array.from(text).length > TEXTO_MAX) errors[name] = 'too-long'
    return text
  }
  const texto = { tipo, abertura: read('abertura'), recado: read('recado') }
  if (texto.abertura === '' && !errors.abertura) errors.abertura = 'empty'
  return Object.keys(errors).length === 0 ? { kind: 'ok', texto } : { kind: 'invalid', errors }
}
