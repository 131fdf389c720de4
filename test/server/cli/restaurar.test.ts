import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fingerprintOf } from '../../../server/domain/chave.ts'
import { Database } from '../../../server/repos/sqlite/database.ts'
import { openSqlite } from '../../../server/repos/sqlite/index.ts'
import { aSecret, EVENTO } from '../../support/environment.ts'
import {
  aCadastro,
  aClaim,
  anAutor,
  anEmpresa,
  anEventoGravado,
  aGravar,
  aRegister,
  NOW,
} from '../../support/factories.ts'
import { lookAt, halfWrittenIn, valueOf, valuesOf } from '../../support/sqlite-value.ts'
import { aDirectory } from '../../support/temporary.ts'

const SECRET = aSecret('credencial')

/** A production house with a guest, a copy of it, and the built command. */
async function aHouse() {
  const directory = aDirectory()
  const path = join(directory, 'convites.db')
  const folder = join(directory, 'copias')
  const options = { backups: { directory: folder, everyMs: 1, keep: 5 } }
  const open = () => openSqlite(path, options)
  const storage = await open()
  await storage.transfer.keepFingerprint(fingerprintOf(SECRET))
  const put = (db: Database) =>
    db
      .prepare(
        'INSERT INTO empresa (empresaid, nome, contato, icredencial, licredencial) VALUES (?, ?, ?, 10, 0)',
      )
      .run(
        ...['empresaid', 'nome', 'contato'].map((field) => String(anEmpresa({ empresaid: 'mesa' })[field])),
      )
  lookAt(path, put)
  const register = async (nome: string, n: number) => {
    const chave = `chave-${n}`
    await storage.credenciais.register(
      aRegister({ cadastro: aCadastro({ nome }), chave, now: NOW + n, claim: aClaim('mesa') }),
    )
  }
  await register('ANTES', 1)
  const turn = await storage.backups?.turn(NOW)
  if (turn?.kind !== 'made') throw new Error('no copy')
  /** The package closes a file only when its statements are collected: the one that is there after this nobody has open. */
  const close = async () => {
    await storage.close()
    copyFileSync(path, `${path}.outro`)
    renameSync(`${path}.outro`, path)
    for (const beside of ['-wal', '-shm']) rmSync(path + beside, { force: true })
  }
  const run = (...args: string[]) => {
    const env = {
      NODE_ENV: 'production' as const,
      PATH: process.env.PATH,
      STORAGE: 'sqlite',
      SQLITE_PATH: path,
      SESSION_SECRET: aSecret('session'),
      CREDENCIAL_SECRET: SECRET,
      PUBLIC_ORIGIN: 'https://convite.test',
      TRUST_PROXY_HOPS: '1',
      EVENTO,
      BACKUP_DIR: folder,
    }
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['build/node/cli/main.js', 'restaurar', ...args],
      { env, encoding: 'utf8' },
    )
    return { exit: status, out: stdout, err: stderr }
  }
  const names = (file = path) =>
    lookAt(file, (db) => valuesOf(db, 'SELECT nome FROM credencial ORDER BY nome'))
  const formers = () => readdirSync(directory).filter((file) => file.includes('.anterior-'))
  return { directory, path, folder, copy: turn.path, storage, register, open, close, run, names, formers }
}

const listIdOf = (path: string) =>
  lookAt(path, (db) => valueOf(db, `SELECT valor FROM meta WHERE nome = 'alteracoes'`))

test('restaurar puts the copy in place, keeps the former beside it, renews the id of the door’s list, and says so', async () => {
  const { path, copy, register, open, close, run, names, formers, directory } = await aHouse()
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
  const { path, copy, register, close, run, names, formers, directory } = await aHouse()
  await register('DEPOIS', 2)
  const { exit, err } = run(copy)
  expect([exit, err]).toEqual([
    1,
    'O banco de dados está aberto: pare o servidor, e o que roda comandos por hora marcada.\nNada mudou.\n',
  ])
  await register('MAIS', 3)
  expect([names(), formers()]).toEqual([['ANTES', 'DEPOIS', 'MAIS'], []])
  expect(readdirSync(directory).filter((file) => file.includes('restaurando'))).toEqual([])
  await close()
  expect(names(path)).toHaveLength(3)
})

test('what a killed server left in the log stays with the former database', async () => {
  const { path, copy, close, run, names, formers, directory } = await aHouse()
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

test('an erasure made since is repeated, whether the database or the folder of copies tells of it', async () => {
  const { path, folder, copy, storage, close, run, names } = await aHouse()
  const carried = `${path}.levada`
  copyFileSync(copy, carried)
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + 1_000 }), undefined, {
    isEarlyAllowed: true,
    areContactsErased: true,
  })
  await storage.backups?.erase()
  await close()
  expect(existsSync(copy)).toBe(false)
  const said =
    'Os dados foram apagados em 1 de setembro de 2027, 12h, depois da cópia: foram apagados nela também.'
  const contacts = () => lookAt(path, (db) => valueOf(db, 'SELECT contato FROM empresa'))

  const first = run(carried)
  expect([first.exit, first.out.includes(said), names(), contacts()]).toEqual([0, true, [], ''])
  expect(readFileSync(path).includes('ANTES')).toBe(false)

  // Where the disk of the database is lost the folder of copies knows.
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
  const second = run(carried)
  expect([second.exit, second.out.includes(said), names(), contacts()]).toEqual([0, true, [], ''])

  rmSync(path)
  rmSync(join(folder, 'expurgo.json'))
  const third = run(carried)
  expect([third.exit, third.out.includes('não se sabe quem foi apagado'), names()]).toEqual([
    0,
    true,
    ['ANTES'],
  ])
})

test('where the event was described otherwise since, it is told that it is the copy’s again', async () => {
  const { storage, close, run } = await aHouse()
  const gravado = anEventoGravado()
  await storage.eventos.adotar(gravado, NOW)
  const turn = await storage.backups?.turn(NOW + 10)
  const copy = turn?.kind === 'made' ? turn.path : ''
  const told = 'O evento voltou a ser o da cópia: confira data e lugar em /painel/evento.\n'
  const evento = { ...gravado.evento, local: 'Tatersal do Parque' }
  await storage.eventos.gravar(aGravar({ versao: gravado.versao, evento }), anAutor())
  await close()
  expect(run(copy).out).toContain(told)
  expect(run(copy).out).not.toContain(told)
})

test('contacts erased with the guests stay erased when another event was begun since, too', async () => {
  const { path, copy, storage, close, run, names } = await aHouse()
  const carried = `${path}.levada`
  copyFileSync(copy, carried)
  const gravado = anEventoGravado()
  await storage.eventos.adotar(gravado, NOW)
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + 1_000 }), undefined, {
    isEarlyAllowed: true,
    areContactsErased: true,
  })
  await storage.backups?.erase()
  const next = {
    de: gravado.eventoid,
    eventoid: 'proximo',
    areContactsErased: false,
    balanco: null,
    entradas: null,
  }
  expect((await storage.eventos.comecarOutro(next, anAutor({ em: NOW + 2_000 }))).kind).toBe('comecou')
  // As another erasure does, which notes anew what the folder of copies knows.
  await storage.backups?.erase()
  await close()
  expect(run(carried).exit).toBe(0)
  expect([names(), lookAt(path, (db) => valueOf(db, 'SELECT contato FROM empresa'))]).toEqual([[], ''])
})

test('a copy made after an erasure is put back whole', async () => {
  const { copy, storage, register, close, run, names } = await aHouse()
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + 1_000 }))
  await storage.backups?.erase()
  await register('DEPOIS DO TESTE', 2)
  const turn = await storage.backups?.turn(NOW + 2_000)
  await close()
  const { exit, out } = run(turn?.kind === 'made' ? turn.path : copy)
  expect([exit, out.includes('apagados'), names()]).toEqual([0, false, ['DEPOIS DO TESTE']])
})

test('an erasure with the clock a day ahead hides no later one: who was erased last does not come back', async () => {
  const { path, storage, register, close, run, names } = await aHouse()
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + 86_400_000 }))
  await storage.backups?.erase()
  await register('PRIMEIRA', 2)
  await register('SEGUNDA', 3)
  const turn = await storage.backups?.turn(NOW + 10)
  const copy = turn?.kind === 'made' ? turn.path : ''
  const carried = `${path}.levada`
  copyFileSync(copy, carried)
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + 20 }))
  await storage.backups?.erase()
  await close()
  const first = run(carried)
  expect([first.exit, first.out.includes('foram apagados nela também'), names()]).toEqual([0, true, []])
  // The folder of copies alone tells as much.
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
  const second = run(carried)
  expect([second.exit, second.out.includes('foram apagados nela também'), names()]).toEqual([0, true, []])
})

test('a note of erasures that cannot be read refuses with a sentence, and nothing changes', async () => {
  const { folder, copy, register, close, run, names } = await aHouse()
  await register('DEPOIS', 2)
  await close()
  writeFileSync(join(folder, 'expurgo.json'), '')
  const { exit, out, err } = run(copy)
  expect([exit, out, names()]).toEqual([1, '', ['ANTES', 'DEPOIS']])
  expect(err).toMatch(/expurgo\.json, que diz quando os dados foram apagados, não se consegue ler/)
  expect(err.endsWith('Nada mudou.\n')).toBe(true)
})

test('a note of an earlier release is read by its instants', async () => {
  const { path, folder, copy, storage, close, run, names } = await aHouse()
  const carried = `${path}.levada`
  copyFileSync(copy, carried)
  await storage.credenciais.erasePersonalData(anAutor({ em: NOW + 1_000 }))
  const later = await storage.backups?.turn(NOW + 2_000)
  const since = later?.kind === 'made' ? later.path : ''
  await close()
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
  writeFileSync(join(folder, 'expurgo.json'), `{"apagadoem":${NOW + 1_000},"contatosem":null}\n`)
  expect([run(since).out.includes('apagados'), names()]).toEqual([false, []])
  rmSync(path)
  expect([run(carried).out.includes('foram apagados nela também'), names()]).toEqual([true, []])
})

test('guests removed one by one since do not come back, and their invitations are as they were left', async () => {
  const { path, storage, register, close, run, names } = await aHouse()
  await register('EXCLUÍDA', 2)
  await register('EXCLUÍDO SEM DEVOLVER', 3)
  const turn = await storage.backups?.turn(NOW + 10)
  await storage.credenciais.remove(String(NOW + 2), true, anAutor({ em: NOW + 20 }))
  await storage.credenciais.remove(String(NOW + 3), false, anAutor({ em: NOW + 21 }))
  await close()
  const { out } = run(turn?.kind === 'made' ? turn.path : '')
  expect(out).toContain('com 1 convidado.\n')
  expect(out).toContain('2 convidados excluídos depois da cópia não voltaram.')
  expect([names(), halfWrittenIn(path)]).toEqual([['ANTES'], []])
  expect(lookAt(path, (db) => valueOf(db, 'SELECT licredencial FROM empresa'))).toBe(2)
  expect(readFileSync(path).includes('EXCLUÍD')).toBe(false)
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
  const { path, copy, register, close, run, names, directory } = await aHouse()
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
    expect([exit, err.startsWith('Uso:\n  npm run restaurar -- ARQUIVO')]).toEqual([2, true])
  }
  expect(run('--help').out).toContain('npm run restaurar -- ARQUIVO')
})
