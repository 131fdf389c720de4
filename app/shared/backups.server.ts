import type { Services } from '../../server/composition.ts'
import { whenAt } from '~/shared/words'

/** Told by `/saude`: when the last copy was made, and whether one failed since; nothing where none are made. */
export function backupsTold({ backups, now }: Pick<Services, 'backups' | 'now'>): string[] {
  const status = backups?.status(now())
  if (!status) return []
  const { madeAt, failedAt, isLate } = status
  const made = madeAt === null ? 'none yet' : new Date(madeAt).toISOString()
  if (failedAt !== null) return [`last backup: ${made}, failed at ${new Date(failedAt).toISOString()}`]
  return [`last backup: ${made}${isLate ? ', late' : ''}`]
}

/** The same for the board, and whether somebody has to look after it; null where no copies are made by themselves. */
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
