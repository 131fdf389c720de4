import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { credenciais, empresas } from '../../../server/cli/commands.ts'
import { StorageError } from '../../../server/domain/errors.ts'
import { EVENTO_POR_VIR } from '../../support/environment.ts'
import { aClaim, anEmpresa, aRegister, NOW } from '../../support/factories.ts'
import { nameOf, openJar, readLeft, telefoneOf } from '../../support/journey.ts'
import { openHouse } from '../../support/sqlite-house.ts'
import { aCli, type TestCli } from './a-cli.ts'
import { aDirectory } from '../../support/temporary.ts'

const ONE = `-${'a'.repeat(42)}`
const TWO = 'b'.repeat(43)

/** Guests of one address, a second apart; at a company, or of the public form. @returns their ids */
async function register(
  { services }: TestCli,
  count: number,
  { empresaid, origem = ONE, from = NOW - 60_000 }: { empresaid?: string; origem?: string; from?: number },
) {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const at = { origem, now: from + n * 1_000 }
    const convite = empresaid === undefined ? null : aClaim(empresaid, at)
    const registration = await services.credenciais.register(aRegister({ ...at, claim: convite }))
    if (registration.kind !== 'registered') throw new Error(registration.kind)
    ids.push(registration.credencial.credencialid)
  }
  return ids
}

async function withRajada(world: Parameters<typeof aCli>[0] = {}) {
  const test = await aCli(world)
  await test.putEmpresa(anEmpresa({ empresaid: 'mesa', nome: 'Fazenda Acme', icredencial: 200 }))
  const rajada = await register(test, 12, { empresaid: 'mesa' })
  const honest = await register(test, 1, { empresaid: 'mesa', origem: TWO })
  return { ...test, rajada, honest }
}

/** The commands `rajadas` prints, split as a shell would. */
const commandsIn = (out: string) =>
  [...out.matchAll(/npm run credenciais -- (excluir .*)$/gm)].map(([, args = '']) => args.split(' '))

test('rajadas lists who registered ten or more in quick succession, with the command that undoes it', async () => {
  const { run } = await withRajada()
  const { exit, out, err } = await run(empresas, 'rajadas')
  expect([exit, err]).toEqual([0, ''])
  expect(out.split('\n').slice(0, 3)).toEqual([
    'ENDEREÇO      EMPRESA       DE                   ATÉ                  CADASTROS',
    '-aaaaaaaaaaa  Fazenda Acme  2027-09-01T11:59:00  2027-09-01T11:59:11         12',
    '',
  ])
  expect(out).toContain(
    'npm run credenciais -- excluir --origem=-aaaaaaaaaaa --devolver --empresa=mesa ' +
      '--de=2027-09-01T11:59:00 --ate=2027-09-01T11:59:11',
  )
})

test('rajadas of a company shows any two in succession, and says when there is none', async () => {
  const test = await aCli()
  await test.putEmpresa(anEmpresa({ empresaid: 'mesa' }))
  await register(test, 2, { empresaid: 'mesa' })
  expect((await test.run(empresas, 'rajadas')).out).toBe('Nenhuma rajada de cadastros nas últimas 48 horas.')
  expect((await test.run(empresas, 'rajadas', 'mesa')).out).toMatch(/^-aaaaaaaaaaa .* 2$/m)
  expect((await test.run(empresas, 'rajadas', 'outra')).out).toContain('Nenhuma rajada')
  expect((await test.run(empresas, 'rajadas', 'mesa', 'outra')).exit).toBe(2)
})

test('rajadas shows small groups of several addresses that are many together, and no command that undoes them', async () => {
  const test = await aCli()
  await test.putEmpresa(anEmpresa({ empresaid: 'mesa', nome: 'Fazenda Acme', icredencial: 200 }))
  for (const [n, origem] of ['a', 'b', 'c'].entries())
    await register(test, 9, {
      empresaid: 'mesa',
      origem: origem.repeat(43),
      from: NOW - 600_000 + n * 60_000,
    })
  const { exit, out } = await test.run(empresas, 'rajadas')
  expect(exit).toBe(0)
  expect(out).toContain('Nenhuma rajada de cadastros')
  expect(out).toMatch(/^Fazenda Acme +2027-09-01T11:50:00 +2027-09-01T11:52:08 +27 +3$/m)
  expect(commandsIn(out)).toEqual([])
})

test('the command as it is printed shows the names, saves them, and gives the invitations back', async () => {
  const test = await withRajada()
  const [args = []] = commandsIn((await test.run(empresas, 'rajadas')).out)
  const path = join(aDirectory(), 'excluidos.csv')
  const { exit, out, err } = await test.run(credenciais, ...args, '--sim', '--salvar', path)
  expect([exit, err]).toEqual([0, ''])
  for (const id of test.rajada) expect(out).toMatch(new RegExp(`^${id}  MARIA CHAVE`, 'm'))
  expect(out).not.toContain(test.honest[0])
  expect(out).toContain(`Nomes guardados em ${path}.`)
  expect(out).toContain('12 cadastros excluídos.\n12 convites voltaram para mesa.')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const saved = readFileSync(path, 'utf8')
  for (const id of test.rajada) expect(saved).toContain(`;${id};`)

  expect(await test.readEmpresa('mesa')).toMatchObject({ licredencial: 1 })
  expect((await test.readCredenciais()).map((c) => c.credencialid)).toEqual(test.honest)
  const again = await test.run(credenciais, ...args, '--sim')
  expect([again.exit, again.err]).toEqual([1, expect.stringContaining('Nenhum cadastro deste endereço')])
})

test('without a yes nothing is erased and no file stays; nobody to ask demands --sim', async () => {
  const directory = aDirectory()
  const path = join(directory, 'excluidos.csv')
  let answer = 'não'
  const asked: boolean[] = []
  const ask = async () => (asked.push(existsSync(path)), answer)
  const test = await withRajada({ ask })
  const [args = []] = commandsIn((await test.run(empresas, 'rajadas')).out)
  const refused = await test.run(credenciais, ...args, '--salvar', path)
  expect([refused.exit, refused.err, readdirSync(directory)]).toEqual([1, 'Nada foi excluído.', []])
  answer = 'sim'
  expect((await test.run(credenciais, ...args, '--salvar', path)).exit).toBe(0)
  // The names were safe before the question was put.
  expect(asked).toEqual([true, true])

  const unattended = await withRajada()
  const { exit, err } = await unattended.run(credenciais, ...args, '--salvar', `${path}.2`)
  expect([exit, err]).toEqual([1, expect.stringContaining('Confirme com --sim')])
  expect(readdirSync(directory)).toEqual(['excluidos.csv'])
})

test('interrupted, what is done is done, and the same command goes on with the rest', async () => {
  const interruption = new AbortController()
  const directory = aDirectory()
  const progress = () => ({
    step(done: number) {
      if (done === 5) interruption.abort()
    },
    end() {},
  })
  const test = await withRajada({ signal: interruption.signal, progress })
  const [args = []] = commandsIn((await test.run(empresas, 'rajadas')).out)
  const first = test.run(credenciais, ...args, '--sim', '--salvar', join(directory, 'um.csv'))
  await expect(first).rejects.toThrow(/abort/i)
  expect(await test.readEmpresa('mesa')).toMatchObject({ licredencial: 8 })
  test.cli.signal = new AbortController().signal
  const rest = await test.run(credenciais, ...args, '--sim', '--salvar', join(directory, 'dois.csv'))
  expect(rest.out).toContain('7 cadastros excluídos.\n7 convites voltaram para mesa.')
  expect(await test.readEmpresa('mesa')).toMatchObject({ licredencial: 1 })
})

test('the names that cannot be saved keep everything as it is', async () => {
  const test = await withRajada()
  const [args = []] = commandsIn((await test.run(empresas, 'rajadas')).out)
  const nowhere = join(aDirectory(), 'nenhuma', 'x.csv')
  expect(await test.run(credenciais, ...args, '--sim', '--salvar', nowhere)).toMatchObject({
    exit: 1,
    err: expect.stringContaining('ENOENT') as string,
  })
  const taken = join(aDirectory(), 'x.csv')
  expect((await test.run(credenciais, ...args, '--sim', '--salvar', taken)).exit).toBe(0)
  await register(test, 12, { empresaid: 'mesa' })
  const second = await test.run(credenciais, ...args, '--sim', '--salvar', taken)
  expect([second.exit, second.err]).toEqual([1, `${taken} já existe. Dê outro nome com --salvar.`])
  expect(await test.readEmpresa('mesa')).toMatchObject({ licredencial: 13 })
})

test('a burst of the public form and one of a company behind the same address are undone apart', async () => {
  const test = await withRajada()
  const open = await register(test, 10, { from: NOW - 50_000 })
  const commands = commandsIn((await test.run(empresas, 'rajadas')).out)
  expect(commands).toHaveLength(2)
  const args = commands.find((command) => command.includes('--sem-empresa')) ?? []
  const { out } = await test.run(credenciais, ...args, '--sim', '--salvar', join(aDirectory(), 'x.csv'))
  expect(out).toContain('10 cadastros excluídos.')
  const left = (await test.readCredenciais()).map((c) => c.credencialid)
  expect(left.filter((id) => open.includes(String(id)))).toEqual([])
  expect(left).toHaveLength(13)
})

test('an address is named by any beginning of its hash that means no other, of six letters or more', async () => {
  const test = await withRajada()
  await register(test, 1, { origem: `${ONE.slice(0, 20)}x`, from: NOW })
  const period = ['--de=2027-09-01T11:59:03', '--ate=2027-09-01T11:59:04', '--sim']
  const save = ['--salvar', join(aDirectory(), 'x.csv')]
  const excluir = (origem: string) =>
    test.run(credenciais, 'excluir', `--origem=${origem}`, ...period, ...save)
  expect((await excluir(ONE.slice(0, 5))).err).toContain('ao menos 6 caracteres do código do endereço')
  expect((await excluir(ONE.slice(0, 12))).err).toContain('Mais de um endereço começa assim')
  expect((await excluir(TWO.slice(0, 12))).err).toContain('Nenhum cadastro')
  // The last second counts whole, and no invitation is given back that nobody asked for.
  const { exit, out } = await excluir(ONE.slice(0, 21))
  expect([exit, out]).toEqual([0, expect.stringContaining('2 cadastros excluídos.')])
  expect(await test.readEmpresa('mesa')).toMatchObject({ licredencial: 13 })
})

test('excluir of a burst prints its usage for times that were not printed, and for two places at once', async () => {
  const { run } = await withRajada()
  const [de, ate] = ['--de=2027-09-01T11:59:00', '--ate=2027-09-01T11:59:11']
  for (const args of [
    [de],
    [de, '--ate=2027-09-01'],
    ['--de=ontem', ate],
    [de, ate, '--empresa=mesa', '--sem-empresa'],
    [de, ate, '1819000000000'],
    [de, ate, '--x'],
  ]) {
    const { exit, err } = await run(credenciais, 'excluir', `--origem=${ONE}`, ...args)
    expect(exit, args.join(' ')).toBe(2)
    expect(err).toContain('--origem=ENDEREÇO')
  }
})

test('a burst is undone though the records of the door cannot be reached now, and says how to try again', async () => {
  const test = await withRajada()
  const [args = []] = commandsIn((await test.run(empresas, 'rajadas')).out)
  test.services.avips.mirrorDue = async () => ({ mirrored: 0, due: 12 })
  const { exit, err } = await test.run(credenciais, ...args, '--sim', '--salvar', join(aDirectory(), 'x.csv'))
  expect([exit, err]).toEqual([0, expect.stringContaining('npm run manutencao')])
})

test('storage that fails in the middle is told, and the rest can be undone afterwards', async () => {
  const test = await withRajada()
  const [args = []] = commandsIn((await test.run(empresas, 'rajadas')).out)
  const { credenciais: repo } = test.services
  const intact = { ...repo }
  let asked = 0
  repo.remove = (...args) =>
    ++asked === 4 ? Promise.reject(new StorageError('down')) : intact.remove(...args)
  const directory = aDirectory()
  const first = test.run(credenciais, ...args, '--sim', '--salvar', join(directory, 'um.csv'))
  await expect(first).rejects.toThrow('down')
  const { out } = await test.run(credenciais, ...args, '--sim', '--salvar', join(directory, 'dois.csv'))
  expect(out).toContain('9 cadastros excluídos.')
  expect(await test.readEmpresa('mesa')).toMatchObject({ licredencial: 1 })
})

test('invented names at the built server are seen by the built commands and undone: every invitation is there again', async () => {
  const house = openHouse()
  const { url } = await house.start({ POSTS_PER_MINUTE: '' })
  const mesa = 'cooperativa-vale-dourado'
  for (let n = 0; n < 20; n++) {
    const convidado = { nome: nameOf(n), telefone: telefoneOf(n), ...(n < 10 && { empresaid: mesa }) }
    expect((await openJar(url).post('/cadastro', convidado)).status).toBe(303)
  }
  expect(await readLeft(url, mesa)).toBe(40)
  const directory = dirname(house.path)
  const run = (command: string, args: string[]) => {
    const env = { PATH: process.env.PATH, SQLITE_PATH: house.path, EVENTO: resolve(EVENTO_POR_VIR) }
    const script = resolve('build/node/cli/main.js')
    return spawnSync(process.execPath, [script, command, ...args], {
      cwd: directory,
      encoding: 'utf8' as const,
      env: { ...env, NODE_ENV: 'production' as const },
    })
  }
  const listed = run('empresas', ['rajadas'])
  expect([listed.status, listed.stderr]).toEqual([0, ''])
  expect(listed.stdout).toMatch(/ Cooperativa Vale Dourado .* 10$/m)
  expect(listed.stdout).toMatch(/ \(formulário público\) .* 10$/m)
  for (const args of commandsIn(listed.stdout)) {
    expect(run('credenciais', [...args, '--sim'])).toMatchObject({ status: 0, stderr: '' })
  }
  expect([house.count('credencial'), await readLeft(url, mesa)]).toEqual([0, 50])
  expect(readdirSync(directory).filter((name) => /^excluidos-.*\.csv$/.test(name))).toHaveLength(2)
})
