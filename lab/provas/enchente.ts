import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { percentile } from '../bench/statistics.ts'
import { nameOf, telefoneOf } from '../../test/support/journey.ts'
import { MESA } from './convidados.ts'
import { cookieOf, get, openClient, post, type Client, type Outcome } from './load.ts'
import { newDatabase, startServer } from './product.ts'
import { sleep, type Prova } from './prova.ts'

const CONNECTIONS = 1_000
/** So many that no limit per address affects the measurement. */
const ADDRESSES = 4_096
const CONVIDADOS = 5
const PAUSE_MS = 50
const FLOODS = { '/saude': '/saude', 'a company': `/${MESA}`, 'a 404': '/nada/aqui' }

/** The goals, as a share and in milliseconds. In a short run the machine may have other things to do. */
const GOALS = { full: { share: 0.99, ms: 1_000 }, short: { share: 0.95, ms: 4_000 } }

/** A thousand connections request one page over and over, and a few guests want to register. */
export const enchente: Prova = {
  goal:
    '1,000 closed-loop connections on /saude, on a company, on a 404, while 5 guests register with 50 ms between: ' +
    '≥ 99 % of the registrations 303, p95 of claim, form and registration together ≤ 1 s',
  limitSeconds: { full: 180, short: 90 },
  async run(isShort) {
    const { port } = await startServer(newDatabase({ [MESA]: 1_000_000 }))
    const goals = isShort ? GOALS.short : GOALS.full
    const figures: string[] = []
    let isReached = true
    for (const [what, path] of Object.entries(FLOODS)) {
      const flood = await startFlood(port, path)
      const { tries, confirmed, times } = await registerMeanwhile(port, isShort ? 2_000 : 15_000)
      const { perSecond, refused } = await flood.stop()
      const p95 = times.length > 0 ? percentile(times, 95) : Infinity
      figures.push(
        `${what} (${perSecond.toFixed(0)}/s, ${refused.toFixed(0)} % of them 503): ` +
          `${times.length} of ${tries} registered, ${confirmed} read so, p95 ${p95.toFixed(0)} ms`,
      )
      isReached &&= tries > 0 && times.length >= goals.share * tries && p95 <= goals.ms
    }
    return { figure: figures.join('; '), isReached }
  },
}

/** Starts the flood; returns once it runs on all its connections. */
async function startFlood(port: number, path: string) {
  const script = new URL('flood.js', import.meta.url).pathname
  const child = spawn(
    process.execPath,
    [script, String(port), path, String(CONNECTIONS), String(ADDRESSES)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  process.once('exit', () => child.kill('SIGKILL'))
  const begun = performance.now()
  while (!printed.includes('ready\n') && child.exitCode === null) await sleep(20)
  return {
    async stop() {
      const seconds = (performance.now() - begun) / 1000
      child.kill('SIGTERM')
      await once(child, 'close')
      const statuses = JSON.parse(printed.replace('ready\n', '')) as Record<string, number>
      const total = Object.values(statuses).reduce((sum, count) => sum + count, 0)
      return { perSecond: total / seconds, refused: (100 * (statuses['503'] ?? 0)) / total }
    },
  }
}

let serial = 0

/** Guests register one after the other, each in a browser of their own: claim, form, registration, alert. */
async function registerMeanwhile(port: number, ms: number) {
  const until = performance.now() + ms
  const times: number[] = []
  let tries = 0
  let confirmed = 0
  const convidado = async () => {
    while (performance.now() < until) {
      tries += 1
      const client = openClient(port)
      const begun = performance.now()
      const cookie = await register(client, ++serial)
      if (cookie !== null) {
        times.push(performance.now() - begun)
        if (isAnswered(await client.ask(get('/', serial, cookie)), 200)) confirmed += 1
      }
      client.close()
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: CONVIDADOS }, convidado))
  return { tries, confirmed, times }
}

const isAnswered = (outcome: Outcome, status: number) =>
  outcome.kind === 'answered' && outcome.status === status

/** @returns the cookie that shows the alert, or null when the guest was not registered */
async function register(client: Client, n: number): Promise<string | null> {
  const claim = await client.ask(post(`/${MESA}`, n))
  if (claim.kind !== 'answered' || claim.status !== 303) return null
  const cookie = cookieOf(claim.head)
  if (!isAnswered(await client.ask(get(`/cadastro?empresaid=${MESA}`, n, cookie)), 200)) return null
  const form = `nome=${encodeURIComponent(nameOf(n))}&telefone=${telefoneOf(n)}&empresaid=${MESA}`
  const registration = await client.ask(post('/cadastro', n, form, cookie))
  if (registration.kind !== 'answered' || registration.status !== 303) return null
  return cookieOf(registration.head)
}
