import { NINGUEM, type Acerto, type LotacaoChange } from '../domain/casa.ts'
import { parseCounter } from '../domain/empresa.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

type Parts = Pick<Storage, 'casa' | 'convites' | 'empresas' | 'mesas' | 'painel'> & { now: () => number }

/** How many chairs there are, and whose. */
export type LugaresShown = Awaited<ReturnType<typeof readLugares>>

export async function readLugares(parts: Parts) {
  const { empresas, casa } = await parts.empresas.list(parts.now())
  const total = empresas.reduce((sum, { empresa }) => sum + empresa.icredencial, 0)
  return {
    /** All seats; null without a LOTAÇÃO. */
    lotacao: casa ? total + casa.empresa.icredencial : null,
    /** What the companies have in all, and have left. */
    empresas: { total, left: empresas.reduce((sum, { left }) => sum + left, 0) },
    /** What the house has and has left; null without a LOTAÇÃO. */
    casa: casa && { total: casa.empresa.icredencial, left: casa.left, isFechada: casa.isFechada },
    /** Guests and places of invitations that nobody pays for, though the house could. */
    semLugar: casa ? (await withoutPlace(parts)).length + (await promised(parts)) : 0,
  }
}

/** Places of the house's invitations that do not count, because the house had too few. */
async function promised({ convites }: Pick<Storage, 'convites'>): Promise<number> {
  const uncounted = await convites.list(NINGUEM.empresaid)
  return uncounted.reduce(
    (sum, found) => sum + found.reservas.filter(({ estado }) => estado !== 'liberada').length,
    0,
  )
}

async function withoutPlace({ painel }: Pick<Storage, 'painel'>): Promise<string[]> {
  const { convidados } = await painel.listed()
  return convidados.flatMap(({ credencialid, empresaid, presenca }) =>
    empresaid === null && presenca !== 'desistiu' ? [credencialid] : [],
  )
}

/** What became of a typed LOTAÇÃO. */
type Definition = LotacaoChange | { kind: 'no-number' }

/** Gives the event the LOTAÇÃO that was typed; empty text takes it away. */
export async function defineLotacao(parts: Parts, typed: string, autorOf: () => Autor): Promise<Definition> {
  const { casa } = parts
  const lotacao = typed.trim() === '' ? null : parseCounter(typed)
  if (lotacao === null && typed.trim() !== '') return { kind: 'no-number' }
  const outcome = await casa.definir(lotacao, autorOf())
  // A company may have been added between the sum and the first house: the second sum has it.
  if (outcome.kind === 'changed' && lotacao !== null) {
    await casa.definir(lotacao, autorOf())
    await acertarConvites(parts, autorOf)
  }
  return outcome
}

/** How many one transaction gives a place, and how many one request: the button goes on with the rest. */
const AT_ONCE = 20
const IN_A_REQUEST = 2_000

/** Gives places of the house to those whom nobody pays for: first to its own invitations. */
export async function acertarCasa(parts: Parts, autorOf: () => Autor): Promise<Acerto> {
  const invited = await acertarConvites(parts, autorOf)
  await parts.painel.renew()
  const come = await inParts(await withoutPlace(parts), (some) =>
    parts.casa.acertarConvidados(some, autorOf()),
  )
  return { acertados: invited.acertados + come.acertados, alem: invited.alem + come.alem }
}

/** Makes the house's invitations from before its LOTAÇÃO count: their places are promised. */
async function acertarConvites({ casa, convites }: Parts, autorOf: () => Autor): Promise<Acerto> {
  const codigos = (await convites.list(NINGUEM.empresaid)).map(({ convite }) => convite.codigo)
  return inParts(codigos, (some) => casa.acertarConvites(some, autorOf()))
}

async function inParts(ids: string[], act: (some: string[]) => Promise<Acerto>): Promise<Acerto> {
  const sum: Acerto = { acertados: 0, alem: 0 }
  for (let at = 0; at < Math.min(ids.length, IN_A_REQUEST); at += AT_ONCE) {
    const { acertados, alem } = await act(ids.slice(at, at + AT_ONCE))
    sum.acertados += acertados
    sum.alem += alem
  }
  return sum
}
