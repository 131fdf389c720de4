import { holdSocket } from '../../test/support/held-socket.ts'
import { nameOf, telefoneOf } from '../../test/support/journey.ts'
import { isInstalled, startProxy, type ProxyName } from '../../test/support/proxies.ts'
import { MESA } from './convidados.ts'
import { cookieOf, get, openClient, post, type Outcome } from './load.ts'
import { databaseIn, lookAt, newDatabase, PRODUCTION } from './product.ts'
import { sleep, type Prova } from './prova.ts'
import { valueOf } from '../../test/support/sqlite-value.ts'

/** Journeys begun in a second, with three requests each. */
const PER_SECOND = 20
/** Milliseconds from one restart to the next; the server is up for part of it. */
const BETWEEN_MS = 2_500

/** How many processes are behind the proxy, whether they restart together or in turn, and how many times. */
interface Way {
  name: string
  processes: number
  isTogether: boolean
  restarts: { full: number; short: number }
}

const WAYS: Way[] = [
  { name: 'one process', processes: 1, isTogether: true, restarts: { full: 20, short: 3 } },
  { name: 'two in turn', processes: 2, isTogether: false, restarts: { full: 10, short: 2 } },
  { name: 'two at once', processes: 2, isTogether: true, restarts: { full: 10, short: 2 } },
]

/**
 * Guests come steadily through a proxy while the servers behind it are restarted over and over. A parent
 * holds their sockets, as systemd does, so that requests wait during a restart.
 */
export const reinicio: Prova = {
  goal: '20 restarts of one process, 10 of two in turn and 10 of two at once under steady posts, behind Caddy and behind nginx: 0 answers other than 2xx and 3xx',
  limitSeconds: { full: 400, short: 120 },
  async run(isShort) {
    const rows: { figure: string; isReached: boolean }[] = []
    for (const proxy of ['caddy', 'nginx'] as const) {
      if (!isInstalled(proxy))
        rows.push({ figure: `${proxy} is not installed: not tried`, isReached: isShort })
      else
        for (const way of WAYS)
          rows.push(await restartBehind(proxy, way, isShort ? way.restarts.short : way.restarts.full))
    }
    return {
      figure: rows.map(({ figure }) => figure).join('; '),
      isReached: rows.every((row) => row.isReached) && rows.some(({ figure }) => figure.includes('restarts')),
    }
  },
}

async function restartBehind(name: ProxyName, { name: way, processes, isTogether }: Way, restarts: number) {
  const directory = newDatabase({ [MESA]: 1_000_000 })
  // The server sees everybody at one address: the proxy's caller.
  const env = { ...PRODUCTION, SQLITE_PATH: databaseIn(directory), POSTS_PER_MINUTE: '0' }
  const hold = () => holdSocket([process.execPath, 'build/node/main.js'], env)
  const held = await Promise.all(Array.from({ length: processes }, hold))
  const stop = held.map((one) => one.end)
  try {
    const proxy = await startProxy(name, ...held.map(({ port }) => port))
    stop.unshift(proxy.stop)
    const lost: string[] = []
    let requests = 0
    let registered = 0
    let slowest = 0
    const look = (what: string, outcome: Outcome) => {
      requests += 1
      if (outcome.kind === 'answered') slowest = Math.max(slowest, outcome.ms)
      const isWell = outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 400
      if (!isWell) lost.push(`${what} ${outcome.kind === 'answered' ? outcome.status : outcome.kind}`)
      return isWell ? outcome.head : null
    }
    const journey = async (n: number) => {
      const client = openClient(proxy.port)
      look('page', await client.ask(get(`/${MESA}`, n)))
      const claim = look('claim', await client.ask(post(`/${MESA}`, n)))
      if (claim !== null) {
        const form = `nome=${encodeURIComponent(nameOf(n))}&telefone=${telefoneOf(n)}&empresaid=${MESA}`
        const told = look('registration', await client.ask(post('/cadastro', n, form, cookieOf(claim))))
        if (told !== null) registered += 1
      }
      client.close()
    }
    const coming = { isOver: false }
    const journeys: Promise<void>[] = []
    const convidados = (async () => {
      for (let n = 1; !coming.isOver; n++) {
        journeys.push(journey(n))
        await sleep(1_000 / PER_SECOND)
      }
    })()
    for (let n = 0; n < restarts; n++) {
      await sleep(BETWEEN_MS)
      const restarted = isTogether ? held : held.slice(n % processes, (n % processes) + 1)
      await Promise.all(restarted.map((one) => one.restart()))
    }
    await sleep(BETWEEN_MS)
    coming.isOver = true
    await convidados
    await Promise.all(journeys)
    const stored = lookAt(directory, (db) => Number(valueOf(db, 'SELECT count(*) FROM credencial')))
    return {
      figure:
        `${name}, ${way}: ${restarts} restarts, ${lost.length} of ${requests} requests lost` +
        (lost.length > 0 ? ` (${[...new Set(lost)].join(', ')})` : '') +
        `, ${registered} registered and ${stored} stored, slowest ${(slowest / 1000).toFixed(1)} s`,
      isReached: lost.length === 0 && stored === registered && registered > restarts * 10,
    }
  } finally {
    for (const one of stop) await one()
  }
}
