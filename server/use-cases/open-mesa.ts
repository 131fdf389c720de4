import type { Mesa } from '../domain/mesa.ts'
import type { Storage } from '../domain/storage.ts'
import { isErasureDayAt, type Terms } from '../domain/terms.ts'

/** What a holder's token opens. */
export type OpenedMesa =
  | { kind: 'open'; empresaid: string }
  /** The organisation has given the table a newer link. */
  | { kind: 'replaced' }
  /** The day of erasure has come: none is shown, whether erased yet or not. */
  | { kind: 'erased' }
  /** No token of ours. */
  | { kind: 'not-found' }

interface OpeningParts extends Pick<Storage, 'mesas'>, Pick<Terms, 'eraseAt'> {
  parseMesaToken: (raw: string | undefined) => Pick<Mesa, 'empresaid' | 'versao'> | null
  now: () => number
}

/**
 * Opens a holder's panel. The signature is checked before storage is asked, so that guessing costs storage nothing.
 * Does not check that the company exists.
 * @param token what stands in the address; anything
 * @throws StorageError
 */
export async function openMesa(
  { mesas, parseMesaToken, eraseAt, now }: OpeningParts,
  token: string | undefined,
): Promise<OpenedMesa> {
  const said = parseMesaToken(token)
  if (!said) return { kind: 'not-found' }
  if (isErasureDayAt({ eraseAt }, now())) return { kind: 'erased' }
  const { versao } = await mesas.find(said.empresaid)
  return versao === said.versao ? { kind: 'open', empresaid: said.empresaid } : { kind: 'replaced' }
}
