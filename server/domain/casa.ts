import { FIXED_VALUES } from './credencial.ts'
import { convitesLeft, parseEmpresa, type Empresa } from './empresa.ts'
import type { EmpresaConvites, EmpresasListed } from './empresa-repo.ts'
import type { Autor } from './historico.ts'

/** The id every credencial names (specification, section 4): the house, once the event has a LOTAÇÃO. */
export const CASA = FIXED_VALUES.empresaid

/** Marks the house in `usuarioid`. Another product's company may have its id. */
export const DA_CASA = 'casa'

/** What pays where nobody does: its places are held and used as any others, and counted nowhere. */
export const NINGUEM: Empresa = parseEmpresa('', { icredencial: Number.MAX_SAFE_INTEGER, licredencial: 0 })

/** The company in the address of a personal invitation: the house has one without LOTAÇÃO, too. */
export const empresaidInPath = (empresaid: string) => empresaid || CASA

/** The company that pays for the public form and for the house's own invitations. */
export const isCasa = ({ empresaid, usuarioid }: { empresaid: string; usuarioid?: unknown }) =>
  empresaid === CASA && usuarioid === DA_CASA

/** The company that a reserva names; null where nobody pays. */
export const payerIn = (reserva: { empresaid: string } | null | undefined): string | null =>
  reserva && reserva.empresaid !== NINGUEM.empresaid ? reserva.empresaid : null

/** Whether no table is behind it: the house, with LOTAÇÃO or without. */
export const isOfHouse = (empresa: Pick<Empresa, 'empresaid' | 'usuarioid'>) =>
  empresa.empresaid === NINGUEM.empresaid || isCasa(empresa)

/** What a company of this id is called once it is the house. */
export const NOME_DA_CASA = 'Da casa'

/** Whether this is what the house is stored as, rather than another product's company of its id. */
export const isNamedCasa = ({ empresaid, nome }: { empresaid: string; nome: string }) =>
  empresaid === CASA && nome === NOME_DA_CASA

/** Companies without the house, which has no table, no panel and no row in a sheet. */
export function apart(empresas: EmpresaConvites[]): {
  empresas: EmpresaConvites[]
  casa: EmpresaConvites | null
} {
  const casa = empresas.find(({ empresa }) => isCasa(empresa)) ?? null
  return { empresas: empresas.filter((one) => one !== casa), casa }
}

/**
 * The most invitations that a company is believed to have: those of the whole event. An event without LOTAÇÃO
 * is not believed to have as many as a CNPJ or a phone number in the wrong place says.
 */
export const mostConvites = ({ empresas, casa }: Pick<EmpresasListed, 'empresas' | 'casa'>): number =>
  casa ? empresas.reduce((sum, { empresa }) => sum + empresa.icredencial, casa.empresa.icredencial) : 10_000

/** What became of another LOTAÇÃO; nothing is written unless `changed`. */
export type LotacaoChange =
  | { kind: 'changed' }
  | { kind: 'unchanged' }
  /** Fewer than companies have and the house has given; for none, the house has given some. */
  | { kind: 'too-low'; least: number }
  /** Another product's company has the house's id. */
  | { kind: 'taken'; nome: string }

/**
 * Decides a LOTAÇÃO: all seats, of which the house has what the companies have not.
 * @param companies what they have in all
 * @returns what the house has from now on
 */
export function decideLotacao(
  casa: Empresa | null,
  companies: number,
  lotacao: number,
): { outcome: LotacaoChange; icredencial: number } {
  const least = companies + (casa?.licredencial ?? 0)
  const icredencial = lotacao - companies
  if (lotacao < least) return { outcome: { kind: 'too-low', least }, icredencial }
  const isSame = casa?.icredencial === icredencial
  return { outcome: { kind: isSame ? 'unchanged' : 'changed' }, icredencial }
}

/** The places that the house can still give. */
export const casaLeft = (casa: Empresa) => convitesLeft(casa, 0)

/** The reserva by which the house pays for a guest whom nobody paid for. Made of the id, it is made once. */
export const reservaDaCasa = (credencialid: string) => `casa-${credencialid}`

/** What an ACERTO did with some of those whom nobody paid for. */
export interface Acerto {
  acertados: number
  /** Those who stand beyond LOTAÇÃO: the house has no place left for them. */
  alem: number
}

/** The house (decision 0054). */
export interface CasaRepo {
  /** Gives the event a LOTAÇÃO, or another one; the history gets `mudou-lotacao`. Null takes it away. */
  definir(lotacao: number | null, autor: Autor): Promise<LotacaoChange>

  /** Gives each of these guests a place of the house, if nobody pays for them. Repeating it changes nothing. */
  acertarConvidados(credencialids: string[], autor: Autor): Promise<Acerto>

  /** Makes invitations of the house that nobody pays for count among its places, by their codes. */
  acertarConvites(codigos: string[], autor: Autor): Promise<Acerto>
}
