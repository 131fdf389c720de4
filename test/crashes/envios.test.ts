import { expect, onTestFinished, test } from 'vitest'
import { impressasIn, PEGO_MS } from '../../server/domain/envio.ts'
import { Database } from '../../server/repos/sqlite/database.ts'
import type { Ato } from '../../server/domain/historico.ts'
import { aCredencial, NOW } from '../support/factories.ts'
import { openSqliteHarness } from '../support/sqlite-harness.ts'
import { valueOf } from '../support/sqlite-value.ts'
import { startDyingOnSqlite, startOnSqlite } from '../support/storage-workers.ts'
import { runTogether } from '../support/workers.ts'

const IDS = [0, 1, 2].map((n) => String(NOW + n))

/** Guests with these ids, and processes that die at a point of an act. */
async function withConvidados(ids: string[]) {
  const harness = await openSqliteHarness()
  onTestFinished(() => harness.close())
  for (const credencialid of ids) await harness.putCredencial(aCredencial({ credencialid, nome: 'GUEST' }))
  const dieAt = async (failpoint: string, task: string, name: string) => {
    const dying = await startDyingOnSqlite(failpoint, task, harness.path, name, ids.length, NOW)
    dying.begin()
    expect((await dying.ended).signal).toBe('SIGKILL')
  }
  return { harness, dieAt }
}

/** Three guests to be reminded, and a process that died at a point of an act on the first. */
async function die(failpoint: string, task: string) {
  const { harness, dieAt } = await withConvidados(IDS)
  await dieAt(failpoint, task, 'cida')
  const again = async (name: string, later = NOW) =>
    runTogether([await startOnSqlite(task, harness.path, name, IDS.length, NOW, later)])
  const tipo = task === 'send-certificados' ? 'certificado' : 'lembrete'
  const stored = async () => (await harness.storage.envios.list(tipo)).map(({ estado }) => estado)
  return { harness, again, stored }
}

for (const [point, left, own] of [
  ['takeEnvio:before-commit', [], IDS],
  ['takeEnvio:after-commit', ['pego'], IDS],
  ['openEnvio:before-commit', ['pego'], IDS],
  // Only the sender knows whether the message left: it is offered to nobody.
  ['openEnvio:after-commit', ['aberto'], IDS.slice(1)],
  ['tellEnvio:before-commit', ['aberto'], IDS.slice(1)],
  ['tellEnvio:after-commit', ['enviado'], IDS.slice(1)],
] as const) {
  test(`a crash at ${point} leaves the row as it was or as it is to be, and the same device goes on with it`, async () => {
    const { again, stored } = await die(point, 'send')
    expect(await stored()).toEqual(left)
    expect(await again('cida')).toEqual(own)
    expect(await again('neusa', NOW + PEGO_MS)).toEqual([])
    expect(await stored()).toHaveLength(IDS.length)
  })
}

test('a process that dies once WhatsApp was opened for a certificate leaves the row to nobody, and the others to all', async () => {
  const { again, stored } = await die('openEnvio:after-commit', 'send-certificados')
  expect(await stored()).toEqual(['aberto'])
  expect(await again('neusa')).toEqual(IDS.slice(1))
  expect((await stored()).sort()).toEqual(['aberto', 'enviado', 'enviado'])
})

test('a row of a device that does not come back is offered to others ten minutes later', async () => {
  const { again } = await die('openEnvio:before-commit', 'send')
  expect(await again('neusa')).toEqual(IDS.slice(1))
  expect(await again('rui', NOW + PEGO_MS)).toEqual(IDS.slice(0, 1))
})

for (const [point, isDone] of [
  ['putTexto:halfway', false],
  ['putTexto:before-commit', false],
  ['putTexto:after-commit', true],
] as const) {
  test(`a crash at ${point} stores a text with its line or neither, and a repeat stores it once`, async () => {
    const { harness, again } = await die(point, 'texto')
    const counts = () => {
      const db = new Database(harness.path)
      const found = ['texto', `historico WHERE ato = 'mudou-texto'`].map((what) =>
        valueOf(db, `SELECT count(*) FROM ${what}`),
      )
      db.close()
      return found
    }
    expect(counts()).toEqual(isDone ? [1, 1] : [0, 0])
    await again('cida')
    expect(counts()).toEqual([1, 1])
  })
}

/** More guests than are marked in one transaction. */
const COUNT = 250

/** Guests whose sheet is being printed. The name of the one who marks it is also what the sheet says. */
async function open() {
  const { harness, dieAt } = await withConvidados(Array.from({ length: COUNT }, (_, n) => String(NOW + n)))
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
  return { dieAt, mark, unmark, marked, told }
}

for (const [point, left] of [
  ['halfway', []],
  ['before-commit', []],
  ['after-commit', ['sheet 100']],
] as const) {
  test(`a crash at markImpressas:${point} notes a part whole or not at all, and marked again all is noted`, async () => {
    const { dieAt, mark, marked, told } = await open()
    await dieAt(`markImpressas:${point}`, 'mark', 'sheet')
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
    const { dieAt, mark, unmark, marked, told } = await open()
    await runTogether([await mark('sheet')])
    await dieAt(`unmarkImpressas:${point}`, 'unmark', 'undo')
    expect(await marked()).toEqual(left)
    await runTogether([await unmark('undo-again')])
    expect([await marked(), await told('desmarcou-etiquetas')]).toEqual([[], [String(COUNT)]])
  })
}

test('processes that mark a sheet again and unmark it at once leave it unmarked, whole, and another one marked', async () => {
  const { dieAt, mark, unmark, marked, told } = await open()
  await dieAt('markImpressas:after-commit', 'mark', 'sheet')
  expect(await marked()).toEqual(['sheet 100'])
  await runTogether([await mark('sheet'), await unmark('one'), await unmark('two')])
  expect([await marked(), await told('desmarcou-etiquetas')]).toEqual([[], [String(COUNT)]])
  await runTogether([await mark('newer', NOW + 1), await mark('sheet')])
  expect(await marked()).toEqual([`newer ${COUNT}`])
})
