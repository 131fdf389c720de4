import { expect, test } from 'vitest'
import { credenciais } from '../../../server/cli/credenciais.ts'
import { StorageError } from '../../../server/domain/errors.ts'
import { aCli, aConvidado, ANA, older } from './a-cli.ts'

test('excluir asks first, and erases nothing without a yes', async () => {
  const questions: string[] = []
  let answer = 'não'
  const test = await aCli({ ask: async (question) => (questions.push(question), answer) })
  const credencialid = await aConvidado(test, ANA, { empresaid: 'mesa-9', nome: 'Fazenda Aurora' })
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
  const credencialid = await aConvidado(test, ANA)
  const { exit, err } = await test.run(credenciais, 'excluir', credencialid)
  expect([exit, err]).toEqual([1, expect.stringContaining('Confirme com --sim')])
  expect(await test.services.credenciais.findById(credencialid)).not.toBeNull()
})

test('excluir --devolver gives the invitation back and prints what was erased', async () => {
  const test = await aCli()
  const credencialid = await aConvidado(test, ANA, { empresaid: 'mesa-10', nome: 'Fazenda Aurora' })
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

test('excluir tells when the credencial went away meanwhile', async () => {
  const test = await aCli({ ask: async () => 'sim' })
  const credencialid = await aConvidado(test, ANA)
  test.services.credenciais.remove = async () => ({ kind: 'credencial-not-found' })
  const { exit, err } = await test.run(credenciais, 'excluir', credencialid)
  expect([exit, err]).toEqual([1, expect.stringContaining('acaba de ser excluída')])
})

test('excluir stands when the old data cannot be wiped from the files now, and says who does it', async () => {
  const test = await aCli()
  const { credenciais: repo } = test.services
  for (const wipe of [async () => false, () => Promise.reject(new StorageError('disk is full'))]) {
    repo.wipeRemoved = wipe
    const { exit, err } = await test.run(credenciais, 'excluir', await aConvidado(test, ANA), '--sim')
    expect([exit, err]).toEqual([0, expect.stringContaining('ainda estão nos arquivos do banco')])
    expect(err).toContain('npm run manutencao')
  }
  repo.wipeRemoved = () => Promise.reject(new TypeError('bug'))
  const removal = test.run(credenciais, 'excluir', await aConvidado(test, ANA), '--sim')
  await expect(removal).rejects.toThrow('bug')
})

test('credenciais prints its usage for arguments it does not take', async () => {
  const { run } = await aCli()
  for (const args of [['x'], ['exportar'], ['exportar', 'a', 'b'], ['excluir'], ['excluir', '1', '2']]) {
    const { exit, err } = await run(credenciais, ...args)
    expect(exit, args.join(' ')).toBe(2)
    expect(err).toContain('npm run credenciais -- exportar')
  }
})
