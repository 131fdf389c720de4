import { createLog, type Logger } from '../../server/log.ts'

export interface LogLine extends Record<string, unknown> {
  level: number
  msg: string
}

/** A real log whose lines are collected, as they would be written. */
export function collectLog(level = 'trace'): { log: Logger; lines: LogLine[] } {
  const lines: LogLine[] = []
  const log = createLog(level, { write: (line) => void lines.push(JSON.parse(line) as LogLine) })
  return { log, lines }
}
