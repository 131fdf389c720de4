import { expect, test } from 'vitest'
import { empresas } from '../../../server/cli/empresas.ts'
import { HOLD_MS, aClaim, anAutor, anEmpresa, aRegister, NOW } from '../../support/factories.ts'
import { aCli, aFile } from './a-cli.ts'

const HEADER = 'empresaid;nome;icredencial'

test('importar inserts and updates, and says how many and what to do next', async () => {
  const { run, putEmpresa, readEmpresa } = await aCli()
  await putEmpresa(anEmpresa({ empresaid: 'b', icredencial: 10, licredencial: 3 }))
  const { exit, out, err } = await run(empresas, 'importar', aFile(`${HEADER}\na;Um;5\nb;Dois;20\n`))
  expect([exit, err]).toEqual([0, ''])
  expect(out).toContain('1 empresa nova, 1 atualizada, 0 linhas recusadas.')
  expect(out).toContain('npm run empresas -- listar')
  expect(await readEmpresa('b')).toMatchObject({ nome: 'Dois', icredencial: 20, licredencial: 3 })
})

test('importar reports every bad row, of both kinds, in the order of the file, and writes nothing', async () => {
  const { run, putEmpresa, readEmpresa } = await aCli()
  await putEmpresa(anEmpresa({ empresaid: 'cheia', icredencial: 10, licredencial: 6 }))
  const path = aFile(`${HEADER}\na;Um;5\ncheia;Cheia;5\nf;;1\nd;Quatro;x\n`)
  const { exit, out, err } = await run(empresas, 'importar', path)
  expect([exit, out]).toEqual([1, ''])
  expect(err.split('\n')).toEqual([
    'Linha 3: total 5: já usou ou reservou 6 convites, e o total não pode ser menor.',
    'Linha 4: falta o nome.',
    'Linha 5: Não conseguimos ler o total de convites de “Quatro”: “x”. Fica de fora? Responda no painel, em Planilhas, ou preencha o ID da empresa.',
    'Nada foi gravado. Corrija e importe de novo, ou use --parcial para gravar só as linhas sem problema.',
  ])
  expect(await readEmpresa('a')).toEqual({})
})

test('importar writes nothing when storage alone refuses a row', async () => {
  const { run, putEmpresa, readEmpresa } = await aCli()
  await putEmpresa(anEmpresa({ empresaid: 'cheia', icredencial: 10, licredencial: 6 }))
  const { exit, err } = await run(empresas, 'importar', aFile(`${HEADER}\na;Um;5\ncheia;Cheia;5\n`))
  expect(exit).toBe(1)
  expect(err).toContain('Linha 3: total 5: já usou ou reservou 6 convites')
  expect(await readEmpresa('a')).toEqual({})
})

test('importar refuses a new company that would begin above its limit', async () => {
  const { run } = await aCli()
  const { exit, err } = await run(
    empresas,
    'importar',
    aFile(`${HEADER};licredencial\na;Um;5;6\nb;Dois;x;0\n`),
  )
  expect(exit).toBe(1)
  expect(err).toContain('Linha 2: total 5: já usou ou reservou 6 convites')
})

test('importar tells of a cell that is no number of a table, and writes the company without', async () => {
  const { run, readEmpresa } = await aCli()
  const { exit, out, err } = await run(
    ...([empresas, 'importar', aFile(`${HEADER};Mesa\na;Um;5;Camarote do lado do palco\n`)] as const),
  )
  expect([exit, err]).toEqual([
    0,
    'Linha 2: Mesa “Camarote do lado do palco”: o número da mesa tem até 20 letras ou números, como 12, A3 ou Diretoria; entra sem mesa.',
  ])
  expect(out).toContain('1 empresa nova, 0 atualizadas, 0 linhas recusadas.')
  expect(await readEmpresa('a')).toMatchObject({ nome: 'Um' })
})

test('importar --parcial writes the good rows, reports the bad ones, and still ends as refused', async () => {
  const { run, putEmpresa, readEmpresa } = await aCli()
  await putEmpresa(anEmpresa({ empresaid: 'cheia', icredencial: 10, licredencial: 6 }))
  const path = aFile(`${HEADER}\na;Um;5\ncheia;Cheia;5\nf;;1\n`)
  const { exit, out, err } = await run(empresas, 'importar', '--parcial', path)
  expect(exit).toBe(1)
  expect(out).toContain('1 empresa nova, 0 atualizadas, 2 linhas recusadas.')
  expect(err).toMatch(/^Linha 3: .*\nLinha 4: .*$/)
  expect(await readEmpresa('a')).toMatchObject({ nome: 'Um' })
  expect(await readEmpresa('cheia')).toMatchObject({ icredencial: 10 })
})

test('importar tells which columns it does not read, and refuses a header alone', async () => {
  const { run } = await aCli()
  expect((await run(empresas, 'importar', aFile(`${HEADER};contatto\na;Um;1;Ana\n`))).err).toBe(
    'Colunas que não são lidas: contatto.',
  )
  const { exit, err } = await run(empresas, 'importar', aFile(HEADER))
  expect(exit).toBe(1)
  expect(err).toContain('só tem o cabeçalho')
})

test('importar shows its progress and wipes it', async () => {
  const shown: string[] = []
  const { run } = await aCli({
    progress: (label) => ({
      step: (done, total) => void shown.push(`${label} ${done}/${total ?? '?'}`),
      end: () => void shown.push('end'),
    }),
  })
  await run(empresas, 'importar', aFile(`${HEADER}\na;Um;1\nb;Dois;1\n`))
  expect(shown).toEqual(['Gravando empresa 2/2', 'end'])
})

test('listar shows total, used, held and left of each company, aligned, with its link', async () => {
  const { run, putEmpresa, services } = await aCli()
  await putEmpresa(anEmpresa({ empresaid: 'a', nome: 'Leilões', icredencial: 10, licredencial: 2 }))
  await putEmpresa(anEmpresa({ empresaid: 'mesa-b', nome: 'Cooperativa Vale', icredencial: 100 }))
  await services.empresas.claim(aClaim('a'))
  await services.credenciais.register(aRegister({ claim: aClaim('a') }))
  await services.empresas.claim(aClaim('a', { now: NOW - HOLD_MS }))
  const { exit, out } = await run(empresas, 'listar')
  expect(exit).toBe(0)
  expect(out.split('\n')).toEqual([
    'EMPRESA           TOTAL  USADOS  RESERVADOS  PESSOAIS  RESTAM  LINK',
    'Leilões              10       3           1         0       6  http://127.0.0.1:4000/a',
    'Cooperativa Vale    100       0           0         0     100  http://127.0.0.1:4000/mesa-b',
    '',
    '2 empresas, 110 convites. Usados: 3. Reservados: 1. Pessoais: 0. Restam: 106.',
  ])
})

test('what listar shows adds up with personal invitations and places kept for guests who withdrew', async () => {
  const { run, putEmpresa, services } = await aCli()
  await putEmpresa(anEmpresa({ empresaid: 'a', nome: 'Leilões', icredencial: 10, licredencial: 0 }))
  const { convites, credenciais, desistencias, empresas: companies } = services
  const novos = ['um', 'dois'].map((codigo) => ({ codigo, rotulo: codigo, reservaid: codigo, sid: codigo }))
  await convites.create('a', novos, NOW, anAutor())
  await companies.claim(aClaim('a'))
  await credenciais.register(aRegister({ claim: aClaim('a') }))
  const registration = await credenciais.register(aRegister({ claim: aClaim('a') }))
  const { credencialid } = registration.kind === 'registered' ? registration.credencial : { credencialid: '' }
  await desistencias.withdraw({ credencialid, empresaid: null, now: NOW, isClosed: false }, anAutor())
  const { out } = await run(empresas, 'listar')
  expect(out).toContain('Leilões     10       1           2         2       5  http')
  expect(out).toContain('Usados: 1. Reservados: 2. Pessoais: 2. Restam: 5.')
})

test('listar --mesas shows the panels of the holders', async () => {
  const { run, putEmpresa, services } = await aCli()
  await putEmpresa(anEmpresa({ empresaid: 'a', nome: 'Leilões' }))
  const token = services.mesaTokenOf({ empresaid: 'a', versao: 0 })
  expect((await run(empresas, 'listar', '--mesas')).out).toContain(`http://127.0.0.1:4000/mesa/${token}`)
})

test('listar shows a company above its limit and one whose identifier cannot be an address', async () => {
  const { run, putEmpresa } = await aCli()
  await putEmpresa(anEmpresa({ empresaid: 'item', nome: 'Antiga\u001B[2J', icredencial: 1, licredencial: 4 }))
  const { out } = await run(empresas, 'listar')
  expect(out).toMatch(/^Antiga\[2J +1 +4 +0 +0 +0 +sem link: "item" não pode ser endereço$/m)
})

for (const empresaid of ['Mesa', 'acme.data']) {
  test(`importar and listar name a stored company called ${empresaid}, which is reserved, and say what to do`, async () => {
    const { run, putEmpresa } = await aCli()
    await putEmpresa(anEmpresa({ empresaid, nome: 'Antiga' }))
    const advice =
      `Ninguém abre a empresa "${empresaid}": esse empresaid é nome de página, reservado, ou não pode ser endereço. ` +
      'Importe-a com outro empresaid e os convites que restam, e envie a ela o novo link.'
    expect((await run(empresas, 'listar')).err).toBe(advice)
    const imported = await run(empresas, 'importar', aFile(`${HEADER}\na;Um;5\n`))
    expect([imported.exit, imported.err]).toEqual([0, advice])
    const again = await run(empresas, 'importar', aFile(`${HEADER}\n${empresaid};Antiga;5\n`))
    expect([again.exit, again.err]).toEqual([
      1,
      expect.stringContaining(`Linha 2: empresaid “${empresaid}”: use de 1 a 64 letras`),
    ])
  })
}

test('listar without companies says how to bring them in', async () => {
  const { run } = await aCli()
  expect(await run(empresas, 'listar')).toMatchObject({
    exit: 0,
    out: expect.stringContaining('npm run empresas -- importar') as string,
  })
})

test('empresas prints its usage for arguments it does not take, and when asked for it', async () => {
  const { run } = await aCli()
  for (const args of [
    ['exportar'],
    ['toString'],
    ['importar'],
    ['importar', 'a', 'b'],
    ['importar', '--x'],
    ['listar', 'a'],
  ]) {
    const { exit, err } = await run(empresas, ...args)
    expect(exit, args.join(' ')).toBe(2)
    expect(err).toMatch(/^Não entendi o comando[^]*npm run empresas -- importar ARQUIVO\.csv/)
  }
  expect((await run(empresas)).err).toMatch(/^Uso:/)
  expect(await run(empresas, '--help')).toMatchObject({ exit: 0, err: '' })
})
