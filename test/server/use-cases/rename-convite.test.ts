import { expect, test } from 'vitest'
import { keyedBy } from '../../../server/domain/keyed-by.ts'
import { makeConvites, renameConvite } from '../../../server/use-cases/convites-pessoais.ts'
import { aPainel } from '../../support/a-painel.ts'
import { aClaim, aRegister } from '../../support/factories.ts'

const { conviteIdOf } = keyedBy('a secret of more than thirty-two characters')

async function aConvite() {
  const painel = aPainel()
  painel.putEmpresa({ empresaid: 'acme', icredencial: 5 })
  const request = { empresaid: 'acme', rotulos: 'Tia', pedido: 'p' }
  const made = await makeConvites({ ...painel, conviteIdOf }, request, painel.autor())
  if (made.kind !== 'created') throw new Error(made.kind)
  const [codigo = ''] = made.codigos
  const rename = (typed: string, fields: { empresaid?: string; codigo?: string } = {}) =>
    renameConvite(painel, { empresaid: 'acme', codigo, typed, ...fields }, painel.autor())
  const rotulo = async () => (await painel.convites.find(codigo))?.convite.rotulo
  return { ...painel, codigo, rename, rotulo }
}

test('a new invitation gets another label once, however often the form is sent', async () => {
  const { rename, rotulo, linhasOf } = await aConvite()
  for (let n = 0; n < 3; n++) expect(await rename(' Tia  Lúcia ')).toEqual({ kind: 'renamed' })
  expect(await rotulo()).toBe('Tia Lúcia')
  expect(linhasOf('acme')).toEqual(['criou-convites', 'renomeou-convite'])
})

test('a label that cannot be one changes nothing', async () => {
  const { rename, rotulo } = await aConvite()
  for (const typed of ['', ' ', 'x'.repeat(61)]) expect(await rename(typed)).toEqual({ kind: 'invalid' })
  expect(await rotulo()).toBe('Tia')
})

test('another table’s holder finds no such invitation, nor does who invents a code', async () => {
  const { rename, rotulo } = await aConvite()
  for (const fields of [
    { empresaid: 'outra' },
    { codigo: 'a'.repeat(20) },
    { codigo: '../x' },
    { codigo: '' },
  ])
    expect(await rename('Meu', fields)).toEqual({ kind: 'convite-not-found' })
  expect(await rotulo()).toBe('Tia')
})

test('a used or revoked one keeps its label', async () => {
  const { rename, rotulo, convites, codigo, credenciais, autor } = await aConvite()
  const claim = aClaim('acme', { sid: (await convites.find(codigo))?.reserva.sid ?? '' })
  const [renamed] = await Promise.all([
    rename('Outra'),
    credenciais.register(aRegister({ claim, isPersonal: true })),
  ])
  expect(['renamed', 'used']).toContain(renamed.kind)
  const kept = await rotulo()
  expect(await rename('Mais outra')).toEqual({ kind: 'used' })
  expect(await rotulo()).toBe(kept)
  const other = await aConvite()
  await other.convites.revoke(other.codigo, autor())
  expect(await other.rename('Outra')).toEqual({ kind: 'revoked' })
})
