import { expect, onTestFinished, test } from 'vitest'
import { Database } from '../../../../server/repos/sqlite/database.ts'
import { aClaim, anEmpresa, aRegister } from '../../../support/factories.ts'
import { openSqliteHarness } from '../../../support/sqlite-harness.ts'
import { valueOf } from '../../../support/sqlite-value.ts'

test('a key whose guest was deleted by hand is the next guest’s, who takes one invitation however often the form comes', async () => {
  const harness = await openSqliteHarness()
  onTestFinished(() => harness.close())
  await harness.putEmpresa(anEmpresa({ empresaid: 'mesa', icredencial: 5 }))
  const { credenciais } = harness.storage
  const request = aRegister()
  await credenciais.register(request)
  const shell = new Database(harness.path)
  onTestFinished(() => shell.close())
  shell.exec('PRAGMA foreign_keys = OFF; DELETE FROM credencial')

  const answers = [1, 2, 3].map((n) =>
    credenciais.register({ ...request, now: request.now + n, claim: aClaim('mesa') }),
  )
  expect((await Promise.all(answers)).map(({ kind }) => kind)).toEqual([
    'registered',
    'already-registered',
    'already-registered',
  ])
  expect(valueOf(shell, "SELECT count(*) FROM reserva WHERE estado = 'usada'")).toBe(1)
  expect(valueOf(shell, 'SELECT count(*) FROM credencial')).toBe(1)
})
