import { expect, test } from 'vitest'
import { changeTotal } from '../../../server/use-cases/create-empresa.ts'
import { aClaim, anEmpresa, NOW, unique } from '../../support/factories.ts'
import { createStore } from '../../support/stored.ts'
import { findEmpresa } from '../../../server/use-cases/empresas.ts'
import { aPainel } from '../../support/a-painel.ts'

const autor = () => ({ historicoid: unique('ato'), quem: 'cida', em: NOW })

/** A company with forty invitations, two used and one held. */
async function open() {
  const store = createStore()
  const stored = anEmpresa({ empresaid: 'serra', nome: 'Serra', cnpj: '1', icredencial: 40, licredencial: 2 })
  store.put('empresas', stored)
  const { empresas } = store.open()
  await empresas.claim(aClaim('serra'))
  const change = (typed: string, by = autor()) => changeTotal({ empresas }, 'serra', typed, by)
  const total = () => store.get('empresas', 'serra')?.icredencial
  return { store, stored, empresas, change, total }
}

test('another total is written, the rest of the company stays, and the history has one line', async () => {
  const { store, stored, change } = await open()
  expect(await change('45')).toEqual({ kind: 'changed' })
  expect(store.get('empresas', 'serra')).toEqual({ ...stored, icredencial: 45, licredencial: 3 })
  expect(store.all('historico')).toMatchObject([
    { ato: 'gravou-empresas', alvo: 'serra', detalhe: '0 1 40 45', quem: 'cida', em: NOW },
  ])
})

test('a total may fall to what is used and held, and no lower', async () => {
  const { store, change, total } = await open()
  expect(await change('2')).toEqual({ kind: 'too-low', least: 3 })
  expect([total(), store.count('historico')]).toEqual([40, 0])
  expect(await change('3')).toEqual({ kind: 'changed' })
  expect(total()).toBe(3)
})

test('the same total again, or what is no number, writes nothing', async () => {
  const { store, change } = await open()
  expect(await change(' 40 ')).toEqual({ kind: 'unchanged' })
  for (const typed of ['', 'dez', '-1', '4.5', '1e3', '1000000000'])
    expect(await change(typed)).toEqual({ kind: 'no-number' })
  expect(store.count('historico')).toBe(0)
})

test('a company that does not exist has no total', async () => {
  const { empresas } = createStore().open()
  expect(await changeTotal({ empresas }, 'nada', '5', autor())).toEqual({
    kind: 'empresa-not-found',
  })
})

test('of two organisers at once each leaves a line, and one of both totals stays', async () => {
  const { store, change, total } = await open()
  const changes = await Promise.all([change('50'), change('60')])
  expect(changes.map(({ kind }) => kind)).toEqual(['changed', 'changed'])
  expect([50, 60]).toContain(total())
  expect(store.count('historico')).toBe(2)
})

test('invitations taken while the total falls are never more than the total', async () => {
  const { store, empresas, change } = await open()
  const claims = Array.from({ length: 10 }, () => empresas.claim(aClaim('serra')))
  const changes = ['4', '5', '6', '7'].map((typed) => change(typed))
  await Promise.all([...claims, ...changes])
  const { icredencial, licredencial } = store.get('empresas', 'serra') ?? {}
  expect(Number(licredencial)).toBeLessThanOrEqual(Number(icredencial))
})

const NAMES = {
  a1: 'Posto Azul',
  a2: 'Posto Azul Norte',
  b: 'Sementes do Ipê-Roxo',
  c1: 'Haras',
  c2: 'HARAS',
}

for (const [typed, found] of [
  ['b', 'b'],
  ['posto azul', 'a1'],
  ['AZUL norte', 'a2'],
  ['ipe roxo', 'b'],
  ['sementes ipê', 'b'],
  ['azul', ['a1', 'a2']],
  ['haras', ['c1', 'c2']],
  ['nenhuma', []],
  ['??', []],
] as const) {
  test(`"${typed}" means ${typeof found === 'string' ? found : `none, of ${found.length} choices`}`, async () => {
    const painel = aPainel()
    for (const [empresaid, nome] of Object.entries(NAMES)) painel.putEmpresa({ empresaid, nome })
    const result = await findEmpresa(painel, ` ${typed} `)
    const ids =
      result.kind === 'found' ? result.empresa.empresaid : result.choices.map((one) => one.empresaid)
    expect(ids).toEqual(found)
  })
}
