import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { empresas } from '../../../server/cli/empresas.ts'
import { empresaidOf } from '../../../server/domain/empresaid.ts'
import { anEmpresa, NOW } from '../../support/factories.ts'
import { aCli, aFile, type TestCli } from './a-cli.ts'
import { aDirectory } from '../../support/temporary.ts'

const HEADER = 'empresaid;nome;icredencial;cnpj'
const MADE = /^[2-9CDFGHJKMNPQRTVWXY]{10}$/

const listed = async ({ services }: TestCli) =>
  (await services.empresas.list(NOW)).empresas.map(({ empresa }) => empresa)

test('a row without empresaid gets one nobody can guess, and the same file twice changes nothing', async () => {
  const cli = await aCli()
  const path = aFile(`${HEADER}\n;Acme;5;11.222.333/0001-81\nmesa-b;Dois;2;\n;Três;3;\n`)
  expect(await cli.run(empresas, 'importar', path)).toMatchObject({ exit: 0, err: '' })
  const before = await listed(cli)
  const made = before.filter(({ nome }) => nome !== 'Dois').map(({ empresaid }) => empresaid)
  expect(made).toEqual([expect.stringMatching(MADE), expect.stringMatching(MADE)])
  const again = await cli.run(empresas, 'importar', path)
  expect(again.out).toContain('0 empresas novas, 3 atualizadas, 0 linhas recusadas.')
  expect(await listed(cli)).toEqual(before)
})

test('the column of the empresaid may be missing', async () => {
  const cli = await aCli()
  expect((await cli.run(empresas, 'importar', aFile('nome;icredencial\nAcme;5\n'))).exit).toBe(0)
  expect(await listed(cli)).toMatchObject([
    { nome: 'Acme', empresaid: expect.stringMatching(MADE) as string },
  ])
})

test('a row without empresaid is the stored company with its nome and cnpj, however both are written', async () => {
  const cli = await aCli()
  await cli.putEmpresa(
    anEmpresa({
      empresaid: 'acme',
      nome: 'Acme & Cia.',
      cnpj: '01.222.333/0001-81',
      icredencial: 5,
      licredencial: 3,
    }),
  )
  const { exit, out } = await cli.run(empresas, 'importar', aFile(`${HEADER}\n;ACME CIA;9;1222333000181\n`))
  expect([exit, out]).toEqual([0, expect.stringContaining('0 empresas novas, 1 atualizada')])
  expect(await listed(cli)).toMatchObject([{ empresaid: 'acme', icredencial: 9, licredencial: 3 }])
})

test('what is stored as another company of the same name has another cnpj, and is another company', async () => {
  const cli = await aCli()
  await cli.putEmpresa(anEmpresa({ empresaid: 'acme', nome: 'Acme', cnpj: '11222333000181' }))
  await cli.run(empresas, 'importar', aFile(`${HEADER}\n;Acme;9;11222333000262\n`))
  expect(await listed(cli)).toHaveLength(2)
})

test.each([
  [
    'the same company is in the file twice',
    [],
    ';Acme;5;1\n;ACME;6;1',
    'Linha 3: ACME está em duas linhas, com 5 e 6 convites.',
  ],
  [
    'it is in the file with its empresaid, too',
    [],
    ';Acme;5;1\nacme;Acme;6;1',
    'Linha 2: Acme está em duas linhas, com 6 e 5 convites.',
  ],
  [
    'two stored companies have this nome and cnpj',
    [
      { empresaid: 'a', nome: 'Acme', cnpj: '1' },
      { empresaid: 'b', nome: 'Acme', cnpj: '1' },
    ],
    ';Acme;5;1',
    'Linha 2: Há mais de uma empresa com este nome. Qual é? Responda no painel, em Planilhas, ou preencha o ID da empresa.',
  ],
  [
    'two companies of its name are stored and the row has no cnpj',
    [
      { empresaid: 'a', nome: 'Acme', cnpj: '1' },
      { empresaid: 'b', nome: 'Acme', cnpj: '2' },
    ],
    ';Acme;5;',
    'Linha 2: Há mais de uma empresa com este nome. Qual é? Responda no painel, em Planilhas, ou preencha o ID da empresa.',
  ],
  [
    'its name is stored without a cnpj and the row has one',
    [{ empresaid: 'a', nome: 'Acme', cnpj: '' }],
    ';Acme;5;1',
    'Linha 2: Já há uma empresa chamada “Acme”, sem CNPJ. Responda no painel, em Planilhas, ou preencha o ID da empresa.',
  ],
] as const)('a row without empresaid is refused when %s', async (_, stored, rows, problem) => {
  const cli = await aCli()
  for (const fields of stored) await cli.putEmpresa(anEmpresa(fields))
  const { exit, err } = await cli.run(empresas, 'importar', aFile(`${HEADER}\n${rows}\n`))
  expect(exit).toBe(1)
  expect(err).toContain(problem)
  expect(await listed(cli)).toHaveLength(stored.length)
})

test('a row that made a company which was renamed since is refused: a command cannot ask', async () => {
  const cli = await aCli()
  const path = aFile(`${HEADER}\n;Acme;5;1\n`)
  await cli.run(empresas, 'importar', path)
  const [{ empresaid } = { empresaid: '' }] = await listed(cli)
  await cli.run(empresas, 'importar', aFile(`${HEADER}\n${empresaid};Acme Nova;5;1\n`))
  const { exit, err } = await cli.run(empresas, 'importar', path)
  expect(exit).toBe(1)
  expect(err).toContain('Linha 2: “Acme” hoje se chama “Acme Nova”? Responda no painel, em Planilhas')
  expect(await listed(cli)).toHaveLength(1)
})

test('a stored company nobody can count for may be the one a row means, so the row is not guessed around', async () => {
  const cli = await aCli()
  await cli.putEmpresa(anEmpresa({ empresaid: 'a', licredencial: 'muitos' }))
  await expect(cli.run(empresas, 'importar', aFile(`${HEADER}\n;Acme;5;1\n`))).rejects.toThrow(
    /a: licredencial/,
  )
  expect((await cli.run(empresas, 'importar', aFile(`${HEADER}\nb;Acme;5;1\n`))).exit).toBe(0)
})

test('an id says nothing without the secret and is another one under another', () => {
  const acme = { nome: 'Acme', cnpj: '11222333000181' }
  const ids = ['a'.repeat(32), 'b'.repeat(32)].map((secret) => empresaidOf(secret, acme))
  expect(new Set(ids).size).toBe(2)
  expect(ids).toEqual([expect.stringMatching(MADE), expect.stringMatching(MADE)])
  const many = Array.from({ length: 2_000 }, (_, n) =>
    empresaidOf('a'.repeat(32), { nome: `Mesa ${n}`, cnpj: '' }),
  )
  expect(new Set(many).size).toBe(2_000)
  for (let place = 0; place < 10; place++) {
    expect(new Set(many.map((id) => id[place])).size).toBe(25)
  }
})

test('--saida writes every link as a Brazilian Excel opens it, for its owner alone', async () => {
  const cli = await aCli()
  await cli.putEmpresa(anEmpresa({ empresaid: 'antes', nome: '=1+1' }))
  await cli.putEmpresa(anEmpresa({ empresaid: 'mesa', nome: 'Sem endereço' }))
  const saida = join(aDirectory(), 'links.csv')
  const path = aFile(
    'empresaid;nome;icredencial\nb;Bê;5\na;Água; Luz;5\n'.replace('Água; Luz', '"Água; Luz"'),
  )
  const { exit, out } = await cli.run(empresas, 'importar', path, '--saida', saida)
  expect([exit, out]).toEqual([0, expect.stringContaining(`3 links gravados em ${saida}`)])
  expect(readFileSync(saida, 'utf8')).toBe(
    '\uFEFFempresaid;nome;link\r\n' +
      "antes;'=1+1;http://127.0.0.1:4000/antes\r\n" +
      'a;"Água; Luz";http://127.0.0.1:4000/a\r\n' +
      'b;Bê;http://127.0.0.1:4000/b\r\n',
  )
  expect(statSync(saida).mode & 0o777).toBe(0o600)
})

test('--saida never takes the place of a file unless told to', async () => {
  const cli = await aCli()
  const path = aFile(`${HEADER}\na;Acme;5;1\n`)
  const links = aFile('meu', 'links.csv')
  const refused = await cli.run(empresas, 'importar', path, '--saida', links)
  expect([refused.exit, refused.err]).toEqual([1, expect.stringContaining('já existe e nada foi importado')])
  expect(await listed(cli)).toEqual([])
  expect((await cli.run(empresas, 'importar', path, '--saida', links, '--sobrescrever')).exit).toBe(0)
  expect(readFileSync(links, 'utf8')).toContain('/a\r\n')
  for (const args of [['--saida', ''], ['--sobrescrever']])
    expect((await cli.run(empresas, 'importar', path, ...args)).exit).toBe(2)
})

test('--saida is never the spreadsheet itself, told to overwrite it or not', async () => {
  const cli = await aCli()
  const path = aFile(`${HEADER}\na;Acme;5;1\n`)
  for (const args of [[], ['--sobrescrever']]) {
    const { exit, err } = await cli.run(empresas, 'importar', path, '--saida', path, ...args)
    expect([exit, err.trim()]).toEqual([1, '--saida não pode ser a própria planilha. Dê outro nome.'])
  }
  expect(await listed(cli)).toEqual([])
  expect(readFileSync(path, 'utf8')).toContain('a;Acme;5;1')
})

test('--saida writes nothing when nothing was imported, and says so when it cannot be written', async () => {
  const cli = await aCli()
  const saida = join(aDirectory(), 'links.csv')
  await cli.run(empresas, 'importar', aFile(`${HEADER}\na;Acme;x;1\n`), '--saida', saida)
  expect(existsSync(saida)).toBe(false)
  const nowhere = join(aDirectory(), 'nenhuma', 'links.csv')
  const { exit, out, err } = await cli.run(
    empresas,
    'importar',
    aFile(`${HEADER}\na;Acme;5;1\n`),
    '--saida',
    nowhere,
  )
  expect([exit, out]).toEqual([1, expect.stringContaining('1 empresa nova')])
  expect(err).toContain('Não foi possível gravar')
})

test('a row without a cnpj means the one company of its name, which keeps its cnpj', async () => {
  const cli = await aCli()
  await cli.putEmpresa(anEmpresa({ empresaid: 'a', nome: 'Acme', cnpj: '1' }))
  const { exit } = await cli.run(empresas, 'importar', aFile(`${HEADER}\n;ACME;50;\n`))
  expect([exit, await listed(cli)]).toMatchObject([0, [{ empresaid: 'a', cnpj: '1', icredencial: 50 }]])
})
