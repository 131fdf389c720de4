import { expect, test } from 'vitest'
import { digestOf } from '../../server/use-cases/effect.ts'
import { previewConvidados } from '../../server/use-cases/preview-convidados.ts'
import { previewEmpresas } from '../../server/use-cases/import-empresas.ts'
import { LONG_TURN_MS, longestTurn } from '../support/event-loop.ts'
import { aCadastro, NOW, anEmpresa } from '../support/factories.ts'
import { createStore } from '../support/stored.ts'

/** As many rows as a spreadsheet may have. */
const ROWS = Array.from({ length: 20_000 }, (_, n) => n)

const aRow = (n: number, empresaid: string | null, nome: string, cnpj: string) => ({
  line: n + 2,
  row: { empresaid, nome, cnpj, icredencial: 1, licredencial: 0 },
})

function parts() {
  const store = createStore()
  const { empresas, credenciais } = store.open()
  return {
    store,
    empresas,
    credenciais,
    now: () => NOW,
    empresaidOf: ({ nome, cnpj }: { nome: string; cnpj: string }) => `feita-${nome.length}-${cnpj}`,
    chaveOf: ({ telefone }: { telefone: string }) => telefone,
    chaveAntigaOf: () => null,
  }
}

const EMPRESAS: [what: string, rows: ReturnType<typeof aRow>[], counts: [number, number]][] = [
  ['of one name', ROWS.map((n) => aRow(n, null, 'Um', String(10_000 + n))), [20_000, 0]],
  [
    'of one name and cnpj, half of them without an id',
    ROWS.map((n) => aRow(n, n % 2 === 0 ? `e${n}` : null, 'Um', '1')),
    [10_000, 10_000],
  ],
  ['with an id and no cnpj', ROWS.map((n) => aRow(n, `e${n}`, `Mesa ${n}`, '')), [20_000, 0]],
]

for (const [what, rows, [inserted, bad]] of EMPRESAS) {
  test(`a preview of 20,000 companies ${what} makes nobody wait, and its sentences stay short`, async () => {
    const house = parts()
    for (const n of ROWS.slice(0, 2_000))
      house.store.put('empresas', anEmpresa({ empresaid: `s${n}`, nome: `Guardada ${n}` }))
    let effect: Awaited<ReturnType<typeof previewEmpresas>>['effect'] | null = null
    const turn = await longestTurn(async () => {
      effect = (await previewEmpresas(house, { rows, bad: [] })).effect
      await digestOf(effect)
    })
    expect(effect).toMatchObject({ inserted: { length: inserted }, bad: { length: bad } })
    expect(JSON.stringify(effect).length).toBeLessThan(20_000 * 400)
    expect(turn).toBeLessThan(LONG_TURN_MS)
  }, 300_000)
}

test('a preview of 20,000 guests, each of another company that 5,000 others resemble, makes nobody wait', async () => {
  const house = parts()
  for (const n of ROWS.slice(0, 5_000))
    house.store.put('empresas', anEmpresa({ empresaid: `s${n}`, nome: `Guardada ${n}` }))
  const rows = ROWS.map((n) => {
    const cadastro = aCadastro({
      nome: 'ANA',
      telefone: `119${String(n).padStart(8, '0')}`,
      email: 'a'.repeat(200),
    })
    return { line: n + 2, row: { cadastro, empresaid: null, empresa: `Guardada ${n}`, isWithdrawn: false } }
  })
  const bad = ROWS.map((n) => ({ line: n + 2, nome: 'a'.repeat(1_000), problems: ['b'.repeat(1_000)] }))
  const turn = await longestTurn(async () => {
    const { effect } = await previewConvidados(house, { rows, bad })
    await digestOf(effect)
  })
  expect(turn).toBeLessThan(LONG_TURN_MS)
}, 300_000)

test('effects that differ in one row have other digests, wherever the row stands', async () => {
  const bad = { line: 2, nome: 'a', problems: [] }
  const inserted = { line: 2, nome: 'a', valor: '' }
  const none = { inserted: [], changed: [], moved: [], equal: 0, juntas: [], avisos: [], bad: [] }
  const digests = await Promise.all(
    [
      none,
      { ...none, equal: 1 },
      { ...none, bad: [bad] },
      { ...none, moved: [{ line: 2, nome: 'a', changes: [] }] },
      { ...none, inserted: [inserted] },
    ].map(digestOf),
  )
  expect(new Set(digests).size).toBe(5)
})
