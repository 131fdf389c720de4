import { launch, visit, type Visit } from '../browser.ts'
import { startProduct, startRaw, withContestants } from '../contestants.ts'
import { interleave, type Measurement } from '../measurement.ts'
import { buildSpa } from '../spa.ts'

const FORM = {
  shown: ['form [name=nome]', 'form [name=telefone]', 'form [name=email]', 'form button'],
  field: 'NOME COMPLETO',
}
const SPA = 'Firebase single-page app'

/** A guest's first visit to the form on a bad network, in a real browser. */
export const form: Measurement = {
  rows: [
    { name: 'bytes to a usable form', goal: { kind: 'at-most', value: 1 / 20 }, unit: 'B', peer: SPA },
    {
      name: 'time to a usable form on slow 3G',
      goal: { kind: 'at-most', value: 1 / 5 },
      unit: 'ms',
      peer: SPA,
    },
    {
      name: 'JavaScript before the form is usable',
      goal: { kind: 'at-most', value: 0 },
      unit: 'B',
      peer: null,
    },
  ],
  measure: async ({ rounds }, directory) => {
    const answers = await buildSpa()
    return withContestants([startProduct(directory), startRaw(directory, answers)], async (servers) => {
      const browser = await launch()
      try {
        const visits = servers.map(
          ({ port }) =>
            () =>
              visit(browser, { ...FORM, url: `http://127.0.0.1:${port}/cadastro` }),
        )
        await interleave(1, visits)
        const [ours = [], spa = []] = await interleave(rounds, visits)
        const both = (figure: keyof Visit) => ({
          ours: ours.map((seen) => seen[figure]),
          peer: spa.map((seen) => seen[figure]),
        })
        return [
          {
            ...both('bytes'),
            note: 'every answer begun by then counted whole, with headers; nothing cached',
          },
          { ...both('usableMs'), note: '400 kbit/s, 400 ms, CPU ÷ 4' },
          { ...both('scriptBytes'), peer: [], note: 'on slow 3G' },
        ]
      } finally {
        await browser.close()
      }
    })
  },
}
