import { pino, type Logger } from 'pino'

export type { Logger }

/**
 * JSON lines on standard output. Nobody's name, phone, e-mail, token or address is ever handed to it: requests are
 * logged by route pattern, acts by credencialid or empresaid.
 */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
