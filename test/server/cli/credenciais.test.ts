import { expect, test } from 'vitest'
import { credenciais } from '../../../server/cli/commands.ts'
import { StorageError } from '../../../server/domain/errors.ts'
import { aCli, aConvidado, ANA } from './a-cli.ts'
import { anAutor } from '../../support/factories.ts'

test('corrigir and excluir tell when the credencial went away meanwhile', async () => {
  const test = await aCli({ ask: async () => 'sim' })
  const credencialid = await aConvidado(test, ANA)
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
      const { exit, err } = await test.run(credenciais, name, await aConvidado(test, ANA), ...options)
      expect([exit, err]).toEqual([0, expect.stringContaining('ainda estão nos arquivos do banco')])
      expect(err).toContain('npm run manutencao')
      for await (const { credencial } of repo.list())
        await repo.remove(credencial.credencialid, false, anAutor())
    }
    repo.wipeRemoved = () => Promise.reject(new TypeError('bug'))
    const [name = '', ...options] = act
    await expect(test.run(credenciais, name, await aConvidado(test, ANA), ...options)).rejects.toThrow('bug')
  })
}

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
