import { CASA, NINGUEM, type Acerto } from '../domain/casa.ts'
import { parseCounter } from '../domain/empresa.ts'
import type { Autor } from '../domain/historico.ts'
import type { LotacaoChange } from '../domain/casa.ts'
import type { Storage } from '../domain/storage.ts'

type Parts = Pick<Storage, 'casa' | 'convites' | 'empresas' | 'mesas' | 'painel'> & { now: () => number }

/** How many chairs there are, and whose. */
export interface LugaresShown {
  /** All seats; null without a LOTAÇÃO. */
  lotacao: number | null
  /** What the companies have in all, and have left. */
  empresas: { total: number; left: number }
  /** What the house has and has left; null without a LOTAÇÃO. */
  casa: { total: number; left: number; isFechada: boolean } | null
  /** Guests whom nobody pays for, though the house could. */
  semLugar: number
}

export async function readLugares(parts: Parts): Promise<LugaresShown> {
  const { empresas, casa } = await parts.empresas.list(parts.now())
  const total = empresas.reduce((sum, { empresa }) => sum + empresa.icredencial, 0)
  return {
    lotacao: casa ? total + casa.empresa.icredencial : null,
    empresas: { total, left: empresas.reduce((sum, { left }) => sum + left, 0) },
    casa: casa && { total: casa.empresa.icredencial, left: casa.left, isFechada: casa.isFechada },
    semLugar: casa ? (await withoutPlace(parts)).length : 0,
  }
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
export async function defineLotacao(
  { casa }: Parts,
  typed: string,
  autorOf: () => Autor,
): Promise<Definition> {
  const lotacao = typed.trim() === '' ? null : parseCounter(typed)
  if (lotacao === null && typed.trim() !== '') return { kind: 'no-number' }
  const outcome = await casa.definir(lotacao, autorOf())
  // A company may have been added between the sum and the first house: the second sum has it.
  if (outcome.kind === 'changed' && lotacao !== null) await casa.definir(lotacao, autorOf())
  return outcome
}

/** How many one transaction gives a place, and how many one request: the button goes on with the rest. */
const AT_ONCE = 20
const IN_A_REQUEST = 2_000

/** Gives places of the house to those whom nobody pays for: first to its own invitations. */
export async function acertarCasa(parts: Parts, autorOf: () => Autor): Promise<Acerto> {
  const { casa, convites } = parts
  const sum: Acerto = { acertados: 0, alem: 0 }
  const each = async (ids: string[], act: (some: string[]) => Promise<Acerto>) => {
    for (let at = 0; at < Math.min(ids.length, IN_A_REQUEST); at += AT_ONCE) {
      const { acertados, alem } = await act(ids.slice(at, at + AT_ONCE))
      sum.acertados += acertados
      sum.alem += alem
    }
  }
  const codigos = (await convites.list(NINGUEM.empresaid)).map(({ convite }) => convite.codigo)
  await each(codigos, (some) => casa.acertarConvites(some, autorOf()))
  await parts.painel.renew()
  await each(await withoutPlace(parts), (some) => casa.acertarConvidados(some, autorOf()))
  return sum
}

/** Closes or opens the public form: behind a closed one only personal invitations register. */
export const setCasaFechada = ({ mesas }: Parts, isFechada: boolean, autor: Autor) =>
  mesas.setFechada(CASA, isFechada, autor)
