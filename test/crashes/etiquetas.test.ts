import { expect, onTestFinished, test } from 'vitest'
import { impressasIn } from '../../server/domain/envio.ts'
import type { Ato } from '../../server/domain/historico.ts'
import { NOW } from '../support/factories.ts'
import { openSqliteHarness } from '../support/sqlite-harness.ts'
import { startDyingOnSqlite, startOnSqlite } from '../support/storage-workers.ts'
import { runTogether } from '../support/workers.ts'

/** More guests than are marked in one transaction. */
const COUNT = 250

/** Guests whose sheet is in print; who marks it is named as what the sheet says. */
async function open() {
  const harness = await openSqliteHarness()
  onTestFinished(() => harness.close())
  for (let n = 0; n < COUNT; n++)
    await harness.putCredencial({
      empresaid: '',
      usuarioid: '',
      credencialid: String(NOW + n),
      cpf: '',
      nome: 'GUEST',
      telefone: '',
      email: '',
      qrcode: '',
      tipo: '',
      controle: '',
    })
  const mark = (name: string, feitaem = NOW) => startOnSqlite('mark', harness.path, name, COUNT, NOW, feitaem)
  const unmark = (name: string, feitaem = NOW) =>
    startOnSqlite('unmark', harness.path, name, COUNT, NOW, feitaem)
  const marked = async () => {
    const { envios } = harness.storage
    const noted = impressasIn(await envios.list('etiqueta'), await envios.list('desmarcada'))
    const said = new Set(noted.map(({ numero }) => numero))
    return [...said].map((one) => `${one} ${noted.filter(({ numero }) => numero === one).length}`)
  }
  const told = async (ato: Ato = 'marcou-etiquetas') => {
    const linhas = await harness.storage.historico.list({ ato, after: null, limit: 9 })
    return linhas.map(({ detalhe }) => detalhe)
  }
  return { harness, mark, unmark, marked, told }
}

for (const [point, left] of [
  ['halfway', []],
  ['before-commit', []],
  ['after-commit', ['sheet 100']],
] as const) {
  test(`a crash at markImpressas:${point} notes a part whole or not at all, and marked again all is noted`, async () => {
    const { harness, mark, marked, told } = await open()
    const dying = await startDyingOnSqlite(
      `markImpressas:${point}`,
      ...(['mark', harness.path, 'sheet', COUNT, NOW] as const),
    )
    dying.begin()
    expect((await dying.ended).signal).toBe('SIGKILL')
    expect(await marked()).toEqual(left)
    expect(await told()).toEqual([])
    await runTogether([await mark('sheet')])
    expect(await marked()).toEqual([`sheet ${COUNT}`])
    expect(await told()).toEqual([String(COUNT)])
  })
}

test('two processes that mark two sheets of the same guests at once leave what the later sheet shows', async () => {
  const { mark, marked } = await open()
  await runTogether([await mark('older', NOW), await mark('newer', NOW + 1), await mark('older', NOW)])
  expect(await marked()).toEqual([`newer ${COUNT}`])
})

for (const [point, left] of [
  ['before-commit', [`sheet ${COUNT}`]],
  ['after-commit', []],
] as const) {
  test(`a crash at unmarkImpressas:${point} leaves the sheet marked or unmarked, whole, and unmarked again it is told once`, async () => {
    const { harness, mark, unmark, marked, told } = await open()
    await runTogether([await mark('sheet')])
    const dying = await startDyingOnSqlite(
      `unmarkImpressas:${point}`,
      ...(['unmark', harness.path, 'undo', COUNT, NOW] as const),
    )
    dying.begin()
    expect((await dying.ended).signal).toBe('SIGKILL')
    expect(await marked()).toEqual(left)
    await runTogether([await unmark('undo-again')])
    expect([await marked(), await told('desmarcou-etiquetas')]).toEqual([[], [String(COUNT)]])
  })
}

test('processes that mark a sheet again and unmark it at once leave it unmarked, whole, and another one marked', async () => {
  const { harness, mark, unmark, marked, told } = await open()
  const dying = await startDyingOnSqlite(
    'markImpressas:after-commit',
    ...(['mark', harness.path, 'sheet', COUNT, NOW] as const),
  )
  dying.begin()
  await dying.ended
  expect(await marked()).toEqual(['sheet 100'])
  await runTogether([await mark('sheet'), await unmark('one'), await unmark('two')])
  expect([await marked(), await told('desmarcou-etiquetas')]).toEqual([[], [String(COUNT)]])
  await runTogether([await mark('newer', NOW + 1), await mark('sheet')])
  expect(await marked()).toEqual([`newer ${COUNT}`])
})
