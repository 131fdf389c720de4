import { expect, test } from 'vitest'
import { credenciais } from '../../../server/cli/commands.ts'
import { StorageError } from '../../../server/domain/errors.ts'
import { aCli, aConvidado, ANA, older, RUI } from './a-cli.ts'
import { aRegister } from '../../support/factories.ts'

test('corrigir replaces what is given, keeps the rest, and the guest is known by the new data', async () => {
  const test = await aCli()
  const credencialid = await aConvidado(test, ANA)
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
  const credencialid = await aConvidado(test, ANA)
  const { out } = await test.run(credenciais, 'corrigir', credencialid, '--nome', 'ana júlia', '--email', '')
  expect(out).toContain('  nome: ANA JÚLIA D’ÁVILA → ANA JÚLIA\n  email: Ana.Julia@exemplo.com → (vazio)')
  expect(await test.readAvip(credencialid)).toMatchObject({ nome: 'ANA JÚLIA' })
})

test('corrigir reports every field that is wrong and changes nothing', async () => {
  const test = await aCli()
  const credencialid = await aConvidado(test, ANA)
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
  const ana = await aConvidado(test, ANA)
  const rui = await aConvidado(test, RUI)
  const asAna = ['--nome', ANA.nome, '--telefone', ANA.telefone]
  const { exit, err } = await test.run(credenciais, 'corrigir', rui, ...asAna)
  expect(exit).toBe(1)
  expect(err).toContain(`A credencial ${ana} já tem este nome`)
  expect(await test.run(credenciais, 'corrigir', '1', '--nome', 'ANA')).toMatchObject({ exit: 1 })
})

test('corrigir stands when the VIP record cannot be mirrored now, and says how to try again', async () => {
  const test = await aCli()
  const credencialid = await aConvidado(test, ANA)
  test.services.avips.mirror = () => Promise.reject(new StorageError('down'))
  const { exit, err } = await test.run(credenciais, 'corrigir', credencialid, '--nome', 'ANA')
  expect([exit, err]).toEqual([0, expect.stringContaining('npm run manutencao')])
  test.services.avips.mirror = () => Promise.reject(new TypeError('bug'))
  await expect(test.run(credenciais, 'corrigir', credencialid, '--nome', 'BIA')).rejects.toThrow('bug')
})
