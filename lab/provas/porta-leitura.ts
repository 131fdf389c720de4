import { join } from 'node:path'
import { median, percentile } from '../bench/statistics.ts'
import { braked } from './porta-brake.ts'
import { openPorta, reads, type Porta } from './porta-page.ts'
import { isFilming, seenBy, watch, type Seen, type Verdict } from './porta-eye.ts'
import type { Listed } from './porta-list.ts'
import { processesOf } from './porta-processes.ts'
import { sleep, type Prova } from './prova.ts'

const CONVIDADOS = 500
/** How long each code is shown when codes follow on a clock, read or not: two pictures of the film. */
const HELD_MS = 500
/** A code not read after this counts as missed. */
const MISSED_MS = 3_000

/** The goals. In a short run the machine may have other things to do. */
const RUNS = {
  full: { codes: 60, p95: 150, brakedP95: 300 },
  short: { codes: 30, p95: 300, brakedP95: 600 },
}

/** A phone at the door without the server, and codes before its camera. */
export const portaLeitura: Prova = {
  goal: 'no server: from the first picture with a code until its verdict is on the screen p95 ≤ 150 ms, with the renderers stopped three quarters of the time ≤ 300 ms; different codes at 120 a minute, none missed',
  limitSeconds: { full: 240, short: 90 },
  async run(isShort) {
    const run = isShort ? RUNS.short : RUNS.full
    const porta = await openPorta(CONVIDADOS)
    try {
      let told: (verdict: Verdict) => void = () => {}
      await watch(porta.phone.page().context(), (verdict) => told(verdict))
      const page = await porta.visit()
      await reads(page)
      await isFilming(page)
      await porta.stopServer()

      const free = await readInTurn(porta, porta.convidados.slice(0, run.codes))
      const slow = await braked(renderersOf(porta), () =>
        readHeld(porta, porta.convidados.slice(run.codes, 2 * run.codes), (listener) => (told = listener)),
      )
      const seen = await seenBy(page)
      const [fast, braking] = [latencies(seen, free), latencies(seen, slow.result)]
      const missed = 2 * run.codes - fast.seen.length - braking.seen.length
      const stood = (100 * slow.stood).toFixed(0)
      return {
        figure:
          `${run.codes} codes at ${60_000 / HELD_MS} a minute, ${run.codes} with the renderers stopped ${stood} % of the ` +
          `time, ${missed} missed: ${shown(fast)}; stopped: ${shown(braking)}`,
        isReached:
          missed === 0 &&
          percentile(fast.seen, 95) <= run.p95 &&
          percentile(braking.seen, 95) <= run.brakedP95,
      }
    } finally {
      await porta.end()
    }
  },
}

function shown({ seen, taken }: ReturnType<typeof latencies>): string {
  const [middle, p95] = [median(seen), percentile(seen, 95)].map((ms) => ms.toFixed(0))
  return `median ${middle} ms, p95 ${p95} ms (${percentile(taken, 95).toFixed(0)} ms since the camera took the picture)`
}

const renderersOf = ({ directory }: Porta) =>
  processesOf(join(directory, 'porta-a')).flatMap(({ pid, type }) => (type === 'renderer' ? [pid] : []))

/** Shows one code after the other, on a clock. */
async function readInTurn(porta: Porta, convidados: Listed[]): Promise<Listed[]> {
  const begun = performance.now()
  for (const [n, convidado] of convidados.entries()) {
    porta.phone.camera.show(porta.codeOf(convidado))
    await sleep(begun + (n + 1) * HELD_MS - performance.now())
  }
  await sleep(MISSED_MS)
  return convidados
}

/** Shows each code until its verdict is there, and a random time longer, so that no two begin alike. */
async function readHeld(
  porta: Porta,
  convidados: Listed[],
  hear: (listener: (verdict: Verdict) => void) => void,
) {
  for (const convidado of convidados) {
    const isTold = new Promise<void>((resolve) => hear(({ nome }) => nome === convidado.nome && resolve()))
    porta.phone.camera.show(porta.codeOf(convidado))
    await Promise.race([isTold, sleep(MISSED_MS)])
    await sleep(Math.random() * 100)
  }
  await sleep(500)
  return convidados
}

/** For each of these guests who was let in, the time since the first picture with the code. */
function latencies({ pictures, verdicts }: Seen, convidados: Listed[]): { seen: number[]; taken: number[] } {
  const names = new Set(convidados.map(({ nome }) => nome))
  const times = { seen: [] as number[], taken: [] as number[] }
  let from = -Infinity
  for (const { nome, palavra, painted } of verdicts) {
    if (painted === null) continue
    const own = pictures.filter(({ seen }) => seen > from && seen < painted)
    // A guest has no picture of their own if their code was already before the camera at the previous
    // verdict.
    const first = own[0] ?? pictures.findLast(({ seen }) => seen < painted)
    from = painted
    if (!first || !names.has(nome) || palavra !== 'ENTRAR') continue
    times.seen.push(painted - first.seen)
    times.taken.push(painted - first.taken)
  }
  return times
}
