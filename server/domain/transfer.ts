import type { Carried } from './acesso.ts'
import type { Credencial } from './credencial.ts'
import type { Empresa } from './empresa.ts'
import type { Envio } from './envio.ts'
import type { Stored } from './records.ts'

/** The kinds of records that are carried unchanged, after companies and guests, in this order. */
export const CARRIED = {
  reserva: 'reservas',
  aparelho: 'aparelhos',
  pareamento: 'pareamentos',
  entrada: 'entradas',
  linha: 'historico',
  convite: 'convites',
  mesa: 'mesas',
  desistencia: 'desistencias',
  envio: 'envios',
  texto: 'textos',
  imagem: 'imagens',
  evento: 'eventos',
  importado: 'importados',
} as const

type Plain = typeof CARRIED

/** One stored record, in the form it is carried in from one storage to another. */
export type Registro =
  | { kind: 'empresa'; empresa: Empresa }
  /** With its natural key, if any, what is stored under the key, and the reserva that paid for it, if any. */
  | ({ kind: 'credencial'; credencial: Credencial; chave: string | null; reservaid: string | null } & Carried)
  | { [K in keyof Plain]: { kind: K } & Record<K, Stored[Plain[K]]> }[keyof Plain]

/** The kinds that are counted; `chaves` are guests who have a natural key, not keys that lost their guest. */
export const KINDS = ['empresas', 'credenciais', 'chaves', ...Object.values(CARRIED)] as const

/** How many of each a storage holds; `avips` are those already mirrored, not those still due. */
export type Counts = Record<(typeof KINDS)[number] | 'avips', number>

/** Carries everything from one storage to another (decision 0007). */
export interface Transfer {
  /**
   * Everything stored: companies, credentials, reservas, then aparelhos with their pairings, entradas, the
   * history, and what holders made. The last erasure comes last in the history, because the target takes the
   * one written last for it. Uploaded spreadsheets last an hour and stay behind.
   * @throws InvalidCounterError on a broken company
   */
  read(): AsyncIterable<Registro>
  /** Puts each record under its id, whatever was there; putting it again changes nothing. */
  write(registros: Registro[]): Promise<void>
  /**
   * Erases from a copy the guests its source has erased since, with key and avip, the companies it has
   * removed, with everything stored for them, and the notes on other messages and on imports. Other reservas and the history
   * stay: both come from the source.
   */
  erase(
    credencialids: string[],
    empresaids?: string[],
    envios?: Pick<Envio, 'tipo' | 'para'>[],
    importadoids?: string[],
  ): Promise<void>
  count(): Promise<Counts>
  /** Whether this is a copy nobody has used yet: anything it has beyond the source was erased there since. */
  isCopy(): Promise<boolean>
  /** Copying into an empty storage sets true; the first server or command that uses it sets false. */
  setCopy(isCopy: boolean): Promise<void>
  /** Keeps a fingerprint in a storage that has none, so that it is used with only one CREDENCIAL_SECRET. */
  keepFingerprint(fingerprint: string): Promise<string>
}
