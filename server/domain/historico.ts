import { CADASTRO_FIELDS, type Cadastro } from './credencial.ts'
import { compareText } from './text.ts'

/** What is done, as the history tells it, and to what: by this pages look its `alvo` up, and follow it. */
export const ALVOS = {
  convidou: 'aparelho',
  pareou: 'aparelho',
  revogou: 'aparelho',
  saiu: 'aparelho',
  reconectou: 'aparelho',
  recebeu: 'aparelho',
  cadastrou: 'convidado',
  corrigiu: 'convidado',
  'mudou-de-empresa': 'convidado',
  excluiu: 'convidado',
  juntou: 'convidado',
  separou: 'convidado',
  'renovou-link': 'convidado',
  admitiu: 'convidado',
  anulou: 'convidado',
  'gravou-empresas': 'empresa',
  'corrigiu-empresa': 'empresa',
  'removeu-empresa': 'empresa',
  'exportou-convidados': 'evento',
  'exportou-empresas': 'evento',
  'exportou-links': 'evento',
  'exportou-convites': 'empresa',
  'exportou-mesa': 'empresa',
  'apagou-tudo': 'evento',
  desistiu: 'convidado',
  liberou: 'convidado',
  voltou: 'convidado',
  'criou-convites': 'empresa',
  'renomeou-convite': 'empresa',
  'revogou-convite': 'empresa',
  'fechou-link': 'empresa',
  'abriu-link': 'empresa',
  'renovou-mesa': 'empresa',
  'comecou-ensaio': 'evento',
  'encerrou-ensaio': 'evento',
  'mudou-texto': 'evento',
  'marcou-etiquetas': 'evento',
  'desmarcou-etiquetas': 'evento',
  'descreveu-evento': 'evento',
  'corrigiu-evento': 'evento',
  'mudou-evento': 'evento',
  'cancelou-evento': 'evento',
  'retomou-evento': 'evento',
  'comecou-evento': 'evento',
} as const satisfies Record<string, 'convidado' | 'empresa' | 'aparelho' | 'evento'>

export type Ato = keyof typeof ALVOS

export const ATOS = Object.keys(ALVOS) as Ato[]

/**
 * What an act erases of a person, or ends that opened something to somebody; null for one that does neither. A copy that is
 * put back repeats it (decision 0047).
 */
export const APAGA = {
  convidou: null,
  pareou: 'aparelho',
  revogou: 'aparelho',
  saiu: 'aparelho',
  reconectou: 'aparelho',
  recebeu: null,
  cadastrou: null,
  corrigiu: 'cadastro',
  'mudou-de-empresa': null,
  excluiu: 'convidado',
  juntou: 'juntado',
  separou: null,
  'renovou-link': 'link',
  admitiu: null,
  anulou: null,
  'gravou-empresas': 'contatos',
  'corrigiu-empresa': 'contatos',
  'removeu-empresa': 'empresa',
  'exportou-convidados': null,
  'exportou-empresas': null,
  'exportou-links': null,
  'exportou-convites': null,
  'exportou-mesa': null,
  'apagou-tudo': 'tudo',
  // The guest stays stored, and says so again.
  desistiu: null,
  liberou: null,
  voltou: null,
  'criou-convites': null,
  'renomeou-convite': 'convites',
  'revogou-convite': 'convites',
  'fechou-link': 'mesa',
  'abriu-link': null,
  'renovou-mesa': 'mesa',
  'comecou-ensaio': null,
  'encerrou-ensaio': null,
  'mudou-texto': null,
  'marcou-etiquetas': null,
  'desmarcou-etiquetas': null,
  'descreveu-evento': 'contato',
  'corrigiu-evento': 'contato',
  'mudou-evento': 'contato',
  'cancelou-evento': null,
  'retomou-evento': null,
  'comecou-evento': 'evento',
} as const satisfies Record<Ato, string | null>

export type Apagado = Exclude<(typeof APAGA)[Ato], null>

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
  /** A table's link. */
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
