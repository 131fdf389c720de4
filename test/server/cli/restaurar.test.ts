import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aCadastro, aClaim, aRegister, NOW } from '../../support/factories.ts'
import { lookAt, halfWrittenIn, valueOf } from '../../support/sqlite-value.ts'
import { aHouse } from './a-restore.ts'

const listIdOf = (path: string) =>
  lookAt(path, (db) => valueOf(db, `SELECT valor FROM meta WHERE nome = 'alteracoes'`))

test('restaurar puts the copy in place, keeps the former beside it, renews the id of the door’s list, and says so', async () => {
  const { directory, path, copy, register, open, close, run, names, formers } = await aHouse()
  await register('DEPOIS', 2)
  const id = listIdOf(path)
  await close()
  const { exit, out, err } = run(copy)
  expect([exit, err]).toEqual([0, ''])
  const [former = ''] = formers()
  expect(out.split('\n')).toEqual([
    'A cópia está no lugar, com 1 convidado.',
    `O banco de antes ficou em ${path}${former.slice('convites.db'.length)}.`,
    'Os celulares da portaria recebem a lista inteira de novo, e reenviam as entradas que guardam.',
    'Agora inicie o servidor.',
    '',
  ])
  expect([names(), names(join(directory, former))]).toEqual([['ANTES'], ['ANTES', 'DEPOIS']])
  expect([statSync(path).mode & 0o777, existsSync(copy), halfWrittenIn(path)]).toEqual([0o600, true, []])
  expect(listIdOf(path)).not.toBe(id)
  expect(readdirSync(directory).filter((file) => /restaurando|-wal|-shm/.test(file))).toEqual([])
  const again = await open()
  onTestFinished(() => again.close())
  expect((await again.credenciais.register(aRegister({ claim: aClaim('mesa') }))).kind).toBe('registered')
  expect((await again.porta.since(`${String(id)}.1`)).isInteira).toBe(true)
})

test('while a server or a command has the database open it is refused, and nothing changes', async () => {
  const { directory, path, copy, register, close, run, names, formers } = await aHouse()
  await register('DEPOIS', 2)
  const { exit, err } = run(copy)
  expect([exit, err]).toEqual([
    1,
    'O banco de dados está aberto: pare o servidor, e o que roda comandos por hora marcada.\nNada mudou.\n',
  ])
  await register('Mais', 3)
  expect([names(), formers()]).toEqual([['ANTES', 'DEPOIS', 'Mais'], []])
  expect(readdirSync(directory).filter((file) => file.includes('restaurando'))).toEqual([])
  await close()
  expect(names(path)).toHaveLength(3)
})

test('what a killed server left in the log stays with the former database', async () => {
  const { directory, path, copy, close, run, names, formers } = await aHouse()
  await close()
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { openSqlite } from './build/node/repos/sqlite/index.js'
     const { credenciais } = await openSqlite(${JSON.stringify(path)})
     await credenciais.register(${JSON.stringify({ ...aRegister({ cadastro: aCadastro({ nome: 'NO LOG' }), now: NOW + 9 }) })})
     process.stdout.write('done')
     setInterval(() => {}, 1000)`,
  ])
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(existsSync(`${path}-wal`)).toBe(true)
  expect(run(copy).exit).toBe(0)
  expect([names(), names(join(directory, formers()[0] ?? ''))]).toEqual([['ANTES'], ['ANTES', 'NO LOG']])
})

test.each([
  ['no file', (file: string) => rmSync(file), /^Não há o arquivo /],
  [
    'a text',
    (file: string) => writeFileSync(file, 'x'.repeat(9_000)),
    /não é uma cópia inteira deste sistema/,
  ],
  [
    'a copy cut short',
    (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 20_000)),
    /não é uma cópia inteira deste sistema/,
  ],
  [
    'a folder',
    (file: string) => {
      rmSync(file)
      mkdirSync(file)
    },
    /é uma pasta, ou não se deixa ler \(EISDIR\)/,
  ],
  ['an empty file', (file: string) => writeFileSync(file, ''), /não é uma cópia inteira deste sistema/],
  [
    'a copy of a newer version',
    (file: string) => lookAt(file, (db) => db.exec('PRAGMA user_version = 999')),
    /é de uma versão mais nova deste sistema \(esquema 999\)/,
  ],
  [
    'a copy of a version before the oldest that is known',
    (file: string) => lookAt(file, (db) => db.exec('PRAGMA user_version = 26')),
    /é de uma versão mais antiga deste sistema \(esquema 26\): abra-o uma vez com a versão 1\.2\.0/,
  ],
  [
    'a copy used with another secret',
    (file: string) => lookAt(file, (db) => db.exec(`UPDATE meta SET valor = 'x' WHERE nome = 'marca'`)),
    /foi usado com outro CREDENCIAL_SECRET/,
  ],
] as const)('%s is refused with a sentence, and nothing changes', async (_, spoil, sentence) => {
  const { directory, path, copy, register, close, run, names } = await aHouse()
  await register('DEPOIS', 2)
  await close()
  const file = `${path}.x`
  copyFileSync(copy, file)
  spoil(file)
  const { exit, out, err } = run(file)
  expect([exit, out, err.endsWith('Nada mudou.\n')]).toEqual([1, '', true])
  expect(err).toMatch(sentence)
  expect(names()).toEqual(['ANTES', 'DEPOIS'])
  expect(readdirSync(directory).filter((name) => /restaurando|anterior/.test(name))).toEqual([])
})

test('a database that cannot be read is replaced only when asked to, and kept', async () => {
  const { path, copy, close, run, names, formers } = await aHouse()
  await close()
  writeFileSync(path, 'x'.repeat(50_000))
  const refused = run(copy)
  expect([refused.exit, refused.err]).toEqual([
    1,
    'O banco de agora não se consegue ler. Com o servidor parado, repita com --danificado.\nNada mudou.\n',
  ])
  expect(run(copy, '--danificado').exit).toBe(0)
  expect([names(), formers()]).toEqual([['ANTES'], [expect.stringMatching(/^convites\.db\.anterior-/)]])
})

test('a copy of a former schema is put back as it is, for the release it is of', async () => {
  const { path, close, run, names } = await aHouse()
  await close()
  const copy = `${path}.v27`
  lookAt(copy, (db) => db.exec(readFileSync('test/fixtures/sqlite/v27.sql', 'utf8')))
  expect(run(copy)).toMatchObject({ exit: 0, err: '' })
  expect([lookAt(path, (db) => valueOf(db, 'PRAGMA user_version')), names().length]).toEqual([27, 3])
})

test('beside a database from before the oldest schema that is known nothing is put back', async () => {
  const { path, copy, close, run, names } = await aHouse()
  await close()
  lookAt(path, (db) => db.exec('PRAGMA user_version = 26'))
  const { exit, err } = run(copy)
  expect([exit, err]).toEqual([1, expect.stringContaining(`${path} é de uma versão mais antiga`)])
  expect([lookAt(path, (db) => valueOf(db, 'PRAGMA user_version')), names()]).toEqual([26, ['ANTES']])
})

test('without a file, or with two, the usage is printed', async () => {
  const { close, run } = await aHouse()
  await close()
  for (const args of [[], ['a', 'b'], ['--x']]) {
    const { exit, err } = run(...args)
    expect([exit, err.includes('Uso:\n  npm run restaurar -- ARQUIVO')]).toEqual([2, true])
  }
  expect(run('--help').out).toContain('npm run restaurar -- ARQUIVO')
})
