import { readFileSync } from 'node:fs'
import { EventoError, parseEvento, type Evento } from './evento.ts'

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
