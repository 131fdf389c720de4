import type { Services } from '../composition.ts'
import type { Progress } from './progress.ts'

/** The world of a command, passed in so that a test can stand in for the terminal. */
export interface Cli {
  services: Services
  /** What the organiser asked for. */
  out: (line: string) => void
  /** Problems, usage, warnings: apart from `out`, so that a pipe carries results only. */
  err: (line: string) => void
  /** Puts a question and waits for the line typed; null when nobody sits at a terminal. */
  ask: ((question: string) => Promise<string>) | null
  /** Shows how far long work has come; shows nothing when nobody sits at a terminal. */
  progress: (label: string) => Progress
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

/** What a command ends with, as the process's exit code. */
export const EXIT = {
  done: 0,
  /** Understood, and not done or not wholly done; the reason was printed. */
  refused: 1,
  /** Not understood; the usage is printed. */
  usage: 2,
} as const

export type Exit = (typeof EXIT)[keyof typeof EXIT]

/** Tells why a command does not do what was asked. */
export function refuse(err: Cli['err'], ...sentences: string[]): Exit {
  for (const sentence of sentences) err(sentence)
  return EXIT.refused
}

/** One thing the organiser can ask for, with the arguments after its name. */
export type Command = (cli: Cli, args: string[]) => Promise<Exit>
