import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { Database } from '../../../../server/repos/sqlite/database.ts'
import { valueOf } from '../../../support/sqlite-value.ts'
import { aCadastro, aClaim, anAutor, anEmpresa, aRegister, NOW } from '../../../support/factories.ts'
import { openSqliteHarness } from '../../../support/sqlite-harness.ts'

/** Finds which of the texts are in the bytes of the database file or its log. */
function foundIn(path: string, texts: string[]): string[] {
  const bytes = [path, `${path}-wal`].map((file) => readFileSync(file))
  return texts.filter((text) => bytes.some((file) => file.includes(text)))
}

const cadastroOf = (n: number) =>
  aCadastro({
    nome: `ZULMIRA ${n} D’ÁVILA`,
    telefone: `119${String(70_000_000 + n)}`,
    email: `zulmira.${n}@exemplo.com`,
  })

test('after erasePersonalData no byte of a guest is left in the file, of those corrected or removed before neither', async () => {
  const harness = await openSqliteHarness()
  onTestFinished(() => harness.close())
  const { credenciais } = harness.storage
  await harness.putEmpresa(anEmpresa({ empresaid: 'mesa', icredencial: 1000 }))
  const texts: string[] = []
  for (let n = 0; n < 300; n++) {
    const cadastro = cadastroOf(n)
    const chave = `chave-da-pessoa-${n}-`
    const origem = `origem-da-pessoa-${n}-`
    texts.push(...Object.values({ ...cadastro }), chave, origem)
    await credenciais.register(
      aRegister({ cadastro, chave, now: NOW + n, claim: aClaim('mesa', { origem }) }),
    )
  }
  for (let n = 0; n < 100; n++) {
    const cadastro = aCadastro({ nome: `CORRIGIDA ${n}`, telefone: '2133334444', email: '' })
    await credenciais.correct(
      { credencialid: String(NOW + n), cadastro, shown: null, chaveOf: () => `corrigida-${n}-` },
      anAutor(),
    )
    await credenciais.remove(String(NOW + 200 + n), false, anAutor())
  }
  const left = foundIn(harness.path, texts)
  // Both of guests who are stored and of others: which of these are left depends on how the pages are
  // arranged.
  expect(left.length).toBeGreaterThan(500)
  expect(left.some((text) => /-2\d\d-$/.test(text))).toBe(true)

  expect(await credenciais.erasePersonalData(anAutor())).toBe(200)
  expect(foundIn(harness.path, [...texts, 'ZULMIRA', 'CORRIGIDA', 'corrigida-'])).toEqual([])
  expect(foundIn(harness.path, ['Fazenda Santa Clara'])).toEqual(['Fazenda Santa Clara'])
  expect((await harness.readReservas('mesa')).length).toBe(300)
  const db = new Database(harness.path, { readOnly: true })
  expect(valueOf(db, 'PRAGMA integrity_check')).toBe('ok')
  db.close()
})

test('erasePersonalData waits for a reader that still needs the log, and rejects when it stays', async () => {
  const harness = await openSqliteHarness()
  onTestFinished(() => harness.close())
  const { credenciais } = harness.storage
  await credenciais.register(aRegister({ cadastro: cadastroOf(1) }))
  const reader = new Database(harness.path)
  onTestFinished(() => reader.close())
  const read = () => {
    reader.exec('BEGIN')
    reader.prepare('SELECT * FROM credencial').all()
  }
  read()
  await expect(credenciais.erasePersonalData(anAutor())).rejects.toMatchObject({
    name: 'StorageError',
    message: expect.stringContaining('somebody keeps reading') as string,
  })
  expect(foundIn(harness.path, ['ZULMIRA'])).toEqual(['ZULMIRA'])
  reader.exec('COMMIT')
  read()
  setTimeout(() => reader.exec('COMMIT'), 100)
  expect(await credenciais.erasePersonalData(anAutor())).toBe(0)
  expect(foundIn(harness.path, ['ZULMIRA'])).toEqual([])
})
