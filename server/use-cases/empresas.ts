import type { EmpresaConvites, EmpresaRepo } from '../domain/empresa-repo.ts'
import type { Empresa } from '../domain/empresa.ts'
import { parseEmpresaid, spellingsOf, unreachableIn } from '../domain/empresaid.ts'
import type { BrokenEmpresa } from '../domain/errors.ts'
import { EVERYBODY } from '../domain/convidado-search.ts'
import { type Mesa, isSameNumero } from '../domain/mesa.ts'
import { compareNomes } from '../domain/painel-repo.ts'
import type { Storage } from '../domain/storage.ts'
import { foldText, wordsOf } from '../domain/text.ts'
import { countByEstado } from './convites-pessoais.ts'
import { guardadosIn } from './mesa.ts'

/** Invitations in numbers: the total, and how many are registered, held, personal and new, and left. */
export interface Numbers {
  total: number
  used: number
  held: number
  pessoais: number
  left: number
}

/**
 * A company with its numbers, its table's number, who answers for it and their WhatsApp, and the state of its
 * two links.
 */
export interface EmpresaListed
  extends
    Numbers,
    Pick<Empresa, 'empresaid' | 'nome' | 'contato' | 'estacionamento'>,
    Pick<EmpresaConvites, 'telefone' | 'numero' | 'isFechada' | 'versao' | 'pedido'> {}

/** All companies, by empresaid, with their numbers and the sums. */
export interface EmpresasListing {
  empresas: EmpresaListed[]
  sum: Numbers
  /** The errors of companies whose invitations cannot be counted; they are not among the others. */
  broken: BrokenEmpresa[]
  /** The ids, from both lists, that cannot be an address: nobody can open these companies' pages. */
  unreachable: string[]
}

/** Lists the companies for the organiser. @param list from storage, or from the board */
export async function listEmpresas({
  list,
  now,
}: Pick<Storage['empresas'], 'list'> & { now: () => number }): Promise<EmpresasListing> {
  const listing = await list(now())
  const sum: Numbers = { total: 0, used: 0, held: 0, pessoais: 0, left: 0 }
  const listed = listing.empresas.map((convites) => {
    const { empresaid, nome, contato, estacionamento } = convites.empresa
    const { telefone, numero, isFechada, versao, pedido } = convites
    const numbers = numbersOf(convites)
    for (const name of Object.keys(sum) as (keyof Numbers)[]) sum[name] += numbers[name]
    const beside = { telefone, numero, isFechada, versao, pedido }
    return { empresaid, nome, contato, estacionamento, ...beside, ...numbers }
  })
  return { empresas: listed, sum, broken: listing.broken, unreachable: unreachableIn(listing) }
}

export function numbersOf(convites: EmpresaConvites): Numbers {
  const { empresa, held, pessoais, left } = convites
  return { total: empresa.icredencial, used: usedOf(convites), held, pessoais, left }
}

/**
 * Invitations registered: licredencial without the holds and personal invitations that it also counts. Ended
 * holds not yet released are counted in `left`. With nothing left there are none, except above the limit,
 * where nobody can claim.
 */
function usedOf({ empresa, held, pessoais, left }: EmpresaConvites): number {
  return (left > 0 ? empresa.icredencial - left : empresa.licredencial) - held - pessoais
}

type ShowParts = Pick<Storage, 'empresas' | 'painel' | 'convites' | 'mesas'> & { now: () => number }

/**
 * Reads a company with its numbers and a page of its guests; null if there is none.
 * @param offset how many guests to skip
 */
export async function showEmpresa(
  { empresas, painel, convites, mesas, now }: ShowParts,
  empresaid: string,
  offset: number,
  limit: number,
) {
  const [found, pessoais, mesa, lugares, desistentes, { convidados, total }] = await Promise.all([
    empresas.find(empresaid, now()),
    convites.list(empresaid),
    mesas.find(empresaid),
    mesas.readLugares(empresaid, now()),
    painel.listWithdrawn(empresaid),
    painel.search([{ ...EVERYBODY, empresaid }], offset, limit),
  ])
  if (!found) return null
  const isWhole = offset === 0 && total <= limit
  // Counting for every company is slow with many guests, and most companies fit on a page.
  const dentro = isWhole
    ? convidados.filter(({ dentroDesde }) => dentroDesde !== null).length
    : ((await painel.countInsideByEmpresa()).get(empresaid) ?? 0)
  return {
    ...numbersOf(found),
    empresa: found.empresa,
    /** False when its id cannot be an address, so that no guest can open its link. */
    isReachable: parseEmpresaid(empresaid) !== null,
    /** How many of the held ones are kept for those who withdrew or declined. */
    guardados: guardadosIn(found, lugares),
    /** Guests whose invitation it pays for, and how many of them are inside. */
    confirmados: total,
    dentro,
    /** The guests of the requested page, by name. */
    convidados,
    /** The guests who withdrew and have had no company since, by name. */
    desistentes,
    mesa,
    convites: countByEstado(pessoais),
  }
}

export interface Choice {
  empresaid: string
  nome: string
  left: number
}

/** The other companies with a number, by name: two may sit at one table. */
export async function othersAt(
  { painel, now }: Pick<Storage, 'painel'> & { now: () => number },
  { empresaid, numero }: Pick<Mesa, 'empresaid' | 'numero'>,
): Promise<Pick<Empresa, 'empresaid' | 'nome'>[]> {
  if (numero === '') return []
  // Reads past the cache of a few seconds, so that an organiser who has just set the number is told at once.
  const { empresas } = await painel.listEmpresas(now())
  return empresas
    .filter((other) => other.empresa.empresaid !== empresaid && isSameNumero(other.numero, numero))
    .map(({ empresa }) => ({ empresaid: empresa.empresaid, nome: empresa.nome }))
    .sort((a, b) => compareNomes(a.nome, b.nome))
}

export type FoundEmpresa =
  | { kind: 'found'; empresa: Choice }
  /** `choices` are the companies whose names have it, by name; empty if none has. */
  | { kind: 'unclear'; choices: Choice[] }

/** Finds a company by its empresaid, its whole name, or all words of a name that only one has. */
export async function findEmpresa(
  { painel, now }: Pick<Storage, 'painel'> & { now: () => number },
  typed: string,
): Promise<FoundEmpresa> {
  const text = typed.trim()
  const { empresas: listed } = await painel.listEmpresas(now())
  const byId = listed.find(({ empresa }) => empresa.empresaid === text)
  if (byId) return { kind: 'found', empresa: choiceOf(byId) }
  const folded = foldText(text)
  const words = wordsOf(text)
  const named = listed.filter(({ empresa }) => foldText(empresa.nome) === folded)
  const alike = listed.filter(({ empresa }) => {
    const nome = foldText(empresa.nome)
    return words.length > 0 && words.every((word) => nome.includes(word))
  })
  const [only, ...others] = named.length > 0 ? named : alike
  if (only && others.length === 0) return { kind: 'found', empresa: choiceOf(only) }
  const choices = (named.length > 0 ? named : alike).map(choiceOf)
  return { kind: 'unclear', choices: choices.sort((a, b) => compareNomes(a.nome, b.nome)) }
}

function choiceOf({ empresa: { empresaid, nome }, left }: EmpresaConvites): Choice {
  return { empresaid, nome, left }
}

/**
 * The company an address probably means when no company has it as its id: without what a chat leaves at its
 * end, in small letters and in capitals (decision 0045). One read for each spelling; null if none is found.
 */
export async function findEmpresaMeant(
  { empresas, now }: { empresas: Pick<EmpresaRepo, 'find'>; now: () => number },
  raw: string,
): Promise<EmpresaConvites | null> {
  for (const empresaid of spellingsOf(raw)) {
    const found = await empresas.find(empresaid, now())
    if (found) return found
  }
  return null
}
