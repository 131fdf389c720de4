import type { Backups } from '../domain/backups.ts'
import { IMAGEM_MS } from '../domain/evento-gravado.ts'
import { PLANILHA_MS } from '../domain/planilha-repo.ts'
import { PROCEDENCIA_MS } from '../domain/procedencia.ts'
import type { Storage } from '../domain/storage.ts'
import { unreachableIn } from '../domain/empresaid.ts'
import type { Logger } from '../log.ts'

/** How long after a pass the next one comes, in milliseconds; sooner while avips are due. */
const IDLE_MS = 30_000
const DUE_MS = 5_000

interface MaintenanceParts {
  maintain: () => Promise<{ due: number }>
  remind: () => Promise<void>
  log: { error(fields: object, message: string): void }
}

export function createMaintenance({ maintain, remind, log }: MaintenanceParts) {
  let timer: NodeJS.Timeout | undefined
  let isDue = false
  let isStopped = false

  const failed = (err: unknown) => log.error({ err }, 'maintenance failed')

  const pass = async () => {
    isDue = false
    await maintain().then(({ due }) => (isDue ||= due > 0), failed)
    await remind().catch(failed)
  }
  const tick = async (idleMs: number) => {
    const isTime = isDue || idleMs >= IDLE_MS
    if (isTime) await pass()
    if (!isStopped) wait(DUE_MS, isTime ? DUE_MS : idleMs + DUE_MS)
  }
  const wait = (ms: number, idleMs: number) => {
    timer = setTimeout(() => void tick(idleMs), ms).unref()
  }

  return {
    /** Does a pass now, and then regularly, without keeping the process alive. */
    start: () => {
      if (!timer) wait(0, IDLE_MS)
    },
    /** Called when an avip could not be mirrored: the next pass comes soon, to notice an outage's end. */
    hurry: () => void (isDue = true),
    /** Stops after the pass under way. */
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

const UNREACHABLE =
  'nobody reaches these empresas: their id is reserved or no address; import each under another id'

interface MaintainParts extends Pick<
  Storage,
  'empresas' | 'credenciais' | 'planilhas' | 'avips' | 'eventos'
> {
  now: () => number
  log: Logger
}

/**
 * Marks the storage as in use, no longer a copy: a later move then refuses it instead of erasing what its
 * source lacks (decision 0007).
 */
export async function markInUse({ transfer }: Pick<Storage, 'transfer'>): Promise<void> {
  if (await transfer.isCopy()) await transfer.setCopy(false)
}

/**
 * Releases ended holds, mirrors due avips, erases recibos that ended, addresses older than PROCEDENCIA_MS,
 * uploads older than PLANILHA_MS, and pictures older than IMAGEM_MS that the event does not have, fills in
 * what guests are searched by, and wipes what was erased from storage's files, each once. If one fails, the
 * others are still done.
 * @returns holds released, avips mirrored and still due, and whether storage's files were wiped
 */
export async function maintain(parts: MaintainParts) {
  const { empresas, credenciais, planilhas, avips, eventos, now, log } = parts
  const [released, mirrored, forgotten, filled] = await Promise.allSettled([
    empresas.releaseEnded(now()),
    avips.mirrorDue(now(), (credencialid) => log.error({ credencialid }, 'avip refused')),
    Promise.all([
      credenciais.forgetFormCookies(now()),
      credenciais.forgetOrigens(now() - PROCEDENCIA_MS),
      planilhas.forget(now() - PLANILHA_MS),
      eventos.forgetImagens(now() - IMAGEM_MS),
    ]),
    credenciais.fillSearch(),
  ])
  // Last, to include what was erased just now.
  const [wiped] = await Promise.allSettled([credenciais.wipeRemoved()])
  if (released.status === 'rejected') throw released.reason
  if (mirrored.status === 'rejected') throw mirrored.reason
  if (forgotten.status === 'rejected') throw forgotten.reason
  if (filled.status === 'rejected') throw filled.reason
  if (wiped.status === 'rejected') throw wiped.reason
  return { released: released.value, ...mirrored.value, isWiped: wiped.value }
}

/**
 * Makes a server's pass: {@link markInUse} and a log line about companies whose page nobody can open, until
 * both have been done once; then {@link maintain}.
 */
export function createPass(parts: MaintainParts & Pick<Storage, 'transfer'>) {
  let isBegun = false
  return async () => {
    if (!isBegun) {
      await markInUse(parts)
      const unreachable = unreachableIn(await parts.empresas.list(parts.now()))
      if (unreachable.length > 0) parts.log.warn({ empresas: unreachable }, UNREACHABLE)
      isBegun = true
    }
    return maintain(parts)
  }
}

/** The longest time between two checks for a due copy, and the wait after a failed one, in milliseconds. */
const LOOK_MS = 30_000
/** Only tests make copies more often than this. */
const LOOK_MIN_MS = 20

interface BackupTurnsParts {
  backups: Pick<Backups, 'turn' | 'stop' | 'everyMs'> | null
  now: () => number
  log: Pick<Logger, 'info' | 'error'>
}

/** Makes copies automatically while a process is up, one turn at a time and alongside everything else. */
export function createBackupTurns({ backups, now, log }: BackupTurnsParts) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const turn = async ({ turn }: Pick<Backups, 'turn'>) => {
    try {
      const done = await turn(now())
      if (done.kind === 'made') log.info({ path: done.path, ms: done.ms }, 'backup made')
    } catch (err) {
      if (!isStopped) log.error({ err }, 'backup failed')
    }
  }
  const wait = (kept: NonNullable<BackupTurnsParts['backups']>, ms: number) => {
    timer = setTimeout(() => {
      void turn(kept).then(() => {
        if (!isStopped) wait(kept, Math.max(LOOK_MIN_MS, Math.min(LOOK_MS, kept.everyMs / 4)))
      })
    }, ms).unref()
  }

  return {
    /** Checks now, and then regularly, without keeping the process alive. */
    start: () => {
      if (backups && !timer) wait(backups, 0)
    },
    /** Also ends a copy under way. */
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      backups?.stop()
    },
  }
}
