import { expect } from 'vitest'
import type { LinhaDoHistorico, HistoricoQuery } from '../../server/domain/historico.ts'
import type { Storage } from '../../server/domain/storage.ts'
import type { RegisterRequest } from '../../server/domain/register.ts'
import { aCadastro, aClaim, anEmpresa, NOW } from '../support/factories.ts'
import { expectCounterToAgree } from './claims.ts'
import type { Harness } from './harness.ts'
import { registered } from '../support/registered.ts'

/** Invitations given before this product. */
export const BEFORE = 2

/** A company with this number of invitations left. @returns its id */
export async function withEmpresa(harness: Harness, left = 5): Promise<string> {
  const empresa = anEmpresa({ icredencial: left + BEFORE, licredencial: BEFORE })
  await harness.putEmpresa(empresa)
  return empresa.empresaid
}

/** A guest of a company, or of the public form. @returns the credencialid */
export async function aConvidado(
  { storage }: Harness,
  empresaid: string | null = null,
  fields: Partial<RegisterRequest> = {},
): Promise<string> {
  const claim = empresaid === null ? null : aClaim(empresaid, { origem: 'de-alguem' })
  return registered(storage.credenciais, { claim, ...fields })
}

/** A guest with this name, of the public form unless a company pays. @returns the credencialid */
export const named = (
  harness: Harness,
  nome: string,
  telefone = '65987654321',
  email = '',
  empresaid: string | null = null,
) => aConvidado(harness, empresaid, { cadastro: aCadastro({ nome, telefone, email }) })

/** When each guest inside was first admitted, by credencialid. */
export async function insideOf({ painel }: Pick<Storage, 'painel'>): Promise<Map<string, number>> {
  const inside = new Map<string, number>()
  for await (const { credencial, dentroDesde } of painel.list())
    if (dentroDesde !== null) inside.set(credencial.credencialid, dentroDesde)
  return inside
}

/** How many invitations a company has left. */
export const leftOf = async ({ storage }: Harness, empresaid: string) =>
  (await storage.empresas.find(empresaid, NOW))?.left

/** How many invitations of each company are used, after checking its counter against its reservas. */
export async function usedOf(harness: Harness, empresaids: string[]): Promise<number[]> {
  const used: number[] = []
  for (const empresaid of empresaids) {
    await expectCounterToAgree(harness, empresaid, BEFORE)
    const reservas = await harness.readReservas(empresaid)
    used.push(reservas.filter(({ estado }) => estado === 'usada').length)
  }
  return used
}

/** The acts of the history, oldest first. */
export async function linhasDoHistoricoIn(
  { storage }: Harness,
  query: Pick<HistoricoQuery, 'alvo' | 'ato' | 'quem'> = {},
): Promise<LinhaDoHistorico[]> {
  return (await storage.historico.list({ ...query, after: null, limit: 1000 })).reverse()
}

/** The company whose invitation pays for a guest, or null. */
export async function empresaOf({ storage }: Harness, credencialid: string): Promise<string | null> {
  const found = await storage.credenciais.findById(credencialid)
  if (!found) throw new Error(`no guest ${credencialid}`)
  return found.empresa?.empresaid ?? null
}

/** Checks that nothing is left of who claimed an invitation that pays, or paid, for these guests. */
export async function expectForgotten(
  harness: Harness,
  empresaid: string,
  credencialids: string[],
): Promise<void> {
  const theirs = (await harness.readReservas(empresaid)).filter(
    ({ credencialid }) => credencialid !== null && credencialids.includes(credencialid),
  )
  expect(theirs.map(({ sid, origem }) => [sid, origem])).toEqual(theirs.map(() => ['', null]))
}

/** The kinds of the outcomes, sorted. */
export function kindsOf(outcomes: { kind: string }[]): string[] {
  return outcomes.map(({ kind }) => kind).sort()
}

/** Runs an act this many times at once. */
export const atOnce = <Result>(times: number, act: (n: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => act(n)))
