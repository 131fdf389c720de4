import { expect, onTestFinished, test } from 'vitest'
import { PEGO_MS } from '../../server/domain/envio.ts'
import { Database } from '../../server/repos/sqlite/database.ts'
import { NOW } from '../support/factories.ts'
import { openSqliteHarness } from '../support/sqlite-harness.ts'
import { valueOf } from '../support/sqlite-value.ts'
import { startDyingOnSqlite, startOnSqlite } from '../support/storage-workers.ts'
import { runTogether } from '../support/workers.ts'

const IDS = [0, 1, 2].map((n) => String(NOW + n))

/** Three guests to be reminded, and a process that dies at a point of an act of the first. */
async function die(failpoint: string, task: string) {
  const harness = await openSqliteHarness()
  onTestFinished(() => harness.close())
  for (const credencialid of IDS)
    await harness.putCredencial({
      empresaid: '',
      usuarioid: '',
      credencialid,
      cpf: '',
      nome: 'GUEST',
      telefone: '',
      email: '',
      qrcode: '',
      tipo: '',
      controle: '',
    })
  const dying = await startDyingOnSqlite(failpoint, task, harness.path, 'cida', IDS.length, NOW)
  dying.begin()
  expect((await dying.ended).signal).toBe('SIGKILL')
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
  // Whether the message left nobody knows but who sent it: it is offered to nobody.
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
