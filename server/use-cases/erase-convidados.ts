import type { ErasureLeft } from '../domain/backups.ts'
import { StorageError } from '../domain/errors.ts'
import type { EventoGravado } from '../domain/evento-gravado.ts'
import type { ErasureAsked } from '../domain/credencial-repo.ts'
import type { Autor } from '../domain/historico.ts'
import { isErasureOwed, type PersonalData } from '../domain/personal-data.ts'
import type { Storage } from '../domain/storage.ts'
import { isErasureDayAt, type Terms } from '../domain/quando.ts'

/** Once a day is often enough for the log. */
const REMINDER_MS = 86_400_000

/**
 * How long a count of nothing stays valid, in milliseconds: `/saude` is requested every few seconds, and
 * anything somebody types on the board after the erasure is found within the hour.
 */
const NOTHING_MS = 3_600_000

interface ErasureDueParts extends Pick<Terms, 'eraseAt'> {
  countPersonalData: () => Promise<PersonalData>
  now: () => number
  log: { warn(fields: object, message: string): void }
}

/** Knows whether the erasure promised to guests is still due, counting personal data from that day on. */
export function createErasureDue({ eraseAt, countPersonalData, now, log }: ErasureDueParts) {
  let nothingUntil = -Infinity
  let remindedAt = -Infinity

  const isDue = async () => {
    if (now() < nothingUntil || !isErasureDayAt({ eraseAt }, now())) return false
    const isOwed = isErasureOwed(await countPersonalData())
    if (!isOwed) nothingUntil = now() + NOTHING_MS
    return isOwed
  }

  return {
    /** Tells whether the day of erasure has come and personal data is still stored. */
    isDue,
    /** Says so in the log, once a day at most. */
    remind: async () => {
      if (now() - remindedAt < REMINDER_MS) return
      if (!(await isDue())) return
      remindedAt = now()
      log.warn(
        { since: new Date(eraseAt).toISOString() },
        'expurgo is due: npm run expurgo -- --confirmar erases the guests',
      )
    },
  }
}

type SurveyParts = Pick<Storage, 'transfer' | 'credenciais'> &
  Pick<Terms, 'eraseAt'> & { gravado: EventoGravado | null; now: () => number }

/** If no event is described, nobody was promised a day. */
const isDueBy = ({ gravado, eraseAt, now }: Omit<SurveyParts, 'transfer' | 'credenciais'>) =>
  gravado === null || isErasureDayAt({ eraseAt }, now())

type Erasure =
  /** The day of erasure has not come; nothing was erased. */
  | { kind: 'too-early' }
  /**
   * `copies` is how many copies of the database were deleted; null when storage makes none. What is `left`
   * because a disk is full, a server does by itself once there is room.
   */
  | { kind: 'erased'; erased: number; copies: number | null; left: ErasureLeft[] }

/** Tells whether the day of erasure has come, what personal data is stored, and what would stay. */
export async function surveyErasure(parts: SurveyParts) {
  const [pessoal, { empresas, reservas, entradas, historico }] = await Promise.all([
    parts.credenciais.countPersonalData(),
    parts.transfer.count(),
  ])
  const isDue = isDueBy(parts)
  return { isDue, pessoal, fica: { empresas, reservas, entradas, linhas: historico } }
}

/**
 * Erases every guest for good, in every copy too; companies, reservas and their counts stay. A repeat after a
 * failure continues from there. The server deletes any copies older than the erasure by itself.
 * @param onProgress called with the credentials erased so far and in all; what it throws stops the work
 */
export async function eraseConvidados(
  { credenciais, backups, ...terms }: Omit<SurveyParts, 'transfer'> & Pick<Storage, 'backups'>,
  asked: ErasureAsked,
  autor: Autor,
  onProgress?: (done: number, total: number) => void,
): Promise<Erasure> {
  if (!isDueBy(terms) && !asked.isEarlyAllowed) return { kind: 'too-early' }
  const { convidados } = await credenciais.countPersonalData()
  const progress = (done: number) => onProgress?.(done, convidados)
  const erased = await credenciais.erasePersonalData(autor, progress, asked).catch((cause: unknown) => {
    // The guests are gone; only their bytes are still in the files.
    if (cause instanceof StorageError && backups?.left().includes('bytes')) return convidados
    throw cause
  })
  if (erased === null) return { kind: 'too-early' }
  const copies = await eraseCopies({ backups })
  return { kind: 'erased', erased, copies, left: backups?.left() ?? [] }
}

/**
 * Deletes every copy.
 * @returns how many; 0 if it failed, as {@link Backups.left} then shows; null if there are none
 */
export async function eraseCopies({ backups }: Pick<Storage, 'backups'>): Promise<number | null> {
  if (!backups) return null
  return backups.erase().catch((cause: unknown) => {
    if (cause instanceof StorageError) return 0
    throw cause
  })
}

/** Clears the avips of erased guests. @returns how many are left, and the ids of those to clear by hand */
export async function clearAvips({ avips, now }: Pick<Storage, 'avips'> & { now: () => number }) {
  const { due } = await avips.mirrorDue(now())
  return { due, refused: await avips.findRefused() }
}
