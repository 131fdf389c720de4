import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

export interface RunningProcess {
  pid: number
  /** `renderer`, `utility`…; an empty text for the browser itself. */
  type: string
}

/** The browser that has a profile open, and all its descendants. */
export function processesOf(profile: string): RunningProcess[] {
  const browser = Number(readlinkSync(join(profile, 'SingletonLock')).split('-').pop())
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  )
  const isBelow = (pid: number | undefined): boolean =>
    pid === browser || (pid !== undefined && pid > 1 && isBelow(parents.get(pid)))
  return [...parents.keys()].filter(isBelow).map((pid) => ({ pid, type: typeOf(pid) }))
}

function parentOf(pid: number): number | undefined {
  // The part in brackets is a name, which may hold any character.
  const [, , parent] = / ([A-Z]) (\d+) [^)]*$/.exec(textOf(`/proc/${pid}/stat`)) ?? []
  return parent === undefined ? undefined : Number(parent)
}

const typeOf = (pid: number) => /--type=([\w-]+)/.exec(textOf(`/proc/${pid}/cmdline`))?.[1] ?? ''

/** An empty text for a process that has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
