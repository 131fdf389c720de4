import { halfWrittenIn, valuesOf } from '../../test/support/sqlite-value.ts'
import { nameOf, telefoneOf } from '../../test/support/journey.ts'
import { cookieOf, post, type Client, type Outcome } from './load.ts'
import { databaseIn, lookAt, lookAtFile } from './product.ts'
import { sleep } from './prova.ts'

export const MESA = 'mesa-7'

/** Registrations and the outcome each guest saw. */
export interface Convidados {
  /** Registers the next guest; every other one at the company's table, after claiming an invitation. */
  register: (client: Client) => Promise<void>
  /** How many guests read that they were registered. */
  acknowledged: () => number
  /**
   * How many guests a database file lacks of those who read success before an instant (milliseconds since the
   * epoch).
   */
  missingIn: (path: string, before: number) => number
  /** Whether storage agrees: acknowledged ≤ stored ≤ acknowledged + unknown, and nobody is half-written. */
  compareWith: (directory: string) => { figure: string; isRight: boolean }
}

let serial = 0

/** Guests that nobody else in this run has. */
export function newConvidados(): Convidados {
  /** When each guest read success. */
  const acknowledged = new Map<string, number>()
  let unknown = 0

  return {
    acknowledged: () => acknowledged.size,

    async register(client) {
      const n = ++serial
      const nome = nameOf(n)
      const cookie = n % 2 === 0 ? await claim(client, n) : ''
      if (cookie === null) return
      const form = `nome=${encodeURIComponent(nome)}&telefone=${telefoneOf(n)}${cookie && `&empresaid=${MESA}`}`
      const outcome = await patiently(client.ask(post('/cadastro', n, form, cookie)))
      if (outcome.kind === 'unsent') return
      if (outcome.kind === 'answered' && outcome.status === 303)
        acknowledged.set(nome.toUpperCase(), Date.now())
      // The 503 page says itself that the guest may have been saved.
      else if (outcome.kind === 'unknown' || outcome.status >= 500) unknown += 1
    },

    missingIn(path, before) {
      const stored = new Set(lookAtFile(path, (db) => valuesOf(db, 'SELECT nome FROM credencial')))
      return [...acknowledged].filter(([nome, at]) => at < before && !stored.has(nome)).length
    },

    compareWith(directory) {
      const nomes = lookAt(directory, (db) => valuesOf(db, 'SELECT nome FROM credencial'))
      const stored = new Set(nomes)
      const missing = [...acknowledged.keys()].filter((nome) => !stored.has(nome)).length
      const faults = halfWrittenIn(databaseIn(directory))
      const isCounted = acknowledged.size <= stored.size && stored.size <= acknowledged.size + unknown
      return {
        figure:
          `${acknowledged.size} acknowledged, ${missing} of them missing, ${stored.size} stored, ` +
          `${unknown} unknown, ${faults.slice(0, 3).join(', ') || 'all whole'}`,
        isRight: missing === 0 && isCounted && faults.length === 0,
      }
    },
  }
}

/** @returns the cookie of the browser that now holds an invitation; null when it got none */
async function claim(client: Client, n: number): Promise<string | null> {
  const outcome = await patiently(client.ask(post(`/${MESA}`, n)))
  if (outcome.kind !== 'answered' || outcome.status !== 303) return null
  return cookieOf(outcome.head) || null
}

/** Waits after a refused connection, so that a server that is gone is not asked a hundred thousand times. */
async function patiently(asked: Promise<Outcome>): Promise<Outcome> {
  const outcome = await asked
  if (outcome.kind !== 'answered') await sleep(5)
  return outcome
}
