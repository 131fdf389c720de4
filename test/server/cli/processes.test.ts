import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '../../../server/repos/sqlite/index.ts'
import { aClaim, anAutor, aRegister } from '../../support/factories.ts'
import { startFakeFirestore } from '../../support/firestore/fake.ts'
import { startFakeRtdb } from '../../support/rtdb/fake.ts'
import { aDirectory } from '../../support/temporary.ts'
import { EVENTO_POR_VIR } from '../../support/environment.ts'

/** Runs a built command in a directory of its own, where no developer's `.env` is read. */
function runCommand(directory: string, command: string, ...args: string[]) {
  const program = spawn(process.execPath, [resolve('build/node/cli/main.js'), command, ...args], {
    cwd: directory,
    env: { NODE_ENV: 'production', PATH: process.env.PATH, EVENTO: resolve(EVENTO_POR_VIR) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  program.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  program.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  return new Promise<{ exit: number | null; out: string; err: string }>((done) => {
    program.on('close', (exit) => done({ exit, out, err }))
  })
}

test('empresas imports the sample into an empty demonstration and lists it, and nothing else', async () => {
  const directory = aDirectory()
  const listed = await runCommand(directory, 'empresas', 'listar')
  expect(listed).toMatchObject({ exit: 0, err: '' })
  expect(listed.out).toContain('Ainda não há empresas')
  const imported = await runCommand(directory, 'empresas', 'importar', resolve('exemplos/empresas.csv'))
  expect(imported).toMatchObject({ exit: 0, err: '' })
  const { out } = await runCommand(directory, 'empresas', 'listar')
  expect(out).toContain('http://127.0.0.1:3000/leiloes-do-cerrado')
  expect(await runCommand(directory, 'empresas')).toMatchObject({ exit: 2, out: '' })
})

test('credenciais exports and erases a guest in the database of the server', async () => {
  const directory = aDirectory()
  const storage = await openSqlite(join(directory, 'data/convites.db'))
  await storage.empresas.importRows(
    [{ empresaid: 'mesa', nome: 'Mesa', icredencial: 5, licredencial: 0 }],
    false,
    anAutor(),
  )
  await storage.credenciais.register(aRegister({ claim: aClaim('mesa') }))
  expect(await runCommand(directory, 'credenciais', 'exportar', 'lista.csv')).toMatchObject({
    exit: 0,
    err: '',
  })
  const id = /\b[1-9]\d{12}\b/.exec(readFileSync(join(directory, 'lista.csv'), 'utf8'))?.[0] ?? ''
  expect(await runCommand(directory, 'credenciais', 'excluir', id, '--devolver')).toMatchObject({ exit: 1 })
  expect(await runCommand(directory, 'credenciais', 'excluir', id, '--devolver', '--sim')).toMatchObject({
    exit: 0,
  })
  expect(await storage.credenciais.findById(id)).toBeNull()
  expect((await storage.empresas.find('mesa', 0))?.left).toBe(5)
  await storage.close()
})

test('expurgo erases the guests of the server’s database, told to and before the term only when told so twice', async () => {
  const directory = aDirectory()
  const path = join(directory, 'data/convites.db')
  const storage = await openSqlite(path)
  await storage.credenciais.register(aRegister())
  await storage.close()
  const rehearsed = await runCommand(directory, 'expurgo')
  expect(rehearsed).toMatchObject({ exit: 0, err: '' })
  expect(rehearsed.out).toContain('A apagar: 1 credencial, 1 chave')
  expect(readFileSync(path).includes('MARIA CHAVE')).toBe(true)
  const erased = await runCommand(directory, 'expurgo', '--confirmar', '--antes-do-prazo')
  expect(erased).toMatchObject({ exit: 0, err: '' })
  expect(erased.out).toContain('1 credencial apagada.')
  expect(readFileSync(path).includes('MARIA CHAVE')).toBe(false)
  expect(await runCommand(directory, 'expurgo', 'já')).toMatchObject({ exit: 2, out: '' })
})

test('two imports at once of companies without an empresaid store each once, with the same links', async () => {
  const directory = aDirectory()
  const rows = Array.from({ length: 40 }, (_, n) => `Mesa ${n};5\n`)
  writeFileSync(join(directory, 'mesas.csv'), `nome;icredencial\n${rows.join('')}`)
  const imports = await Promise.all(
    ['a.csv', 'b.csv'].map((saida) =>
      runCommand(directory, 'empresas', 'importar', 'mesas.csv', '--saida', saida),
    ),
  )
  for (const { exit, err } of imports) expect([exit, err]).toEqual([0, ''])
  const [links, others] = ['a.csv', 'b.csv'].map((name) => readFileSync(join(directory, name), 'utf8'))
  expect(links).toBe(others)
  expect(links?.split('\r\n')).toHaveLength(42)
  expect((await runCommand(directory, 'empresas', 'listar')).out).toContain('40 empresas, 200 convites.')
})

test('a spreadsheet and arguments with control characters leave the terminal as it is', async () => {
  const directory = aDirectory()
  writeFileSync(
    join(directory, 'x.csv'),
    'empresaid;nome;icredencial;\u001B[2J\na\u001B]0;x\u0007;Um;1\u009B1A;\n',
  )
  const told = [
    await runCommand(directory, 'empresas', 'importar', 'x.csv'),
    await runCommand(directory, 'empresas', 'importar', 'nenhum\u001B[2J.csv'),
    await runCommand(directory, 'credenciais', 'excluir', '1\u001B[2J', '--sim'),
    await runCommand(directory, 'credenciais', 'exportar', 'nenhuma\u001B[2J/x.csv'),
  ]
  for (const { exit, out, err } of told) {
    expect(exit).toBe(1)
    expect(out + err).not.toMatch(/[^\P{Cc}\n]/u)
  }
})

test('a command that cannot be done says why in a sentence, without a stack', async () => {
  const directory = aDirectory()
  const missing = await runCommand(directory, 'empresas', 'importar', 'nenhum.csv')
  expect(missing).toMatchObject({ exit: 1, out: '' })
  expect(missing.err).toBe('O arquivo nenhum.csv não existe: confira o nome e a pasta.\n')
  expect(await runCommand(directory, 'manutencao')).toMatchObject({ exit: 0, err: '' })
  expect(existsSync(join(directory, 'data/convites.db'))).toBe(true)
})

test('migrar reads both sides’ settings from .env', async () => {
  const directory = aDirectory()
  const [fake, rtdb] = [await startFakeFirestore(), await startFakeRtdb()]
  onTestFinished(async () => {
    fake.close()
    await rtdb.close()
  })
  const storage = await openSqlite(join(directory, 'outro.db'))
  await storage.empresas.importRows(
    [{ empresaid: 'mesa', nome: 'Mesa', icredencial: 5, licredencial: 0 }],
    false,
    anAutor(),
  )
  await storage.credenciais.register(aRegister({ claim: aClaim('mesa') }))
  await storage.close()
  const settings = {
    SQLITE_PATH: 'outro.db',
    CREDENCIAL_SECRET: 'c'.repeat(40),
    GCP_PROJECT_ID: 'demo-convites',
    RTDB_URL: rtdb.url,
    FIRESTORE_EMULATOR_HOST: fake.host,
    METADATA_SERVER_DETECTION: 'none',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(directory, '.env'), lines.join(''))
  const { exit, out, err } = await runCommand(directory, 'migrar', '--de', 'sqlite', '--para', 'firebase')
  expect([exit, err]).toEqual([0, ''])
  expect(out).toMatch(/credenciais +1 +1/)
  expect(fake.documents('credencial').size).toBe(1)
  expect(existsSync(join(directory, 'data/convites.db'))).toBe(false)
})

test('arte reads the event that .env names, as the server does', () => {
  const directory = aDirectory()
  writeFileSync(join(directory, '.env'), 'EVENTO=outro.json\n')
  const { status, stderr } = spawnSync(process.execPath, [resolve('build/node/cli/main.js'), 'arte'], {
    cwd: directory,
    env: { NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('EVENTO=outro.json cannot be read')
})
