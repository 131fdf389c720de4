import { expect, test } from 'vitest'
import { credenciais } from '../../../server/cli/commands.ts'
import { StorageError } from '../../../server/domain/errors.ts'
import { aCli, aGuest, type TestCli } from './a-cli.ts'
import { anAutor, aRegister } from '../../support/factories.ts'

const ANA = { nome: 'ANA JÚLIA D’ÁVILA', telefone: '11987654321', email: 'Ana.Julia@exemplo.com' }
const RUI = { nome: 'RUI GONÇALVES', telefone: '2133334444', email: '' }

const older = (fields: Record<string, string>) => ({
  ...{
    empresaid: '9',
    usuarioid: '9',
    credencialid: '1600000000000',
    cpf: '',
    nome: 'ANTIGO 1',
    telefone: '?',
  },
  ...{ email: '', qrcode: '', tipo: 'VIP', controle: 'ativo' },
  ...fields,
})

async function buscar({ run }: TestCli, ...words: string[]) {
  const { exit, out, err } = await run(credenciais, 'buscar', ...words)
  return { exit, err, found: ['ANA JÚLIA', 'RUI GON', 'ANTIGO'].filter((name) => out.includes(name)) }
}

test('buscar finds by name without accents, by phone as people write it, by e-mail and by credencialid', async () => {
  const test = await aCli()
  const credencialid = await aGuest(test, ANA, { nome: 'Fazenda Aurora' })
  await aGuest(test, RUI)
  for (const text of [
    'ana julia',
    'Júlia Ana',
    'davila',
    '987654321',
    '(11) 98765-4321',
    '+55 11 98765 4321',
  ]) {
    expect(await buscar(test, text), text).toMatchObject({ exit: 0, found: ['ANA JÚLIA'] })
  }
  for (const text of ['ANA.JULIA@EXEMPLO', '@exemplo.com', credencialid]) {
    expect(await buscar(test, text), text).toMatchObject({ exit: 0, found: ['ANA JÚLIA'] })
  }
  expect(await buscar(test, 'rui', 'goncalves')).toMatchObject({ found: ['RUI GON'] })
  expect(await buscar(test, '33334444')).toMatchObject({ found: ['RUI GON'] })
})

test('buscar finds by the code on the credencial, with or without its dash, in any case', async () => {
  const test = await aCli()
  const ana = await aGuest(test, ANA)
  await aGuest(test, RUI)
  const code = test.services.codeOf(ana, 0)
  for (const text of [code, code.replace('-', ''), code.toLowerCase(), code.replace('-', ' ')]) {
    expect(await buscar(test, text), text).toMatchObject({ exit: 0, found: ['ANA JÚLIA'] })
  }
  expect(await buscar(test, ...code.split('-'))).toMatchObject({ exit: 0, found: ['ANA JÚLIA'] })
  expect(await buscar(test, code.slice(0, 7))).toMatchObject({ exit: 1, found: [] })
})

test('buscar shows an aligned table with the company that invited', async () => {
  const test = await aCli()
  const ana = await aGuest(test, ANA, { nome: 'Fazenda Aurora' })
  const rui = await aGuest(test, RUI, { nome: 'Sementes' })
  expect((await test.run(credenciais, 'buscar', 'a')).exit).toBe(1)
  expect((await test.run(credenciais, 'buscar', 'u')).err).toContain('2 caracteres')
  const { out } = await test.run(credenciais, 'buscar', ana.slice(0, -1) === rui.slice(0, -1) ? '33' : 'rui')
  expect(out.split('\n')).toEqual([
    'CREDENCIAL     NOME           WHATSAPP    E-MAIL  CONVIDADO POR',
    `${rui}  RUI GONÇALVES  2133334444          Sementes`,
    '',
    '1 credencial.',
  ])
})

test('buscar finds a valid CPF, formatted or not, however it was stored', async () => {
  const test = await aCli()
  await test.putCredencial(older({ cpf: '52998224725' }))
  await test.putCredencial(older({ credencialid: '1600000000001', cpf: '529.982.247-25', nome: 'ANTIGO 2' }))
  for (const text of ['529.982.247-25', '52998224725']) {
    const { exit, out } = await test.run(credenciais, 'buscar', text)
    expect([exit, out.split('\n').at(-1)]).toEqual([0, '2 credenciais.'])
  }
  expect(await buscar(test, '529.982.247-26')).toMatchObject({ exit: 1, found: [] })
})

test('buscar refuses the placeholder that everybody without a CPF has', async () => {
  const test = await aCli()
  await aGuest(test, ANA)
  for (const text of ['00000000000', '000.000.000-00']) {
    const { exit, found, err } = await buscar(test, text)
    expect([exit, found]).toEqual([1, []])
    expect(err).toContain('Busque por nome ou telefone.')
  }
})

test('buscar that finds nobody says what to try', async () => {
  const test = await aCli()
  await aGuest(test, ANA)
  const { exit, err } = await buscar(test, 'zulmira')
  expect(exit).toBe(1)
  expect(err).toContain('Nenhuma credencial encontrada')
  expect((await buscar(test, '??')).exit).toBe(1)
})

test('corrigir replaces what is given, keeps the rest, and the guest is known by the new data', async () => {
  const test = await aCli()
  const credencialid = await aGuest(test, ANA)
  const { exit, out } = await test.run(credenciais, 'corrigir', credencialid, '--telefone', '(21) 99876-5432')
  expect(exit).toBe(0)
  expect(out).toBe(`Credencial ${credencialid} corrigida.\n  telefone: 11987654321 → 21998765432`)
  const corrected = { ...ANA, telefone: '21998765432' }
  expect((await test.services.credenciais.findById(credencialid))?.credencial).toMatchObject(corrected)
  const asked = aRegister({ cadastro: corrected, chave: test.services.chaveOf(corrected), now: 1 })
  const again = await test.services.credenciais.register(asked)
  expect(again).toMatchObject({ kind: 'already-registered', credencial: { credencialid } })
})

test('corrigir upper-cases the name, mirrors it, and clears the e-mail when it is given empty', async () => {
  const test = await aCli()
  const credencialid = await aGuest(test, ANA)
  const { out } = await test.run(credenciais, 'corrigir', credencialid, '--nome', 'ana júlia', '--email', '')
  expect(out).toContain('  nome: ANA JÚLIA D’ÁVILA → ANA JÚLIA\n  email: Ana.Julia@exemplo.com → (vazio)')
  expect(await test.readAvip(credencialid)).toMatchObject({ nome: 'ANA JÚLIA' })
})

test('corrigir reports every field that is wrong and changes nothing', async () => {
  const test = await aCli()
  const credencialid = await aGuest(test, ANA)
  const wrong = ['--nome', '', '--telefone', '123', '--email', 'ana']
  const { exit, err } = await test.run(credenciais, 'corrigir', credencialid, ...wrong)
  expect(exit).toBe(1)
  expect(err.split('\n').map((line) => line.split(':')[0])).toEqual(['--nome', '--telefone', '--email'])
  expect((await test.services.credenciais.findById(credencialid))?.credencial).toMatchObject(ANA)
})

test('corrigir mends one field of a credencial whose others the form would not take', async () => {
  const test = await aCli()
  await test.putCredencial(older({}))
  expect((await test.run(credenciais, 'corrigir', '1600000000000', '--email', 'a@exemplo.com')).exit).toBe(0)
  expect((await test.services.credenciais.findById('1600000000000'))?.credencial).toEqual(
    older({ email: 'a@exemplo.com' }),
  )
})

test('corrigir refuses the name and phone of another guest, and a credencial that does not exist', async () => {
  const test = await aCli()
  const ana = await aGuest(test, ANA)
  const rui = await aGuest(test, RUI)
  const asAna = ['--nome', ANA.nome, '--telefone', ANA.telefone]
  const { exit, err } = await test.run(credenciais, 'corrigir', rui, ...asAna)
  expect(exit).toBe(1)
  expect(err).toContain(`A credencial ${ana} já tem este nome`)
  expect(await test.run(credenciais, 'corrigir', '1', '--nome', 'ANA')).toMatchObject({ exit: 1 })
})

test('corrigir and excluir tell when the credencial went away meanwhile', async () => {
  const test = await aCli({ ask: async () => 'sim' })
  const credencialid = await aGuest(test, ANA)
  test.services.credenciais.correct = async () => ({ kind: 'credencial-not-found' })
  test.services.credenciais.remove = async () => ({ kind: 'credencial-not-found' })
  for (const args of [
    ['corrigir', credencialid, '--nome', 'ANA'],
    ['excluir', credencialid],
  ]) {
    const { exit, err } = await test.run(credenciais, ...args)
    expect([exit, err]).toEqual([1, expect.stringContaining('acaba de ser excluída')])
  }
})

test('corrigir stands when the VIP record cannot be mirrored now, and says how to try again', async () => {
  const test = await aCli()
  const credencialid = await aGuest(test, ANA)
  test.services.avips.mirror = () => Promise.reject(new StorageError('down'))
  const { exit, err } = await test.run(credenciais, 'corrigir', credencialid, '--nome', 'ANA')
  expect([exit, err]).toEqual([0, expect.stringContaining('npm run manutencao')])
  test.services.avips.mirror = () => Promise.reject(new TypeError('bug'))
  await expect(test.run(credenciais, 'corrigir', credencialid, '--nome', 'BIA')).rejects.toThrow('bug')
})

for (const act of [
  ['corrigir', '--nome', 'ANA'],
  ['excluir', '--sim'],
]) {
  test(`${act[0]} stands when the old data cannot be wiped from the files now, and says who does it`, async () => {
    const test = await aCli()
    const { credenciais: repo } = test.services
    for (const wipe of [async () => false, () => Promise.reject(new StorageError('disk is full'))]) {
      repo.wipeRemoved = wipe
      const [name = '', ...options] = act
      const { exit, err } = await test.run(credenciais, name, await aGuest(test, ANA), ...options)
      expect([exit, err]).toEqual([0, expect.stringContaining('ainda estão nos arquivos do banco')])
      expect(err).toContain('npm run manutencao')
      for await (const { credencial } of repo.list())
        await repo.remove(credencial.credencialid, false, anAutor())
    }
    repo.wipeRemoved = () => Promise.reject(new TypeError('bug'))
    const [name = '', ...options] = act
    await expect(test.run(credenciais, name, await aGuest(test, ANA), ...options)).rejects.toThrow('bug')
  })
}

test('excluir asks first, and erases nothing without a yes', async () => {
  const questions: string[] = []
  let answer = 'não'
  const test = await aCli({ ask: async (question) => (questions.push(question), answer) })
  const credencialid = await aGuest(test, ANA, { empresaid: 'mesa-9', nome: 'Fazenda Aurora' })
  for (answer of ['não', '', 'simples']) {
    const { exit, out, err } = await test.run(credenciais, 'excluir', credencialid)
    expect([exit, err]).toEqual([1, 'Nada foi excluído.'])
    expect(out).toContain('ANA JÚLIA D’ÁVILA · 11987654321')
  }
  answer = ' Sim '
  const { exit, out } = await test.run(credenciais, 'excluir', credencialid)
  expect([exit, questions.length]).toEqual([0, 4])
  expect(out).toContain('O convite de Fazenda Aurora continua usado.')
  expect(await test.readEmpresa('mesa-9')).toMatchObject({ licredencial: 1 })
})

test('excluir where nobody can be asked demands --sim', async () => {
  const test = await aCli()
  const credencialid = await aGuest(test, ANA)
  const { exit, err } = await test.run(credenciais, 'excluir', credencialid)
  expect([exit, err]).toEqual([1, expect.stringContaining('Confirme com --sim')])
  expect(await test.services.credenciais.findById(credencialid)).not.toBeNull()
})

test('excluir --devolver gives the invitation back and prints what was erased', async () => {
  const test = await aCli()
  const credencialid = await aGuest(test, ANA, { empresaid: 'mesa-10', nome: 'Fazenda Aurora' })
  const { exit, out } = await test.run(credenciais, 'excluir', credencialid, '--devolver', '--sim')
  expect(exit).toBe(0)
  expect(out.split('\n')).toEqual([
    `Excluída: ${credencialid} · ANA JÚLIA D’ÁVILA · 11987654321 · Ana.Julia@exemplo.com · convite de Fazenda Aurora`,
    'Um convite voltou para mesa-10.',
  ])
  expect(await test.readEmpresa('mesa-10')).toMatchObject({ licredencial: 0 })
  expect(await test.readCredenciais()).toEqual([])
  expect(await test.run(credenciais, 'excluir', credencialid, '--sim')).toMatchObject({ exit: 1 })
})

test('excluir --devolver of a guest of the public form says that there is nothing to give back', async () => {
  const test = await aCli()
  await test.putCredencial(older({}))
  const { exit, out } = await test.run(credenciais, 'excluir', '1600000000000', '--devolver', '--sim')
  expect(exit).toBe(0)
  expect(out).toContain('Nenhum convite a devolver')
})

test('credenciais prints its usage for arguments it does not take', async () => {
  const { run } = await aCli()
  for (const args of [
    ...[
      ['x'],
      ['buscar'],
      ['buscar', '--x'],
      ['exportar'],
      ['exportar', 'a', 'b'],
      ['corrigir'],
      ['excluir'],
    ],
    ...[
      ['corrigir', '1'],
      ['corrigir', '1', '2', '--nome', 'a'],
      ['corrigir', '1', '--cpf', '2'],
      ['excluir', '1', '2'],
    ],
  ]) {
    const { exit, err } = await run(credenciais, ...args)
    expect(exit, args.join(' ')).toBe(2)
    expect(err).toContain('npm run credenciais -- exportar')
  }
})
