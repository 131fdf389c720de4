import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openPorta, type Porta } from '../../app/porta/porta.ts'

/** What connects a phone to the server: answers as `fetch` does, or loses what was sent. */
export type Transport = (body: string) => Promise<Response>

/** A phone of the door: its real code, with a clock, a network and a disk under the test's control. */
export interface TestPhone {
  porta: Porta
  /** Lets time pass for the phone. */
  pass(milliseconds: number): void
  /** Changes its clock, as somebody may; the time that has passed stays the same. */
  changeClock(milliseconds: number): void
  /** Replaces the network; null is none. */
  connect(transport: Transport | null): void
  /** Closes the page and opens it again: memory is gone, the disk stays. */
  reopen(): Promise<void>
  disk: IDBFactory
  /** Ends the phone's waits that are due. */
  timers: { act: () => void; at: number }[]
}

/** @param begin by the phone's own clock, in milliseconds since the epoch */
export async function openPhone(begin: number, first: Transport | null = null): Promise<TestPhone> {
  let transport = first
  let clock = begin
  let passed = 0
  const disk = new IDBFactory()
  const timers: TestPhone['timers'] = []
  const around = {
    indexedDB: disk,
    fetch: async (_: unknown, init?: RequestInit) => {
      if (!transport) throw new TypeError('Failed to fetch')
      return transport(typeof init?.body === 'string' ? init.body : '')
    },
    now: () => clock,
    monotonic: () => passed,
    uuid: () => crypto.randomUUID(),
    later: (act: () => void, milliseconds: number) => {
      const timer = { act, at: passed + milliseconds }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer) >>> 0, 1)
    },
  }
  const open = async (): Promise<Porta> => {
    const opened = await openPorta(around)
    if (opened.kind !== 'open') throw new Error(`the door stays shut: ${opened.reason}`)
    return opened.porta
  }
  const phone: TestPhone = {
    porta: await open(),
    pass(milliseconds) {
      clock += milliseconds
      passed += milliseconds
      for (const timer of timers.filter(({ at }) => at <= passed)) {
        timers.splice(timers.indexOf(timer), 1)
        timer.act()
      }
    },
    changeClock: (milliseconds) => void (clock += milliseconds),
    connect: (next) => void (transport = next),
    async reopen() {
      phone.porta.close()
      phone.porta = await open()
    },
    disk,
    timers,
  }
  return phone
}

/**
 * The server hears everything, and every third answer is lost: completely, by half, or behind a 503.
 * @param how counts the answers, for several phones if they share it
 */
export function losing(transport: Transport, how: { n: number }): Transport {
  return async (body) => {
    const response = await transport(body)
    const text = await response.text()
    how.n += 1
    if (how.n % 3 !== 0) return new Response(text, { status: response.status })
    if (how.n % 2 === 0) return new Response(text.slice(0, text.length / 2))
    if (how.n % 5 === 0) return new Response('', { status: 503 })
    throw new TypeError('Failed to fetch')
  }
}
