import { CADASTRO_FIELDS, type Cadastro } from './credencial.ts'
import { compareText } from './text.ts'

/**
 * The acts in the history. `alvo` is what the act is done to, so that pages can look its id up and link to
 * it. `apaga` is the personal data the act erases or the access it ends; null for an act that does neither.
 * Restoring a backup repeats those acts (decision 0047).
 */
const ACTS = {
  convidou: { alvo: 'aparelho', apaga: null },
  pareou: { alvo: 'aparelho', apaga: 'aparelho' },
  revogou: { alvo: 'aparelho', apaga: 'aparelho' },
  saiu: { alvo: 'aparelho', apaga: 'aparelho' },
  reconectou: { alvo: 'aparelho', apaga: 'aparelho' },
  recebeu: { alvo: 'aparelho', apaga: null },
  cadastrou: { alvo: 'convidado', apaga: null },
  corrigiu: { alvo: 'convidado', apaga: 'cadastro' },
  'mudou-de-empresa': { alvo: 'convidado', apaga: null },
  excluiu: { alvo: 'convidado', apaga: 'convidado' },
  juntou: { alvo: 'convidado', apaga: 'juntado' },
  separou: { alvo: 'convidado', apaga: null },
  'renovou-link': { alvo: 'convidado', apaga: 'link' },
  'apagou-respostas': { alvo: 'convidado', apaga: 'respostas' },
  admitiu: { alvo: 'convidado', apaga: null },
  anulou: { alvo: 'convidado', apaga: null },
  'gravou-planilha': { alvo: 'planilha', apaga: null },
  // Whoever it takes back has a line of their own, which a restored copy repeats.
  'desfez-importacao': { alvo: 'planilha', apaga: null },
  'gravou-empresas': { alvo: 'empresa', apaga: 'contatos' },
  'corrigiu-empresa': { alvo: 'empresa', apaga: 'contatos' },
  'removeu-empresa': { alvo: 'empresa', apaga: 'empresa' },
  'exportou-convidados': { alvo: 'evento', apaga: null },
  'exportou-empresas': { alvo: 'evento', apaga: null },
  'exportou-links': { alvo: 'evento', apaga: null },
  'exportou-convites': { alvo: 'empresa', apaga: null },
  'exportou-mesa': { alvo: 'empresa', apaga: null },
  'apagou-tudo': { alvo: 'evento', apaga: 'tudo' },
  // The guest stays stored, and can withdraw again.
  desistiu: { alvo: 'convidado', apaga: null },
  liberou: { alvo: 'convidado', apaga: null },
  voltou: { alvo: 'convidado', apaga: null },
  'criou-convites': { alvo: 'empresa', apaga: null },
  'renomeou-convite': { alvo: 'empresa', apaga: 'convites' },
  'revogou-convite': { alvo: 'empresa', apaga: 'convites' },
  'recusou-convite': { alvo: 'empresa', apaga: 'convites' },
  'voltou-ao-convite': { alvo: 'empresa', apaga: null },
  'fechou-link': { alvo: 'empresa', apaga: 'mesa' },
  'abriu-link': { alvo: 'empresa', apaga: null },
  'pediu-convites': { alvo: 'empresa', apaga: null },
  'negou-convites': { alvo: 'empresa', apaga: 'mesa' },
  'renovou-mesa': { alvo: 'empresa', apaga: 'mesa' },
  'comecou-ensaio': { alvo: 'evento', apaga: null },
  'encerrou-ensaio': { alvo: 'evento', apaga: null },
  'mudou-texto': { alvo: 'evento', apaga: null },
  'marcou-etiquetas': { alvo: 'evento', apaga: null },
  'desmarcou-etiquetas': { alvo: 'evento', apaga: null },
  'descreveu-evento': { alvo: 'evento', apaga: 'contato' },
  'corrigiu-evento': { alvo: 'evento', apaga: 'contato' },
  'mudou-evento': { alvo: 'evento', apaga: 'contato' },
  'mudou-lotacao': { alvo: 'evento', apaga: null },
  'cancelou-evento': { alvo: 'evento', apaga: null },
  'retomou-evento': { alvo: 'evento', apaga: null },
  'comecou-evento': { alvo: 'evento', apaga: 'evento' },
} as const satisfies Record<
  string,
  { alvo: 'convidado' | 'empresa' | 'aparelho' | 'planilha' | 'evento'; apaga: string | null }
>

export type Ato = keyof typeof ACTS

export type Apagado = Exclude<(typeof ACTS)[Ato]['apaga'], null>

export const ATOS = Object.keys(ACTS) as Ato[]

const columnOf = <Column extends 'alvo' | 'apaga'>(column: Column) =>
  Object.fromEntries(ATOS.map((ato) => [ato, ACTS[ato][column]])) as {
    [One in Ato]: (typeof ACTS)[One][Column]
  }

export const ALVOS = columnOf('alvo')
export const APAGA = columnOf('apaga')

/** The acts after which nothing is left of any guest. */
export const ERASURES = ['apagou-tudo', 'comecou-evento'] as const satisfies Ato[]

export const isErasure = ({ ato }: Pick<LinhaDoHistorico, 'ato'>): boolean =>
  ERASURES.some((erasure) => erasure === ato)

/** The author of an act at the command line, which has no paired browser. */
export const CLI = 'cli'

/** The author of an act at a company holder's secret link. */
export const MESA = 'mesa'

/** The author of a guest's act on the page of the credencial. */
export const CONVIDADO = 'convidado'

/** Who acts, and when. The caller makes it, so that a retry of the transaction writes the same line. */
export interface Autor {
  /** A random id: the line's key. */
  historicoid: string
  /** An aparelhoid, {@link CLI}, {@link MESA} or {@link CONVIDADO}. */
  quem: string
  em: number
  /** What opened the request, if a secret did; checked again in the act's own transaction, never stored. */
  opening?: Opening
}

/** The access a request acts with, as found when it came in. */
export type Opening =
  | { kind: 'mesa'; empresaid: string; versao: number }
  /** The credencial's link; if the credencial was merged, that of the one it was merged into. */
  | { kind: 'credencial'; credencialid: string; versao: number }
  /** A paired browser of the team, by the hash of its secret. */
  | { kind: 'equipe'; aparelhoid: string; segredo: string | null }

/** The author of what one act does to several: each leaves a line under an id of its own. */
export const autorAt = (autor: Autor, at: number): Autor =>
  at === 0 ? autor : { ...autor, historicoid: `${autor.historicoid}.${at + 1}` }

/** Tells whether an organiser acts, at the board or the command line. */
export function isOrganiser({ quem }: Autor): boolean {
  return quem !== CONVIDADO && quem !== MESA
}

/**
 * One act, appended in the transaction that does it and never changed. It names everything by opaque ids, so
 * that an erased guest leaves no name.
 */
export interface LinhaDoHistorico extends Omit<Autor, 'opening'> {
  ato: Ato
  /**
   * What was acted on: a credencialid, an empresaid, an aparelhoid, a planilhaid; empty text for the whole event, or for
   * somebody on no list.
   */
  alvo: string
  /** Numbers and ids that say more, separated by blanks; never a name. */
  detalhe: string
}

export function linhaDoHistorico(
  { historicoid, quem, em }: Autor,
  ato: Ato,
  alvo: string,
  detalhe = '',
): LinhaDoHistorico {
  return { historicoid, quem, em, ato, alvo, detalhe }
}

/** A company that was written, with its total of invitations now and before; `was` is null for a new one. */
export interface Gravada {
  empresaid: string
  was: number | null
  is: number
}

/**
 * The line for companies written by an import or one by one; null when none was. The detail is how many are
 * new and how many changed and, for a single company whose total changed, both totals.
 */
export function linhaOfImport(autor: Autor, gravadas: Gravada[]): LinhaDoHistorico | null {
  const [first, second] = gravadas
  if (!first) return null
  const inserted = gravadas.filter(({ was }) => was === null).length
  const counts = `${inserted} ${gravadas.length - inserted}`
  if (second) return linhaDoHistorico(autor, 'gravou-empresas', '', counts)
  const isChange = first.was !== null && first.was !== first.is
  const detalhe = isChange ? `${counts} ${first.was} ${first.is}` : counts
  return linhaDoHistorico(autor, 'gravou-empresas', first.empresaid, detalhe)
}

/**
 * The line for an erasure: how many guests, and the contacts of how many companies; null if contacts were
 * left.
 * @param isCutOff some guests may be left: `30+`
 */
export function linhaOfErasure(
  autor: Autor,
  convidados: number,
  contacts: number | null,
  isCutOff = false,
): LinhaDoHistorico {
  const guests = `${convidados}${isCutOff ? '+' : ''}`
  return linhaDoHistorico(autor, 'apagou-tudo', '', contacts === null ? guests : `${guests} ${contacts}`)
}

/** Tells by its line whether an erasure ended before all guests were gone. */
export const isCutOff = ({ detalhe }: Pick<LinhaDoHistorico, 'detalhe'>) => /^\d+\+/.test(detalhe)

/** The names of the fields a correction changed, separated by blanks. */
export function changedIn(was: Cadastro, is: Cadastro): string {
  return CADASTRO_FIELDS.filter((field) => was[field] !== is[field]).join(' ')
}

type Place = Pick<LinhaDoHistorico, 'em' | 'historicoid'>

export interface HistoricoQuery {
  /** An aparelhoid or `cli`; undefined for everybody. */
  quem?: string | undefined
  alvo?: string | undefined
  ato?: Ato | undefined
  /** Where the previous page ended; null for the newest acts. */
  after: Place | null
  limit: number
}

export function newestFirst(a: Place, b: Place): number {
  return b.em - a.em || compareText(b.historicoid, a.historicoid)
}

export function isListed(linha: LinhaDoHistorico, { quem, alvo, ato, after }: HistoricoQuery): boolean {
  return (
    (quem === undefined || linha.quem === quem) &&
    (alvo === undefined || linha.alvo === alvo) &&
    (ato === undefined || linha.ato === ato) &&
    (after === null || newestFirst(after, linha) < 0)
  )
}

/** The acts of organisers and commands: appended, never changed. */
export interface HistoricoRepo {
  /** Appends an act that writes nothing else. Appending the same historicoid twice adds one line. */
  add(linha: LinhaDoHistorico): Promise<void>

  /** Newest first, by `em`, then historicoid. */
  list(query: HistoricoQuery): Promise<LinhaDoHistorico[]>
}
