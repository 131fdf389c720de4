import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { IDBFactory } from 'fake-indexeddb'
import { openPorta, type Porta } from '../../app/porta/porta.ts'
import { headersOf, type PairedPhone } from './porta-hall.ts'

/**
 * The code of a real phone, with a simulated clock and network here; `isUp` says whether the network is up.
 */
export interface OpenedPhone {
  porta: Porta
  network: { isUp: boolean }
}

export async function openBrowserPhone(url: string, paired: PairedPhone): Promise<OpenedPhone> {
  const network = { isUp: true }
  const opened = await openPorta({
    indexedDB: new IDBFactory(),
    fetch: async (_, init) => {
      if (!network.isUp) throw new TypeError('Failed to fetch')
      return fetch(`${url}/porta/sync`, { ...init, headers: headersOf(paired) })
    },
    now: () => Date.now(),
    monotonic: () => performance.now(),
    uuid: () => randomUUID(),
    later: (act, milliseconds) => {
      const timer = setTimeout(act, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  if (opened.kind !== 'open') throw new Error(`the door stays shut: ${opened.reason}`)
  await opened.porta.sayToday()
  return { porta: opened.porta, network }
}
