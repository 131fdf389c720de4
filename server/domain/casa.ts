import { FIXED_VALUES } from './credencial.ts'
import { parseEmpresa, type Empresa } from './empresa.ts'

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

/** Whether no table is behind it: the house, with LOTAÇÃO or without. */
export const isOfHouse = (empresa: Pick<Empresa, 'empresaid' | 'usuarioid'>) =>
  empresa.empresaid === NINGUEM.empresaid || isCasa(empresa)
