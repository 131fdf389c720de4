import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from './config.ts'
import { servedIdOf } from './domain/evento.ts'
import type { EventoGravado, EventoGuardado } from './domain/evento-gravado.ts'
import type { EventoRepo } from './domain/gravacao.ts'
import type { Logger } from './log.ts'

/** How old the event shown to guests may be, in milliseconds: storage is read once in this time, for all. */
export const FRESH_MS = 5_000

/** How long a page waits for storage to answer with the version; then it is shown as it was. */
const PATIENCE_MS = 1_000

/** How many times the stored version is asked for when it changes again, or cannot be made. */
const TRIES_MAX = 3

/** How long a page waits for another version whose art is kept. It does not wait for art to be drawn. */
const SWAP_MS = 150

/** The event the configuration describes, as it would first be stored; null if it describes none. */
export function describedIn({ evento, isDescribed, publicOrigin }: Config): EventoGravado | null {
  const host = publicOrigin === null ? 'localhost' : new URL(publicOrigin).hostname
  const rest = { mudancas: [], canceladoem: null, agendaem: 0, imagemid: null, anteriores: [] }
  return isDescribed ? { versao: 1, eventoid: servedIdOf(evento, host), evento, ...rest } : null
}

interface StartParts {
  now: () => number
  log: Pick<Logger, 'info' | 'warn'>
  /** False for commands: the first server stores what the configuration describes. */
  isEventoAdopted: boolean
}

/**
 * The event at the start: the stored one, or else the one the configuration describes.
 * @returns null if no event was ever described
 */
export async function eventoAtStart(
  eventos: Pick<EventoRepo, 'adotar' | 'find'>,
  config: Config,
  { now, log, isEventoAdopted }: StartParts,
): Promise<EventoGuardado | null> {
  const described = describedIn(config)
  if (!described || !isEventoAdopted) return (await eventos.find()) ?? described
  // A demonstration's sample that is over gives way to the one years later; an organiser's event never does.
  const known = config.isDemonstration ? null : await eventos.find()
  const stored = known ?? (await eventos.adotar(described, now()))
  if (!stored.evento) log.info({ versao: stored.versao }, NOT_TAKEN)
  else if (!isDeepStrictEqual(stored.evento, described.evento)) log.info({ versao: stored.versao }, STANDS)
  return stored
}

const STANDS =
  'the stored event stands, though the file describes another: npm run evento -- gravar takes the file over'

const NOT_TAKEN =
  'another event was begun and is not described yet: the file is of the former one, until npm run evento -- gravar'

const pause = (ms: number) => sleep(ms, undefined, { ref: false })

/** Services made for a version of the event. */
interface Made {
  guardado: EventoGuardado | null
}

interface FollowParts<Services extends Made> {
  /** What storage has now, after it has taken what the configuration describes. */
  find: EventoRepo['find']
  versao: EventoRepo['versao']
  /** Makes the services of a version and its art, which takes half a second when it has to be drawn. */
  make: (guardado: EventoGuardado | null) => Promise<Services>
  log: Pick<Logger, 'info' | 'warn'>
}

/**
 * Follows the stored event. Services are made for each version and swapped whole, so that a request that has
 * them shows one event from beginning to end.
 * @param first the services at the start
 * @returns the current services: the previous ones while another version is being drawn or storage does not
 * answer; with a `maxAgeMs` of 0 those of the stored version
 */
export function followEvento<Services extends Made>(
  { find, versao, make, log }: FollowParts<Services>,
  first: Services,
): (maxAgeMs?: number) => Services | Promise<Services> {
  let current = first
  let askedAt = performance.now()
  let asking: Promise<boolean> | null = null
  let swapping: Promise<void> | null = null

  const swap = async () => {
    const guardado = await find()
    if (guardado?.versao === current.guardado?.versao) return
    current = await make(guardado)
    log.info({ versao: guardado?.versao }, 'the event is another version')
  }
  /** Whether storage has another version. */
  const ask = async () => {
    try {
      return (await versao()) !== (current.guardado?.versao ?? 0)
    } finally {
      askedAt = performance.now()
      asking = null
    }
  }
  const failed = (err: unknown) => {
    log.warn({ err }, 'storage did not tell the event: pages show it as it was')
  }
  const swapped = () =>
    (swapping ??= swap()
      .catch((err: unknown) => {
        log.warn({ err }, 'another version of the event could not be made: pages show it as it was')
      })
      .finally(() => (swapping = null)))
  const renew = async () => {
    if (await (asking ??= ask())) await Promise.race([swapped(), pause(SWAP_MS)])
  }
  /**
   * A question or a swap begun before this call may concern an earlier version, so storage is asked again
   * until the current version is the stored one.
   */
  const renewNow = async () => {
    await asking?.catch(() => {})
    for (let tries = 0; tries < TRIES_MAX && (await ask()); tries++) await swapped()
  }
  return (maxAgeMs = FRESH_MS) => {
    if (maxAgeMs > 0 && performance.now() - askedAt < maxAgeMs) return current
    const renewed = (maxAgeMs === 0 ? renewNow() : renew()).catch(failed)
    const patience = maxAgeMs === 0 ? [] : [pause(PATIENCE_MS)]
    return Promise.race([renewed, ...patience]).then(() => current)
  }
}
