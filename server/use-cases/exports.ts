import type { Convidado } from '../domain/credencial-repo.ts'
import { CREDENCIAL_FIELDS } from '../domain/credencial.ts'
import { ESTADOS, MAS_ENTROU, type Desistencia } from '../domain/desistencia.ts'
import { estadoOf } from '../domain/convite-pessoal.ts'
import { linhaDoHistorico, type Ato, type Autor } from '../domain/historico.ts'
import { offsetOf } from '../domain/quando.ts'
import type { Storage } from '../domain/storage.ts'
import { unreachableIn } from '../domain/broken-empresas.ts'
import { numbersOf } from './empresas.ts'
import { nextTurn } from './event-loop.ts'
import type { DaRajada } from './rajadas.ts'

/**
 * A file, whole before anybody gets a byte of it, and before the history tells of it: what stands there was given out, and
 * what was given out is all there is.
 * @param fileOf makes the file of the rows
 * @param alvo what they are of; empty text for the whole event
 * @throws whatever the rows throw, and StorageError where the history could not be written
 */
export async function recordExport<Row>(
  { historico }: Pick<Storage, 'historico'>,
  rows: AsyncIterable<Row> | Iterable<Row>,
  fileOf: (rows: AsyncIterable<Row>) => AsyncIterable<Buffer>,
  ato: Ato,
  autor: Autor,
  alvo = '',
): Promise<Buffer<ArrayBuffer>> {
  let taken = 0
  async function* counted() {
    for await (const row of rows) {
      taken += 1
      yield row
    }
  }
  const chunks: Buffer[] = []
  for await (const chunk of fileOf(counted())) chunks.push(chunk)
  await historico.add(linhaDoHistorico(autor, ato, alvo, String(taken)))
  return Buffer.concat(chunks)
}

/** What people look for in a guest, then what is left of the ten fields of section 3, which an import does not read. */
export const COLUMNS = [
  ...['Nome', 'Empresa', 'ID da empresa', 'WhatsApp', 'E-mail', 'Estado', 'Dentro desde', 'Desistiu em'],
  ...[
    'Código',
    'Nº da mesa',
    ...CREDENCIAL_FIELDS.filter((field) => !['nome', 'telefone', 'email'].includes(field)),
  ],
]

/** Rows made before others get their turn. */
const IN_A_TURN = 100

/** What an export reads, and how it tells code and hour. */
export interface ExportParts extends Pick<Storage, 'painel'> {
  /** What a person reads aloud of a credencial, `K7F3-92QD`. */
  codeOf: (credencialid: string, versao: number) => string
  config: { evento: { inicio: string } }
}

/** Every guest as a row of {@link COLUMNS}, read from storage as the rows are asked for. @throws StorageError */
export async function* exportCredenciais({
  painel,
  ...parts
}: ExportParts): AsyncGenerator<Record<string, string>> {
  let done = 0
  for await (const convidado of painel.list()) {
    yield { ...toldRowOf(parts, convidado, convidado), 'Nº da mesa': convidado.empresa?.numero ?? '' }
    if (++done % IN_A_TURN === 0) await nextTurn()
  }
}

/** The guests of a burst as rows of {@link COLUMNS}: imported again, they are there as before. */
export function exportRajada(parts: Omit<ExportParts, 'painel'>, rajada: DaRajada[]) {
  return rajada.map((one) => toldRowOf(parts, one.convidado, one))
}

function toldRowOf(
  { codeOf, config }: Omit<ExportParts, 'painel'>,
  convidado: Convidado,
  { dentroDesde, desistencia }: Pick<DaRajada, 'dentroDesde' | 'desistencia'>,
): Record<string, string> {
  const offset = offsetOf(config.evento.inicio)
  const told = (at: number | undefined) => (at === undefined ? '' : dateAndTime(at + offset))
  const beside = { dentroDesde: told(dentroDesde ?? undefined), desistiuEm: told(desistencia?.em) }
  return rowOf(convidado, codeOf, { ...beside, por: desistencia?.por ?? null })
}

/** What lies beside a credencial: when the guest went in and withdrew, in words, and who withdrew them. */
interface Beside {
  dentroDesde: string
  desistiuEm: string
  por: Desistencia['por'] | null
}

/**
 * One guest as a row of {@link COLUMNS}, without a company for a guest of the public form.
 * @param beside empty text where the guest is not inside, or did not withdraw
 */
export function rowOf(
  { credencial, versao, empresa }: Convidado,
  codeOf: ExportParts['codeOf'],
  { dentroDesde, desistiuEm, por }: Beside = { dentroDesde: '', desistiuEm: '', por: null },
): Record<string, string> {
  const { nome, telefone, email, ...technical } = credencial
  return {
    Nome: nome,
    Empresa: empresa?.nome ?? '',
    'ID da empresa': empresa?.empresaid ?? '',
    WhatsApp: telefone,
    'E-mail': email,
    Estado: estadoIn(dentroDesde !== '', por),
    'Dentro desde': dentroDesde,
    'Desistiu em': desistiuEm,
    Código: codeOf(credencial.credencialid, versao),
    'Nº da mesa': '',
    ...technical,
  }
}

function estadoIn(isInside: boolean, por: Beside['por']): string {
  if (por === null) return isInside ? 'dentro' : 'confirmado'
  return `${ESTADOS[por]}${isInside ? MAS_ENTROU : ''}`
}

/** As spreadsheets in Brazil read it, `16/09/2027 19:42`. @param local milliseconds, of a clock that is taken for UTC */
function dateAndTime(local: number): string {
  const [date = '', time = ''] = new Date(local).toISOString().split('T')
  return `${date.split('-').reverse().join('/')} ${time.slice(0, 5)}`
}

/** What people look for in a company, then what is left of the fourteen fields of section 3. */
export const EMPRESA_COLUMNS = [
  ...[
    'Empresa',
    'ID da empresa',
    'Responsável',
    'WhatsApp',
    'Nº da mesa',
    'Convites',
    'Confirmados',
    'Reservados',
    'Pessoais',
    'Livres',
  ],
  ...['Dentro', 'CNPJ', 'Categoria', 'Solicitante', 'Estacionamento', 'Status'],
  ...['lcredencial', 'llcredencial', 'licredencial', 'lestacionamento', 'usuarioid'],
]

/** All companies with their numbers, from the board as it is now: storage would be asked for each of them. */
async function listNow({ painel, now }: Pick<Storage, 'painel'> & { now: () => number }) {
  await painel.renew()
  return painel.listEmpresas(now())
}

/**
 * Every company as a row of {@link EMPRESA_COLUMNS}, by empresaid; those whose invitations cannot be counted are left
 * out. @throws StorageError
 */
export async function* exportEmpresas({
  painel,
  now,
}: Pick<Storage, 'painel'> & { now: () => number }): AsyncGenerator<Record<string, string | number>> {
  const { empresas: list } = await listNow({ painel, now })
  const inside = await painel.countInsideByEmpresa()
  for (const convites of list) {
    const { empresaid, nome, contato, icredencial, cnpj, categoria, solicitante, estacionamento, status } =
      convites.empresa
    const { used, held, pessoais, left } = numbersOf(convites)
    const { lcredencial, llcredencial, licredencial, lestacionamento, usuarioid } = convites.empresa
    yield {
      Empresa: nome,
      'ID da empresa': empresaid,
      Responsável: contato,
      WhatsApp: convites.telefone,
      'Nº da mesa': convites.numero,
      Convites: icredencial,
      Confirmados: used,
      Reservados: held,
      Pessoais: pessoais,
      Livres: left,
      Dentro: inside.get(empresaid) ?? 0,
      CNPJ: cnpj,
      Categoria: categoria,
      Solicitante: solicitante,
      Estacionamento: estacionamento,
      Status: status,
      lcredencial,
      llcredencial,
      licredencial,
      lestacionamento,
      usuarioid,
    }
  }
}

/** What sends each company its link. Whoever has the file opens them all, so they are in a file of their own. */
export const LINK_COLUMNS = ['Empresa', 'ID da empresa', 'Responsável', 'Link']

/** The link of every company that has one, by empresaid. @throws StorageError */
export async function* exportLinks(
  parts: Pick<Storage, 'painel'> & { now: () => number },
  linkOf: (empresaid: string) => string,
): AsyncGenerator<Record<string, string>> {
  const listing = await listNow(parts)
  const unreachable = new Set(unreachableIn(listing))
  for (const { empresa } of listing.empresas) {
    const { empresaid, nome, contato } = empresa
    if (unreachable.has(empresaid)) continue
    yield { Empresa: nome, 'ID da empresa': empresaid, Responsável: contato, Link: linkOf(empresaid) }
  }
}

/** What a mail merge takes of a personal invitation. */
export const CONVITE_COLUMNS = ['Nome', 'Empresa', 'ID da empresa', 'Link', 'Estado']

/** What an export reads, and where a personal invitation's page is. */
interface ExportConvitesParts extends Pick<Storage, 'empresas' | 'convites' | 'painel'> {
  now: () => number
  conviteLinkOf: (empresaid: string, codigo: string) => string
}

/**
 * The personal invitations of a company as rows of {@link CONVITE_COLUMNS}, in the order they were made; of all
 * companies, by empresaid, those nobody has used alone.
 * @param empresaid null for all
 * @throws StorageError, and InvalidCounterError or DuplicateEmpresaError of the one company asked for
 */
export async function* exportConvites(
  parts: ExportConvitesParts,
  empresaid: string | null,
): AsyncGenerator<Record<string, string>> {
  const { convites, conviteLinkOf } = parts
  for (const { empresaid: id, nome } of await companiesOf(parts, empresaid)) {
    for (const { convite, reserva } of await convites.list(id)) {
      const estado = estadoOf(reserva)
      if (empresaid === null && estado !== 'novo') continue
      const link = conviteLinkOf(id, convite.codigo)
      yield { Nome: convite.rotulo, Empresa: nome, 'ID da empresa': id, Link: link, Estado: estado }
    }
    await nextTurn()
  }
}

async function companiesOf(parts: ExportConvitesParts, empresaid: string | null) {
  const { empresas, now } = parts
  if (empresaid === null) {
    const { empresas: all } = await listNow(parts)
    return all.filter(({ pessoais }) => pessoais > 0).map(({ empresa }) => empresa)
  }
  const found = await empresas.find(empresaid, now())
  return found ? [found.empresa] : []
}
