import { readFileSync } from 'node:fs'
import {
  EventoError,
  parseEvento,
  type Evento,
  isSample,
  notPast,
  type ShownEvento,
} from './domain/evento.ts'

/**
 * Reads the file that describes the event.
 * @throws EventoError saying that it cannot be read, where it is no JSON, or every field that is wrong
 */
export function readEvento(path: string): Evento {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new EventoError(`EVENTO=${path} cannot be read: set it to the file that describes the event`, {
      cause,
    })
  }
  try {
    return parseEvento(JSON.parse(text))
  } catch (cause) {
    if (cause instanceof SyntaxError) {
      throw new EventoError(`${path} is not valid JSON: ${cause.message}`, { cause })
    }
    throw cause
  }
}

/**
 * Reads the event as a server and a command with this environment show it. The sample event of a demonstration
 * is shown whole years later once it is past, so that a demonstration never shows closed registrations; with EVENTO or
 * SESSION_SECRET every event is shown as described.
 */
export function readShownEvento(
  path: string,
  { EVENTO = '', SESSION_SECRET = '' }: Record<string, string | undefined>,
  now: number,
): ShownEvento {
  const evento = readEvento(path)
  const isOwn = EVENTO !== '' || SESSION_SECRET !== '' || !isSample(evento)
  return isOwn ? { evento, yearsLater: 0 } : notPast(evento, now)
}
