import { pathToFileURL } from 'node:url'
import { decodePasta } from '../../server/planilhas/pasta.ts'
import { convidadosOf } from '../../server/planilhas/rows.ts'
import { LONG_TURN_MS, longestTurn } from '../../test/support/event-loop.ts'
import { EXHAUSTING } from '../../test/support/exhausting.ts'
import type { Prova } from './prova.ts'

/**
 * The longest turn of the event loop, and the longest reading: a proxy waits for twenty seconds. In a short
 * run the machine may have other things to do, and the other proofs leave more for a garbage collection.
 */
const MOST = { full: { turnMs: 50, wholeMs: 16_000 }, short: { turnMs: LONG_TURN_MS, wholeMs: 16_000 } }

type Reader = typeof import('../../server/planilhas/sheet-process.ts')

/** The most guests a sheet may have. */
const ROWS = 20_000

/** A sheet of that many guests, in twenty columns. */
function aWholeSheet(): Buffer {
  const others = Array.from({ length: 17 }, (_, n) => `nota ${n}`)
  const lettersOf = (n: number) =>
    Array.from(String(n), (digit) => 'ABCDEFGHIJ'.charAt(Number(digit))).join('')
  const row = (n: number) =>
    [`Maria ${lettersOf(n)}`, `119${10_000_000 + n}`, `m${n}@exemplo.com`, ...others].join(';')
  const head = ['Nome', 'WhatsApp', 'E-mail', ...others.map((_, n) => `p${n}`)].join(';')
  return Buffer.from([head, ...Array.from({ length: ROWS }, (_, n) => row(n))].join('\n'))
}

/** Spreadsheets made to exhaust their reader, and the largest allowed: nobody else waits for any of them. */
export const planilhas: Prova = {
  goal: 'sheets made to exhaust their reader, and one of 20,000 rows, read, stored and read back: no turn of the event loop takes more than 50 ms of processor, none is read for more than 16 s',
  limitSeconds: { full: 200, short: 200 },
  async run(isShort) {
    const most = isShort ? MOST.short : MOST.full
    // The built one: it starts its reader as a process of its own.
    const { readPlanilha } = (await import(
      pathToFileURL('build/node/planilhas/sheet-process.js').href
    )) as Reader
    const seen: { what: string; turn: number; ms: number }[] = []
    const time = async (what: string, work: () => Promise<unknown>) => {
      const begun = performance.now()
      const turn = await longestTurn(work)
      seen.push({ what, turn, ms: performance.now() - begun })
    }
    for (const [what, contents, says] of EXHAUSTING) {
      const bytes = contents()
      const reading = () => readPlanilha(bytes)
      let told = ''
      await time(what, () => reading().catch((error: unknown) => (told = String(error))))
      if (!told.includes(says)) throw new Error(`${what}: ${told}`)
    }
    const whole = aWholeSheet()
    let read = 0
    await time(`${ROWS} rows of twenty columns`, async () => {
      const pasta = await decodePasta(await readPlanilha(whole))
      read = pasta ? (await convidadosOf(pasta, null)).rows.length : 0
    })
    if (read !== ROWS) throw new Error(`${read} rows of ${ROWS} were read`)
    const [worst] = [...seen].sort((a, b) => b.turn - a.turn)
    const [slowest] = [...seen].sort((a, b) => b.ms - a.ms)
    if (!worst || !slowest) throw new Error('no sheets')
    return {
      figure:
        `${seen.length} sheets: longest turn ${worst.turn.toFixed(0)} ms (${worst.what}), ` +
        `longest reading ${(slowest.ms / 1000).toFixed(1)} s (${slowest.what})`,
      isReached: worst.turn <= most.turnMs && slowest.ms <= most.wholeMs,
    }
  },
}
