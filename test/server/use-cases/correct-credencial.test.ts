import { expect, test } from 'vitest'
import { StorageError } from '../../../server/domain/errors.ts'
import { correctConvidado, removeCredencial } from '../../../server/use-cases/change-convidado.ts'
import { aCadastro, aClaim, anAutor, anEmpresa, aRegister } from '../../support/factories.ts'
import { createStore } from '../../support/stored.ts'

const ANA = aCadastro({ nome: 'ANA LIMA', telefone: '11987654321', email: 'ana@exemplo.com' })
const RUI = aCadastro({ nome: 'RUI REIS', telefone: '2133334444', email: '' })
const chaveOf = ({ nome, telefone }: typeof ANA) => `${nome} ${telefone}`

/** Guests of a company with ten invitations. */
async function convidados() {
  const store = createStore()
  store.put('empresas', anEmpresa({ empresaid: 'mesa', icredencial: 10 }))
  const { credenciais, avips, painel, historico } = store.open()
  const register = async (cadastro: typeof ANA) => {
    const claim = aClaim('mesa')
    const done = await credenciais.register(aRegister({ cadastro, chave: chaveOf(cadastro), claim }))
    return done.kind === 'registered' ? done.credencial.credencialid : ''
  }
  const parts = { credenciais, avips, painel, historico, chaveOf, chaveAntigaOf: () => null, store }
  return { ana: await register(ANA), rui: await register(RUI), ...parts }
}

/** A correction of some fields by a form that was shown with what is stored. */
const correct = (
  { store, ...parts }: Omit<Awaited<ReturnType<typeof convidados>>, 'ana' | 'rui'>,
  id: string,
  typed: Partial<typeof ANA>,
) => {
  const { nome, telefone, email } = store.get('credenciais', id) ?? ANA
  const shown = { nome, telefone, email }
  return correctConvidado(parts, id, { values: { ...shown, ...typed }, shown, isOther: true }, anAutor())
}

test('a correction tells that all of it is done', async () => {
  const { ana, rui: _, ...parts } = await convidados()
  const given = aCadastro({ nome: 'Ana Lima', telefone: '(21) 99876-5432', email: '' })
  expect(await correct(parts, ana, given)).toEqual({ kind: 'corrected', isMirrored: true, isWiped: true })
  expect(parts.store.get('credenciais', ana)).toMatchObject({ telefone: '21998765432', email: '' })
  expect(parts.store.get('avips', ana)).toMatchObject({ nome: ANA.nome })
})

test('a correction names each field that is wrong, and writes nothing', async () => {
  const { ana, rui: _, ...parts } = await convidados()
  const result = await correct(parts, ana, { nome: 'Bia', telefone: '123', email: 'ana' })
  expect(result).toMatchObject({ kind: 'refused' })
  expect(result.kind === 'refused' && Object.keys(result.errors)).toEqual(['telefone', 'email'])
  expect(parts.store.get('credenciais', ana)).toMatchObject(ANA)
})

test('a correction tells apart another guest’s name and phone, nobody, and a guest removed meanwhile', async () => {
  const { ana, rui, ...parts } = await convidados()
  const asAna = { nome: ANA.nome, telefone: ANA.telefone }
  expect(await correct(parts, rui, asAna)).toMatchObject({
    kind: 'refused',
    repetido: { convidado: { credencial: { credencialid: ana } }, isExact: true },
  })
  expect(await correct(parts, '1', asAna)).toEqual({ kind: 'credencial-not-found' })
  parts.credenciais.correct = async () => ({ kind: 'already-taken', credencialid: ana })
  expect(await correct(parts, rui, { nome: 'Bia' })).toMatchObject({
    kind: 'refused',
    repetido: { convidado: { credencial: { credencialid: ana } }, isExact: true },
  })
  parts.credenciais.correct = async () => ({ kind: 'credencial-not-found' })
  expect(await correct(parts, ana, { nome: 'Bia' })).toEqual({ kind: 'credencial-not-found' })
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
  expect(await correct(parts, ana, { nome: 'Bia' })).toMatchObject({ kind: 'corrected', ...undone })
  expect(await removeCredencial(parts, ana, false, anAutor())).toMatchObject({ kind: 'removed', ...undone })
  parts.avips.mirror = () => Promise.reject(new TypeError('bug'))
  await expect(removeCredencial(parts, rui, false, anAutor())).rejects.toThrow('bug')
})
