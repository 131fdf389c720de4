import { readSigned } from '../../server/domain/signed-text.ts'
import { decideVeredito, type Lido, type Veredito } from '../../server/domain/veredito.ts'
import { firstAdmissionOf, type OwnFacts } from './facts.ts'
import type { GuestList, ListRow } from './list.ts'

/** Who was read; `isOld` where the link was replaced since. */
export interface Read {
  row: ListRow | null
  isOld: boolean
}

export const NOBODY: Read = { row: null, isOld: false }

/**
 * Whom a token opens.
 * @param hash of the token's text, whose signature a phone cannot check: only the list says that it is a true one
 */
export function readToken(list: GuestList, token: string, hash: string): Read {
  const row = list.byToken.get(hash)
  if (row) return { row, isOld: false }
  const said = readSigned(token)
  const former = list.byId.get(said.id)
  return former && said.versao < former.versao ? { row: former, isOld: true } : NOBODY
}

/** The verdict on a guest who was read, by the same rule as on the server. */
export function vereditoOf(own: OwnFacts, { row, isOld }: Read, entradaid: string): Veredito {
  const lido: Lido = row
    ? {
        kind: 'guest',
        isOld,
        isCancelado: row.isRetirado || row.isRemovido,
        primeira: firstAdmissionOf(own, row),
      }
    : { kind: 'unknown' }
  return decideVeredito(lido, entradaid)
}

/** How long a code out of sight is still the same scan. */
const SAME_SCAN_MILLISECONDS = 3_000

/**
 * Remembers what was just decided, so that a code held on does not scold whom it admitted: codes that were in sight
 * within the last three seconds; each reading starts them again.
 */
export function openRecent(monotonic: () => number) {
  const seen = new Map<string, number>()
  return {
    /** Whether this text was decided and has been in sight since. */
    isSame(text: string): boolean {
      const now = monotonic()
      for (const [each, at] of seen) if (now - at > SAME_SCAN_MILLISECONDS) seen.delete(each)
      if (!seen.has(text)) return false
      seen.set(text, now)
      return true
    },
    decided: (text: string) => void seen.set(text, monotonic()),
  }
}
