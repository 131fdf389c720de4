import { CONVIDADOS_NAMES, convidadosOf } from '../../server/planilhas/convidados.ts'
import { readTable } from '../../server/planilhas/sheet-process.ts'
import { ROWS_MAX } from '../../server/planilhas/sheet.mjs'
import { decodeTable, encodeTable } from '../../server/planilhas/stored-table.ts'
import { PlanilhaError } from '../../server/planilhas/table.ts'
import { longestTurn } from '../../test/support/event-loop.ts'
import { EXHAUSTING } from '../../test/support/exhausting.ts'
import type { Prova } from './prova.ts'

/** The longest turn of the event loop, and the longest reading: a proxy waits for twenty seconds. In a short run others may be at it. */
const MOST = { full: { turnMs: 50, wholeMs: 16_000 }, short: { turnMs: 150, wholeMs: 16_000 } }

/** As many guests as are taken, in twenty columns. */
function aWholeSheet(): Buffer {
  const others = Array.from({ length: 17 }, (_, n) => `nota ${n}`)
  const lettersOf = (n: number) =>
    Array.from(String(n), (digit) => 'ABCDEFGHIJ'.charAt(Number(digit))).join('')
  const row = (n: number) =>
    [`Maria ${lettersOf(n)}`, `119${10_000_000 + n}`, `m${n}@exemplo.com`, ...others].join(';')
  const head = ['Nome', 'WhatsApp', 'E-mail', ...others.map((_, n) => `p${n}`)].join(';')
  return Buffer.from([head, ...Array.from({ length: ROWS_MAX }, (_, n) => row(n))].join('\n'))
}

/** Spreadsheets made to exhaust who reads them, and the largest that is taken: nobody else waits for one. */
export const planilhas: Prova = {
  goal: 'sheets made to exhaust their reader, and one of 20,000 rows, read, stored and read back: no turn of the event loop takes more than 50 ms of processor, none is read for more than 16 s',
  limitSeconds: { full: 200, short: 200 },
  async run(isShort) {
    const most = isShort ? MOST.short : MOST.full
    const sheets = [
      ...EXHAUSTING.map(([what, contents]) => ({ what, bytes: contents() })),
      { what: `${ROWS_MAX} rows of twenty columns`, bytes: aWholeSheet() },
    ]
    const seen: { what: string; turn: number; ms: number }[] = []
    for (const { what, bytes } of sheets) {
      const begun = performance.now()
      const turn = await longestTurn(() => readAndStore(bytes))
      seen.push({ what, turn, ms: performance.now() - begun })
    }
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

async function readAndStore(bytes: Buffer): Promise<void> {
  try {
    const table = await readTable(bytes, CONVIDADOS_NAMES, { isWhole: true })
    await convidadosOf(table)
    await decodeTable(await encodeTable(table))
  } catch (error) {
    if (!(error instanceof PlanilhaError)) throw error
  }
}
