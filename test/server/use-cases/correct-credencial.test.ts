import { expect, test } from 'vitest'
import { StorageError } from '../../../server/domain/errors.ts'
import { correctCredencial, removeCredencial } from '../../../server/use-cases/change-convidado.ts'
import { aCadastro, aClaim, anAutor, anEmpresa, aRegister } from '../../support/factories.ts'
import { createStore } from '../../support/stored.ts'

const ANA = aCadastro({ nome: 'ANA LIMA', telefone: '11987654321', email: 'ana@exemplo.com' })
const RUI = aCadastro({ nome: 'RUI REIS', telefone: '2133334444', email: '' })
const chaveOf = ({ nome, telefone }: typeof ANA) => `${nome} ${telefone}`

/** Guests of a company with ten invitations. */
async function convidados() {
  const store = createStore()
  store.put('empresas', anEmpresa({ empresaid: 'mesa', icredencial: 10 }))
  const { credenciais, avips, empresas } = store.open()
  const register = async (cadastro: typeof ANA) => {
    const claim = aClaim('mesa')
    const done = await credenciais.register(aRegister({ cadastro, chave: chaveOf(cadastro), claim }))
    return done.kind === 'registered' ? done.credencial.credencialid : ''
  }
  return { ana: await register(ANA), rui: await register(RUI), credenciais, avips, empresas, chaveOf, store }
}

test('a correction tells which fields changed, from what to what, and that all of it is done', async () => {
  const { ana, ...parts } = await convidados()
  const given = aCadastro({ nome: 'Ana Lima', telefone: '(21) 99876-5432', email: '' })
  expect(await correctCredencial(parts, ana, given, anAutor())).toEqual({
    kind: 'corrected',
    changes: [
      { field: 'telefone', was: ANA.telefone, is: '21998765432' },
      { field: 'email', was: ANA.email, is: '' },
    ],
    isMirrored: true,
    isWiped: true,
  })
  expect(parts.store.get('avips', ana)).toMatchObject({ nome: ANA.nome })
})

test('a correction names each field that is wrong, and writes nothing', async () => {
  const { ana, ...parts } = await convidados()
  const result = await correctCredencial(
    parts,
    ana,
    aCadastro({ nome: 'Bia', telefone: '123', email: 'ana' }),
    anAutor(),
  )
  expect(result).toMatchObject({ kind: 'invalid' })
  expect(result.kind === 'invalid' && Object.keys(result.errors)).toEqual(['telefone', 'email'])
  expect(parts.store.get('credenciais', ana)).toMatchObject(ANA)
})

test('a correction tells apart another guest’s name and phone, nobody, and a guest removed meanwhile', async () => {
  const { ana, rui, ...parts } = await convidados()
  const asAna = { nome: ANA.nome, telefone: ANA.telefone }
  expect(await correctCredencial(parts, rui, asAna, anAutor())).toEqual({
    kind: 'already-taken',
    credencialid: ana,
  })
  expect(await correctCredencial(parts, '1', asAna, anAutor())).toEqual({ kind: 'credencial-not-found' })
  parts.credenciais.correct = async () => ({ kind: 'credencial-not-found' })
  expect(await correctCredencial(parts, ana, { nome: 'Bia' }, anAutor())).toEqual({
    kind: 'removed-meanwhile',
  })
})

test('a removal names the company that got the invitation back, and a second one finds nobody', async () => {
  const { ana, rui, ...parts } = await convidados()
  const done = { isMirrored: true, isWiped: true }
  expect(await removeCredencial(parts, ana, true, anAutor())).toEqual({
    kind: 'removed',
    returned: 'mesa',
    ...done,
  })
  expect(await removeCredencial(parts, rui, false, anAutor())).toEqual({
    kind: 'removed',
    returned: null,
    ...done,
  })
  expect(await removeCredencial(parts, ana, true, anAutor())).toEqual({ kind: 'credencial-not-found' })
  expect(parts.store.get('empresas', 'mesa')).toMatchObject({ licredencial: 1 })
})

test('a correction and a removal stand though storage fails at what follows; a bug is thrown', async () => {
  const { ana, rui, ...parts } = await convidados()
  parts.avips.mirror = () => Promise.reject(new StorageError('unreachable'))
  parts.credenciais.wipeRemoved = async () => false
  const undone = { isMirrored: false, isWiped: false }
  expect(await correctCredencial(parts, ana, { nome: 'Bia' }, anAutor())).toMatchObject({
    kind: 'corrected',
    ...undone,
  })
  expect(await removeCredencial(parts, ana, false, anAutor())).toMatchObject({ kind: 'removed', ...undone })
  parts.avips.mirror = () => Promise.reject(new TypeError('bug'))
  await expect(removeCredencial(parts, rui, false, anAutor())).rejects.toThrow('bug')
})
