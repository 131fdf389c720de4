import type { Claim, ClaimRequest } from './claim.ts'
import type { Empresa } from './empresa.ts'
import type { BrokenEmpresa } from './errors.ts'
import type { EmpresaRow } from './planilha-row.ts'
import type { Autor } from './historico.ts'
import type { Mesa } from './mesa.ts'
import type { Upload } from './planilha-repo.ts'
import type { Reserva } from './reserva.ts'

/** A company and the invitations it can still give, with ended holds already counted as free. */
export interface EmpresaConvites {
  empresa: Empresa
  /** n of VOCÊ TEM n CONVITE(S), never below zero. */
  left: number
  /** Live holds: claimed and not registered yet, or kept for a guest who withdrew. */
  held: number
  /** Personal invitations nobody has used yet. */
  pessoais: number
  /** The holder has closed the public link: all invitations are personal. */
  isFechada: boolean
  /** The holder's WhatsApp; empty text until somebody notes one. */
  telefone: string
  numero: string
  /** How many times the link of the holder's panel was replaced. */
  versao: number
  /** How many more invitations the holder asks for; 0 while nothing waits for an answer. */
  pedido: number
}

export interface Hold {
  reserva: Reserva
  empresa: Empresa
}

/** A row that storage cannot take: it would leave a company fewer invitations than it has used. */
export interface RefusedRow {
  empresaid: string
  licredencial: number
}

/** What became of another total for a company; nothing is written unless `changed`. */
export type TotalChange =
  | { kind: 'changed' }
  | { kind: 'unchanged' }
  /** Fewer than are now used or held. */
  | { kind: 'too-low'; least: number }
  /** The house has fewer left: LOTAÇÃO would have to rise. */
  | { kind: 'casa-cheia'; left: number }
  | { kind: 'empresa-not-found' }

/** What an organiser corrects of a company; WhatsApp and number are stored in its mesa. */
export type EmpresaDados = Pick<Empresa, 'nome' | 'contato'> & Pick<Mesa, 'telefone' | 'numero'>

export const DADOS_FIELDS = [
  'nome',
  'numero',
  'contato',
  'telefone',
] as const satisfies (keyof EmpresaDados)[]

export interface DadosRequest {
  empresaid: string
  dados: EmpresaDados
  /** The values the form was shown with: a field left as it was keeps its stored value. */
  shown: EmpresaDados
}

/** What became of a correction; nothing is written unless `corrected`. */
export type DadosCorrection =
  | { kind: 'corrected' }
  /** Somebody else changed one of the corrected fields: `dados` are the stored values. */
  | { kind: 'changed-meanwhile'; dados: EmpresaDados }
  | { kind: 'empresa-not-found' }

/** What became of REMOVER; nothing is written unless `removed`. */
export type EmpresaRemoval =
  | { kind: 'removed' }
  /** An invitation is used or held, or a guest who withdrew may come back to the company. */
  | { kind: 'in-use' }
  | { kind: 'empresa-not-found' }

export interface Importation {
  inserted: number
  updated: number
  refused: RefusedRow[]
}

/** All companies, by empresaid; the house, if the event has a LOTAÇÃO; and the errors of the others. */
export interface EmpresasListed {
  empresas: EmpresaConvites[]
  casa: EmpresaConvites | null
  broken: BrokenEmpresa[]
}

/**
 * Companies and their allotments. Every method rejects with StorageError when storage fails, and with
 * InvalidCounterError or DuplicateEmpresaError when a company's invitations cannot be counted.
 */
export interface EmpresaRepo {
  /** The company of a route id with its invitations, or null (specification, section 7). Writes nothing. */
  find(empresaid: string, now: number): Promise<EmpresaConvites | null>

  /** Claims one invitation in one transaction (specification, section 4; decision 0003). */
  claim(request: ClaimRequest): Promise<Claim>

  /**
   * Gives a company another total of invitations, from the house where the event has a LOTAÇÃO; the history
   * gets `gravou-empresas`. The later one wins.
   * @param isRaised LOTAÇÃO rises by what the house has not left
   */
  changeTotal(empresaid: string, icredencial: number, autor: Autor, isRaised?: boolean): Promise<TotalChange>

  /**
   * Stores a new company with what its mesa has; the history gets `gravou-empresas`.
   * @returns false when a company of this id exists; of two at once the later one gets false, and writes
   * nothing
   */
  add(row: EmpresaRow, autor: Autor): Promise<boolean>

  /** Corrects a company and what its mesa has; the history gets `corrigiu-empresa` if anything changed. */
  correct(request: DadosRequest, autor: Autor): Promise<DadosCorrection>

  /**
   * Removes a company that has no registered guest, with its mesa, its revoked invitations and its released
   * holds; the history gets `removeu-empresa`.
   */
  remove(empresaid: string, autor: Autor): Promise<EmpresaRemoval>

  /** The live holds of a browser, newest first. */
  findHolds(sid: string, now: number): Promise<Hold[]>

  /**
   * Releases every hold that has ended.
   * @returns how many
   * @throws InvalidCounterError for a broken company, after all others were released
   */
  releaseEnded(now: number): Promise<number>

  /** All companies; `broken` are those whose invitations cannot be counted. */
  list(now: number): Promise<EmpresasListed>

  /**
   * Inserts new companies and updates known ones. It never changes the licredencial of a known one, nor
   * lowers its icredencial below it. If some rows are refused, `isPartial` writes the others; without it,
   * none is written. When any is written, the history gets `gravou-empresas`, with how many were inserted and
   * updated and, for a single company whose total changed, both totals.
   * @param onProgress called with the number of rows done; false ends the import, unless all rows are written
   * at once
   * @param planilha the upload the rows come from: none is written if everything was erased since
   */
  importRows(
    rows: EmpresaRow[],
    isPartial: boolean,
    autor: Autor,
    onProgress?: (done: number) => unknown,
    planilha?: Upload,
  ): Promise<Importation>
}
