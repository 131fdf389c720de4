import { expect, test } from 'vitest'
import { credenciais } from '../../../server/cli/credenciais.ts'
import { StorageError } from '../../../server/domain/errors.ts'
import { aCli, aConvidado, ANA } from './a-cli.ts'

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
