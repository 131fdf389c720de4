import { expect } from 'vitest'
import type { Storage } from '../../server/domain/storage.ts'
import { anAutor, anInvitation, unique } from '../support/factories.ts'
import { linhasDoHistoricoIn } from './convidados.ts'
import type { Harness } from './harness.ts'

export async function invited({ storage }: Harness) {
  const invitation = anInvitation()
  await storage.equipe.invite(invitation, anAutor())
  return invitation
}

export async function paired(harness: Harness) {
  const { aparelhoid, codigo } = await invited(harness)
  const segredo = unique('segredo')
  const pairing = await harness.storage.equipe.pair(codigo, segredo, anAutor())
  expect(pairing.kind).toBe('paired')
  return { aparelhoid, codigo, segredo }
}

/** An aparelho as it is stored now. */
export async function stored({ equipe }: Storage, aparelhoid: string) {
  return (await equipe.list()).find((aparelho) => aparelho.aparelhoid === aparelhoid)
}

export const linhasOn = async (harness: Harness, alvo: string) =>
  (await linhasDoHistoricoIn(harness, { alvo })).map(({ ato }) => ato)
