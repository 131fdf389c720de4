import { CASA, isNamedCasa } from '../domain/casa.ts'
import type { Convidado } from '../domain/credencial-repo.ts'
import type { EmpresaConvites } from '../domain/empresa-repo.ts'
import { CADASTRO_FIELDS, CREDENCIAL_FIELDS } from '../domain/credencial.ts'
import { ESTADOS, MAS_ENTROU, type Desistencia } from '../domain/desistencia.ts'
import { estadoOf } from '../domain/convite-pessoal.ts'
import type { Evento } from '../domain/evento.ts'
import { linhaDoHistorico, type Ato, type Autor } from '../domain/historico.ts'
import { respostasIn } from '../domain/perguntas.ts'
import { offsetOf } from '../domain/quando.ts'
import type { Storage } from '../domain/storage.ts'
import { unreachableIn } from '../domain/empresaid.ts'
import { numbersOf, type Numbers } from './empresas.ts'
import { nextTurn } from './event-loop.ts'
import type { DaRajada } from './rajadas.ts'

/**
 * A file, complete before anybody gets a byte of it and before the history records it. So whatever the
 * history lists was given out, and nothing else was.
 * @param fileOf makes the file from the rows
 * @param alvo what the rows belong to; empty text for the whole event
 * @throws whatever the rows throw, and StorageError when the history could not be written
 */
export async function recordExport<Row>(
  { historico }: Pick<Storage, 'historico'>,
  rows: AsyncIterable<Row> | Iterable<Row>,
  fileOf: (rows: AsyncIterable<Row>) => AsyncIterable<Uint8Array>,
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
  const chunks: Uint8Array[] = []
  for await (const chunk of fileOf(counted())) chunks.push(chunk)
  await historico.add(linhaDoHistorico(autor, ato, alvo, String(taken)))
  return Buffer.concat(chunks)
}

/** What people look for in a guest, then the rest of section 3's ten fields, which imports do not read. */
export const COLUMNS = [
  ...['Nome', 'Empresa', 'ID da empresa', 'WhatsApp', 'E-mail', 'Estado', 'Dentro desde', 'Desistiu em'],
  ...['Código', 'Nº da mesa', 'Acompanha'],
  ...CREDENCIAL_FIELDS.filter((field) => !(CADASTRO_FIELDS as readonly string[]).includes(field)),
]

/** Rows made before others get their turn. */
const IN_A_TURN = 100

export interface ExportParts extends Pick<Storage, 'painel'> {
  codeOf: (credencialid: string, versao: number) => string
  config: { evento: Pick<Evento, 'inicio' | 'perguntas'> }
}

/** A column for each question. Answers about health say so: the file has names, and lists have none of them. */
const columnOf = (pergunta: string, isSaude: boolean) => `${isSaude ? 'Saúde' : 'Resposta'}: ${pergunta}`

/**
 * Every guest as a row of {@link COLUMNS}, then of what was answered to each question, asked now or before.
 * Rows are read from storage as they are requested.
 */
export async function exportCredenciais(parts: ExportParts) {
  await parts.painel.renew()
  const cellsOf = new Map(
    (await parts.painel.listRespostas()).map(({ credencialid, respostas }) => {
      const cells = respostasIn(respostas).map(({ pergunta, resposta, consentidaem }) => {
        return [columnOf(pergunta, consentidaem !== null), resposta] as const
      })
      return [credencialid, cells]
    }),
  )
  const asked = (parts.config.evento.perguntas ?? []).map(({ texto, saude }) =>
    columnOf(texto, saude ?? false),
  )
  const answered = [...cellsOf.values()].flatMap((cells) => cells.map(([column]) => column))
  const columns = [...new Set([...asked, ...answered])]
  return { columns: [...COLUMNS, ...columns], rows: rowsWith(parts, columns, cellsOf) }
}

async function* rowsWith(
  { painel, ...parts }: ExportParts,
  columns: string[],
  cellsOf: ReadonlyMap<string, (readonly [string, string])[]>,
): AsyncGenerator<Record<string, string>> {
  const blank = Object.fromEntries(columns.map((column) => [column, '']))
  let done = 0
  for await (const convidado of painel.list()) {
    const row = rowOf(parts, convidado, convidado)
    const Acompanha = await acompanhaOf(painel, convidado)
    const cells = Object.fromEntries(cellsOf.get(convidado.credencial.credencialid) ?? [])
    yield { ...row, 'Nº da mesa': convidado.empresa?.numero ?? '', Acompanha, ...blank, ...cells }
    if (++done % IN_A_TURN === 0) await nextTurn()
  }
}

/** The guests of a burst as rows of {@link COLUMNS}: importing them restores the guests. */
export async function* exportRajada(parts: ExportParts, rajada: DaRajada[]) {
  for (const one of rajada) {
    const Acompanha = await acompanhaOf(parts.painel, one.convidado)
    yield { ...rowOf(parts, one.convidado, one), Acompanha }
  }
}

/** The name of the guest who brought somebody. */
async function acompanhaOf(painel: Pick<Storage['painel'], 'find'>, { grupo }: Convidado): Promise<string> {
  const [first] = grupo === null ? [] : await painel.find([grupo])
  return first?.credencial.nome ?? ''
}

/** One guest as a row of {@link COLUMNS}; a guest of the public form has no company. */
export function rowOf(
  { codeOf, config }: Omit<ExportParts, 'painel'>,
  { credencial, versao, empresa }: Convidado,
  { dentroDesde, desistencia }: Pick<DaRajada, 'dentroDesde' | 'desistencia'>,
): Record<string, string> {
  const { nome, telefone, email, ...technical } = credencial
  const offset = offsetOf(config.evento.inicio)
  // A row without a company is the house's.
  const table = empresa && !isNamedCasa(empresa) ? empresa : null
  // Without a number the company tells two of one name apart, even once they withdrew.
  const left = telefone === '' && desistencia?.empresaid !== CASA ? desistencia?.empresaid : null
  const momentOf = (at: number | null) => (at === null ? '' : dateAndTime(at + offset))
  return {
    Nome: nome,
    Empresa: table?.nome ?? '',
    'ID da empresa': table?.empresaid ?? left ?? '',
    WhatsApp: telefone,
    'E-mail': email,
    Estado: estadoIn(dentroDesde !== null, desistencia),
    'Dentro desde': momentOf(dentroDesde),
    'Desistiu em': momentOf(desistencia?.em ?? null),
    Código: codeOf(credencial.credencialid, versao),
    'Nº da mesa': '',
    Acompanha: '',
    ...technical,
  }
}

function estadoIn(isInside: boolean, desistencia: Desistencia | null): string {
  if (desistencia === null) return isInside ? 'dentro' : 'confirmado'
  return `${ESTADOS[desistencia.por]}${isInside ? MAS_ENTROU : ''}`
}

/**
 * A date as spreadsheets in Brazil read it, `16/09/2027 19:42`.
 * @param local milliseconds, of a clock taken for UTC
 */
function dateAndTime(local: number): string {
  const [date = '', time = ''] = new Date(local).toISOString().split('T')
  return `${date.split('-').reverse().join('/')} ${time.slice(0, 5)}`
}

interface EmpresaExported extends EmpresaConvites, Numbers {
  dentro: number
}

/** What people look for in a company. */
const OF_EMPRESA: Record<string, (one: EmpresaExported) => string | number> = {
  Empresa: ({ empresa }) => empresa.nome,
  'ID da empresa': ({ empresa }) => empresa.empresaid,
  Responsável: ({ empresa }) => empresa.contato,
  WhatsApp: ({ telefone }) => telefone,
  'Nº da mesa': ({ numero }) => numero,
  Convites: ({ empresa }) => empresa.icredencial,
  Confirmados: ({ used }) => used,
  Reservados: ({ held }) => held,
  Pessoais: ({ pessoais }) => pessoais,
  Livres: ({ left }) => left,
  Dentro: ({ dentro }) => dentro,
  CNPJ: ({ empresa }) => empresa.cnpj,
  Categoria: ({ empresa }) => empresa.categoria,
  Solicitante: ({ empresa }) => empresa.solicitante,
  Estacionamento: ({ empresa }) => empresa.estacionamento,
  Status: ({ empresa }) => empresa.status,
}

/** The rest of the fourteen fields of section 3. */
const LEFT = ['lcredencial', 'llcredencial', 'licredencial', 'lestacionamento', 'usuarioid'] as const

export const EMPRESA_COLUMNS = [...Object.keys(OF_EMPRESA), ...LEFT]

/** All companies with their numbers, from a fresh reading of the board: storage needs a query for each. */
async function listNow({ painel, now }: Pick<Storage, 'painel'> & { now: () => number }) {
  await painel.renew()
  return painel.listEmpresas(now())
}

/**
 * Every company as a row of {@link EMPRESA_COLUMNS}, by empresaid, without those whose invitations cannot be
 * counted.
 * @throws StorageError
 */
export async function* exportEmpresas({
  painel,
  now,
}: Pick<Storage, 'painel'> & { now: () => number }): AsyncGenerator<Record<string, string | number>> {
  const { empresas: list } = await listNow({ painel, now })
  const inside = await painel.countInsideByEmpresa()
  for (const convites of list) {
    const { empresa } = convites
    const one = { ...convites, ...numbersOf(convites), dentro: inside.get(empresa.empresaid) ?? 0 }
    const cells = Object.entries(OF_EMPRESA).map(([column, cellOf]) => [column, cellOf(one)])
    yield Object.fromEntries([...cells, ...LEFT.map((field) => [field, empresa[field]])])
  }
}

/**
 * For sending each company its link. Anyone with the file can open every link, so links have a file of their
 * own.
 */
export const LINK_COLUMNS = ['Empresa', 'ID da empresa', 'Responsável', 'Link']

/** The link of every company that has one, by empresaid. */
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

/** The columns a mail merge needs for personal invitations. */
export const CONVITE_COLUMNS = ['Nome', 'Empresa', 'ID da empresa', 'Link', 'Estado']

interface ExportConvitesParts extends Pick<Storage, 'empresas' | 'convites' | 'painel'> {
  now: () => number
  conviteLinkOf: (empresaid: string, codigo: string) => string
}

/**
 * The personal invitations of a company as rows of {@link CONVITE_COLUMNS}, in the order they were made; for
 * all companies, only the unused ones, by empresaid.
 * @param empresaid null for all
 * @throws StorageError, and InvalidCounterError or DuplicateEmpresaError for the one company requested
 */
export async function* exportConvites(
  parts: ExportConvitesParts,
  empresaid: string | null,
): AsyncGenerator<Record<string, string>> {
  const { convites, conviteLinkOf } = parts
  for (const { empresaid: id, nome } of await companiesOf(parts, empresaid)) {
    for (const found of await convites.list(id)) {
      const { convite } = found
      const estado = estadoOf(found)
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
