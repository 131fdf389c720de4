import type { EmpresaConvites } from '../domain/empresa-repo.ts'
import type { BrokenEmpresa } from '../domain/errors.ts'
import type { Storage } from '../domain/storage.ts'
import { unreachableIn } from '../domain/unreachable.ts'

/** Invitations in numbers: the total, and its parts: registered, held by browsers, personal and new, and left. */
export interface Numbers {
  total: number
  used: number
  held: number
  pessoais: number
  left: number
}

/** All companies, by empresaid, with their numbers and the sums of these. */
export interface EmpresasListing {
  empresas: ({ empresaid: string; nome: string } & Numbers)[]
  sum: Numbers
  /** What is wrong with companies whose invitations cannot be counted; they are not among the others. */
  broken: BrokenEmpresa[]
  /** The ids, of both, that cannot be an address: nobody can open these companies' pages. */
  unreachable: string[]
}

/** Lists the companies for the organiser. @throws StorageError */
export async function listEmpresas({
  empresas,
  now,
}: Pick<Storage, 'empresas'> & { now: () => number }): Promise<EmpresasListing> {
  const listing = await empresas.list(now())
  const sum: Numbers = { total: 0, used: 0, held: 0, pessoais: 0, left: 0 }
  const listed = listing.empresas.map((convites) => {
    const { empresaid, nome } = convites.empresa
    const numbers = numbersOf(convites)
    for (const name of Object.keys(sum) as (keyof Numbers)[]) sum[name] += numbers[name]
    return { empresaid, nome, ...numbers }
  })
  return { empresas: listed, sum, broken: listing.broken, unreachable: unreachableIn(listing) }
}

/** A company's invitations in numbers. */
export function numbersOf(convites: EmpresaConvites): Numbers {
  const { empresa, held, pessoais, left } = convites
  return { total: empresa.icredencial, used: usedOf(convites), held, pessoais, left }
}

/**
 * Invitations registered: licredencial without the holds and personal ones it counts too. Ended holds not released yet
 * are counted in `left`; with nothing left there are none, except above the limit, where nobody can claim.
 */
function usedOf({ empresa, held, pessoais, left }: EmpresaConvites): number {
  return (left > 0 ? empresa.icredencial - left : empresa.licredencial) - held - pessoais
}
