import { setTimeout as sleep } from 'node:timers/promises'
import { findEmulator, startEmulator } from '../../test/support/firestore/emulator.ts'
import type { ServerProcess } from '../../test/support/process.ts'
import { countBeside } from './firestore-counts.ts'
import { askNumeros, openPhone, serve, type Answer, type Served } from './firestore-served.ts'
import type { Prova } from './prova.ts'

const EVERY_MS = 2_500
const FRESH_SECONDS = 30
const PHONES = 20
const LOTE = 100
const FILA_MS = 5_000

/** Many changes at once, a full board read cold, and phones that come back from an hour without network. */
export const firestore: Prova = {
  goal:
    'on Firestore, 2 processes: 20,000 guests stored at once by others are on the board and on phones ≤ 30 s ' +
    'afterwards, none of their polls 503; 20 phones × 100 admissions ≤ 5 s, none 503; the board of 20,000 read cold, none 503; ' +
    'no act reads or writes more beside 20,000 guests than beside 500',
  limitSeconds: { full: 400, short: 150 },
  async run(isShort) {
    const counts: string[] = []
    let areFew = true
    for (const size of isShort ? [500] : [500, 5_000, 20_000]) {
      const rows = await countBeside(size)
      areFew &&= rows.every(({ isReached }) => isReached)
      const cells = rows.map(
        ({ act, reads, writes, isReached }) => `${act} ${reads}, ${writes}${isReached ? '' : ' (too many)'}`,
      )
      counts.push(`reads, writes beside ${size} guests: ${cells.join('; ')}`)
    }
    const source = await findEmulator()
    if (!source)
      return { figure: [...counts, 'the Firestore emulator is not installed'].join('; '), isReached: areFew }
    const emulator = await startEmulator(source)
    const served = await serve(emulator.host, PHONES)
    try {
      await served.putConvidados(1_000)
      const servers = [await served.startServer(), await served.startServer()]
      const parts = [
        await afterRajada(served, servers, isShort ? 2_000 : 20_000),
        await afterQueda(served, servers, isShort),
        await readCold(served),
      ]
      return {
        figure: [...parts.map(({ told }) => told), ...counts].join('; '),
        isReached: areFew && parts.every(({ isReached }) => isReached),
      }
    } finally {
      await served.close()
      await emulator.stop()
    }
  },
}

interface Part {
  told: string
  isReached: boolean
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** The answers in words, and the number refused. */
const toldOf = (answers: Answer[]) => {
  const refused = answers.filter(({ status }) => status !== 200).length
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  return { refused, told: `${answers.length} polls, ${refused} refused, slowest ${seconds(slowest)} s` }
}

/** Polls the board and a phone of each server while guests are stored elsewhere, until all show them. */
async function afterRajada(served: Served, servers: ServerProcess[], count: number): Promise<Part> {
  const polls = servers.flatMap((server, n) => {
    const phone = openPhone(n)
    return [() => askNumeros(server), () => phone.sync(server)]
  })
  for (const poll of polls) await untilAnswered(poll)
  let end = Infinity
  const writing = served.putConvidados(count).then(() => (end = performance.now()))
  const answers: Answer[] = []
  const freshAfter = await Promise.all(
    polls.map(async (poll) => {
      while (performance.now() < end + 90_000) {
        const [answer] = await Promise.all([poll(), sleep(EVERY_MS)])
        answers.push(answer)
        if (answer.convidados === served.count()) return performance.now() - end
      }
      return Infinity
    }),
  )
  await writing
  const slowest = Math.max(...freshAfter)
  const { refused, told } = toldOf(answers)
  return {
    told: `${count} changes: fresh after ${freshAfter.map(seconds).join(', ')} s; ${told}`,
    isReached: refused === 0 && slowest <= FRESH_SECONDS * 1000,
  }
}

/** Every phone sends a full batch at the same moment. */
async function afterQueda(served: Served, servers: ServerProcess[], isShort: boolean): Promise<Part> {
  const begun = performance.now()
  const answers = await Promise.all(
    Array.from({ length: PHONES }, async (_, n) => {
      const server = servers[n % servers.length]
      if (!server) throw new Error('no server')
      const admitted = Array.from({ length: LOTE }, (_, k) =>
        String(1_760_000_000_000 + ((n * LOTE + k) % served.count())),
      )
      return openPhone(n).sync(server, admitted)
    }),
  )
  const ms = performance.now() - begun
  const stored = answers.reduce((sum, { guardadas }) => sum + guardadas, 0)
  const there = await served.countEntradas()
  const { refused, told } = toldOf(answers)
  return {
    told: `${PHONES} × ${LOTE} admissions: ${stored} acknowledged, ${there} stored in ${seconds(ms)} s; ${told}`,
    isReached:
      refused === 0 && stored === PHONES * LOTE && there === stored && ms <= (isShort ? 4 : 1) * FILA_MS,
  }
}

/** A process that starts reads everything for the first page of the board. */
async function readCold(served: Served): Promise<Part> {
  const server = await served.startServer()
  const begun = performance.now()
  const answers = await untilAnswered(() => askNumeros(server))
  const ms = performance.now() - begun
  const { refused, told } = toldOf(answers)
  return {
    told: `${served.count()} guests cold: ${seconds(ms)} s; ${told}; ${answers.at(-1)?.convidados} counted`,
    isReached: refused === 0 && answers.at(-1)?.convidados === served.count(),
  }
}

async function untilAnswered(poll: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  const deadline = performance.now() + 90_000
  while (performance.now() < deadline) {
    answers.push(await poll())
    if (answers.at(-1)?.status === 200) return answers
    await sleep(500)
  }
  return answers
}
