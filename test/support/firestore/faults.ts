import { setTimeout as sleep } from 'node:timers/promises'
import { Code, StatusError } from './status-error.ts'
import type { Method } from './service.ts'

/** How the next calls of a method go wrong. */
export interface Fault {
  /** `*` is the next call, whatever it is. */
  method: Method | '*'
  /** The gRPC code of the answer; 0 answers well, late if `delayMs` says so; `hang` never answers. */
  code: number | 'hang'
  /** Before the call has done anything, or after it has done all: then only the answer is lost. */
  when: 'before' | 'after'
  /** How many calls; 1 when not said, `Infinity` until the reset. */
  times?: number
  /** How long the answer takes. */
  delayMs?: number
}

/** The faults to come, oldest first. */
export interface Faults {
  add: (fault: Fault) => void
  /** Does the call, or what the next fault for its method makes of it. */
  run: (method: Method, call: () => object[]) => Promise<object[]>
  clear: () => void
}

export function createFaults(): Faults {
  let pending: { fault: Fault; left: number }[] = []

  function take(method: Method): Fault | null {
    const next = pending.find(({ fault }) => fault.method === '*' || fault.method === method)
    if (!next) return null
    next.left -= 1
    pending = pending.filter(({ left }) => left > 0)
    return next.fault
  }

  return {
    add: (fault) => void pending.push({ fault, left: fault.times ?? 1 }),
    clear: () => void (pending = []),
    async run(method, call) {
      const fault = take(method)
      if (!fault) return call()
      const done = fault.when === 'after' ? call() : null
      if (fault.delayMs !== undefined) await sleep(fault.delayMs, undefined, { ref: false })
      if (fault.code === 'hang') return new Promise(() => {})
      if (fault.code !== Code.OK)
        throw new StatusError(fault.code, `A fault of the test, ${fault.when} ${method}.`)
      return done ?? call()
    },
  }
}
