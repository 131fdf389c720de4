import type { Services } from '../../server/composition.ts'
import type { ErasureLeft } from '../../server/domain/backups.ts'
import { whenAt } from '~/shared/words'

const LEFT: Record<ErasureLeft, string> = {
  bytes: 'erased data is still in the files of the database: make room on its disk',
  copies: 'copies of before the last erasure are still there: let the server delete them',
  note: 'expurgo.json beside the backups does not tell of the last erasure: make room on its disk, or let the server write it',
}

/**
 * For `/saude`: what an erasure has left, when the last backup was made, and whether one has failed since.
 */
export const backupsTold = (services: Pick<Services, 'backups' | 'now'>): string[] => [
  ...(services.backups?.left() ?? []).map((one) => LEFT[one]),
  ...lastTold(services),
]

function lastTold({ backups, now }: Pick<Services, 'backups' | 'now'>): string[] {
  const status = backups?.status(now())
  if (!status) return []
  const { madeAt, failedAt, isLate } = status
  const made = madeAt === null ? 'none yet' : new Date(madeAt).toISOString()
  if (failedAt !== null) return [`last backup: ${made}, failed at ${new Date(failedAt).toISOString()}`]
  return [`last backup: ${made}${isLate ? ', late' : ''}`]
}

/** The same for the board, and whether someone has to act; null if backups are not automatic. */
export function backupsShown({ backups, now, config }: Pick<Services, 'backups' | 'now' | 'config'>) {
  const status = backups?.status(now())
  if (!status) return null
  const { madeAt, failedAt, isLate } = status
  const when = (at: number) => whenAt(config.evento.inicio, at)
  const last =
    madeAt === null ? 'Ainda não há cópia de segurança' : `Última cópia de segurança: ${when(madeAt)}`
  if (failedAt !== null) return { said: `${last}. A de ${when(failedAt)} falhou.`, isWrong: true }
  const next = madeAt === null ? 'A primeira' : 'A seguinte'
  return { said: isLate ? `${last}. ${next} está atrasada.` : `${last}.`, isWrong: isLate }
}
