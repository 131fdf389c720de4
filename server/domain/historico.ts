import { CADASTRO_FIELDS, type Cadastro } from './credencial.ts'
import { compareText } from './text.ts'

/**
 * What is done, as the history tells it. By `alvo`, to what it is done, pages look the id up and follow it. `apaga` is what the
 * act erases of a person, or ends that opened something to somebody; null for an act that does neither. A copy that is put
 * back repeats it (decision 0047).
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
  admitiu: { alvo: 'convidado', apaga: null },
  anulou: { alvo: 'convidado', apaga: null },
  'gravou-empresas': { alvo: 'empresa', apaga: 'contatos' },
  'corrigiu-empresa': { alvo: 'empresa', apaga: 'contatos' },
  'removeu-empresa': { alvo: 'empresa', apaga: 'empresa' },
  'exportou-convidados': { alvo: 'evento', apaga: null },
  'exportou-empresas': { alvo: 'evento', apaga: null },
  'exportou-links': { alvo: 'evento', apaga: null },
  'exportou-convites': { alvo: 'empresa', apaga: null },
  'exportou-mesa': { alvo: 'empresa', apaga: null },
  'apagou-tudo': { alvo: 'evento', apaga: 'tudo' },
  // The guest stays stored, and says so again.
  desistiu: { alvo: 'convidado', apaga: null },
  liberou: { alvo: 'convidado', apaga: null },
  voltou: { alvo: 'convidado', apaga: null },
  'criou-convites': { alvo: 'empresa', apaga: null },
  'renomeou-convite': { alvo: 'empresa', apaga: 'convites' },
  'revogou-convite': { alvo: 'empresa', apaga: 'convites' },
  'fechou-link': { alvo: 'empresa', apaga: 'mesa' },
  'abriu-link': { alvo: 'empresa', apaga: null },
  'renovou-mesa': { alvo: 'empresa', apaga: 'mesa' },
  'comecou-ensaio': { alvo: 'evento', apaga: null },
  'encerrou-ensaio': { alvo: 'evento', apaga: null },
  'mudou-texto': { alvo: 'evento', apaga: null },
  'marcou-etiquetas': { alvo: 'evento', apaga: null },
  'desmarcou-etiquetas': { alvo: 'evento', apaga: null },
  'descreveu-evento': { alvo: 'evento', apaga: 'contato' },
  'corrigiu-evento': { alvo: 'evento', apaga: 'contato' },
  'mudou-evento': { alvo: 'evento', apaga: 'contato' },
  'cancelou-evento': { alvo: 'evento', apaga: null },
  'retomou-evento': { alvo: 'evento', apaga: null },
  'comecou-evento': { alvo: 'evento', apaga: 'evento' },
} as const satisfies Record<
  string,
  { alvo: 'convidado' | 'empresa' | 'aparelho' | 'evento'; apaga: string | null }
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

/** The acts after which nothing of any guest is left. */
export const ERASURES = ['apagou-tudo', 'comecou-evento'] as const satisfies Ato[]

export const isErasure = ({ ato }: Pick<LinhaDoHistorico, 'ato'>): boolean =>
  ERASURES.some((erasure) => erasure === ato)

/** The author of an act at the command line, which has no paired browser. */
export const CLI = 'cli'

/** The author of an act at a company holder's secret link. */
export const MESA = 'mesa'

/** The author of a guest's act on the page of the credencial. */
export const CONVIDADO = 'convidado'

/** Who acts, and when. Made by the caller, so that a retry of the transaction writes the same entry. */
export interface Autor {
  /** A random id: the entry's key. */
  historicoid: string
  /** An aparelhoid, {@link CLI}, {@link MESA} or {@link CONVIDADO}. */
  quem: string
  em: number
  /** What opened the request, where a secret did; it is looked at again in the act's own transaction, and not stored. */
  opening?: Opening
}

/** What lets a request act, as the request found it. */
export type Opening =
  | { kind: 'mesa'; empresaid: string; versao: number }
  /** A credencial's link, or that of one it was merged into. */
  | { kind: 'credencial'; credencialid: string; versao: number }
  /** A paired browser of the team, by the hash of its secret. */
  | { kind: 'equipe'; aparelhoid: string; segredo: string | null }

/** Tells whether an organiser acts, at the board or the command line. */
export function isOrganiser({ quem }: Autor): boolean {
  return quem !== CONVIDADO && quem !== MESA
}

/**
 * One act, appended in the transaction that does it and never changed. It names everything by opaque ids, so that an
 * erased guest leaves no name.
 */
export interface LinhaDoHistorico extends Omit<Autor, 'opening'> {
  ato: Ato
  /**
   * What was acted on: a credencialid, an empresaid, an aparelhoid; empty text for the whole event, or for somebody on
   * no list.
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

/** A company that was written: its total of invitations before, null when it is new, and now. */
export interface Gravada {
  empresaid: string
  was: number | null
  is: number
}

/**
 * Companies written by an import or one by one; null when none was. The detail is how many are new and how many
 * changed, and of one company whose total changed, from what to what.
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
 * An erasure: how many guests, and of how many companies the contacts; null where those were left.
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

/** Tells whether an erasure ended before all guests were gone, by its line. */
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
  /** Acts that follow this one in the list; null for the newest. */
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
  /** Appends an act that writes nothing else. Appended twice with one historicoid, it is there once. */
  add(linha: LinhaDoHistorico): Promise<void>

  /** By `em`, then historicoid, newest first. */
  list(query: HistoricoQuery): Promise<LinhaDoHistorico[]>
}
