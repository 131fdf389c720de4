import { expect, test } from 'vitest'
import { credenciais } from '../../../server/cli/commands.ts'
import { aCli, aConvidado, ANA, older, RUI, type TestCli } from './a-cli.ts'

async function buscar({ run }: TestCli, ...words: string[]) {
  const { exit, out, err } = await run(credenciais, 'buscar', ...words)
  return { exit, err, found: ['ANA JÚLIA', 'RUI GON', 'ANTIGO'].filter((name) => out.includes(name)) }
}

test('buscar finds by name without accents, by phone as people write it, by e-mail and by credencialid', async () => {
  const test = await aCli()
  const credencialid = await aConvidado(test, ANA, { nome: 'Fazenda Aurora' })
  await aConvidado(test, RUI)
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
  const ana = await aConvidado(test, ANA)
  await aConvidado(test, RUI)
  const code = test.services.codeOf(ana, 0)
  for (const text of [code, code.replace('-', ''), code.toLowerCase(), code.replace('-', ' ')]) {
    expect(await buscar(test, text), text).toMatchObject({ exit: 0, found: ['ANA JÚLIA'] })
  }
  expect(await buscar(test, ...code.split('-'))).toMatchObject({ exit: 0, found: ['ANA JÚLIA'] })
  expect(await buscar(test, code.slice(0, 7))).toMatchObject({ exit: 1, found: [] })
})

test('buscar shows an aligned table with the company that invited', async () => {
  const test = await aCli()
  const ana = await aConvidado(test, ANA, { nome: 'Fazenda Aurora' })
  const rui = await aConvidado(test, RUI, { nome: 'Sementes' })
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
  await aConvidado(test, ANA)
  for (const text of ['00000000000', '000.000.000-00']) {
    const { exit, found, err } = await buscar(test, text)
    expect([exit, found]).toEqual([1, []])
    expect(err).toContain('Busque por nome ou telefone.')
  }
})

test('buscar that finds nobody says what to try', async () => {
  const test = await aCli()
  await aConvidado(test, ANA)
  const { exit, err } = await buscar(test, 'zulmira')
  expect(exit).toBe(1)
  expect(err).toContain('Nenhuma credencial encontrada')
  expect((await buscar(test, '??')).exit).toBe(1)
})
