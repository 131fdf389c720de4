import { expect, test } from 'vitest'
import { correctConvidado, type ConvidadoForm } from '../../../server/use-cases/change-convidado.ts'
import { separateRepetidos } from '../../../server/use-cases/repetidos.ts'
import { aPainel, aConvidadoOf, type Painel } from '../../support/a-painel.ts'
import { aCadastro } from '../../support/factories.ts'

const ANA = aCadastro({ nome: 'ANA LIMA', telefone: '65987655432', email: '' })

const correct = (painel: Painel, id: string, typed: Partial<typeof ANA>, more: Partial<ConvidadoForm> = {}) =>
  correctConvidado(
    painel,
    id,
    { values: { ...ANA, ...typed }, shown: ANA, isOther: false, ...more },
    painel.autor(),
  )

test('what is typed replaces what is stored, mirrored and in the history', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  expect(await correct(painel, ana, { nome: 'Ana Maria Lima' })).toMatchObject({ kind: 'corrected' })
  expect(painel.store.get('credenciais', ana)).toMatchObject({
    nome: 'ANA MARIA LIMA',
    telefone: ANA.telefone,
  })
  expect(painel.mirrored).toEqual([ana])
  expect(painel.linhasOf(ana)).toEqual(['corrigiu'])
})

test('two organisers who correct different fields at once both have theirs', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  await Promise.all([
    correct(painel, ana, { email: 'ana@exemplo.com' }),
    correct(painel, ana, { nome: 'ANA MARIA LIMA' }),
  ])
  expect(painel.store.get('credenciais', ana)).toMatchObject({
    nome: 'ANA MARIA LIMA',
    email: 'ana@exemplo.com',
  })
  expect(painel.linhasOf(ana)).toEqual(['corrigiu', 'corrigiu'])
})

test('a field two organisers correct is refused to the second, who sees both and may insist', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  const forms = ['ANA REIS', 'ANA MELO'].map((nome) => correct(painel, ana, { nome }))
  const shown = { ...ANA, nome: 'ANA REIS' }
  const said = 'Mudou enquanto você corrigia: agora está “ANA REIS”. Salve de novo para ficar com o seu.'
  expect(await Promise.all(forms)).toMatchObject([
    { kind: 'corrected' },
    { kind: 'refused', errors: { nome: said }, repetido: null, shown },
  ])
  expect(painel.linhasOf(ana)).toEqual(['corrigiu'])
  expect(await correct(painel, ana, { nome: 'ANA MELO' }, { shown })).toMatchObject({ kind: 'corrected' })
  expect(painel.store.get('credenciais', ana)?.nome).toBe('ANA MELO')
})

test('a field nobody touched stays, even one the form would not take', async () => {
  const painel = aPainel()
  const shown = { ...ANA, telefone: 'sem telefone' }
  const ana = await aConvidadoOf(painel, shown)
  const values = { ...shown, email: 'ana@exemplo.com' }
  expect(await correct(painel, ana, values, { shown })).toMatchObject({ kind: 'corrected' })
  expect(painel.store.get('credenciais', ana)).toMatchObject(values)
})

test('every field that is wrong is told with the twin, and nothing is written', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel, { nome: 'ANA REIS' })
  const repetido = await aConvidadoOf(painel)
  const result = await correct(painel, ana, { email: 'ana@' }, { shown: { ...ANA, nome: 'ANA REIS' } })
  expect(result).toMatchObject({
    kind: 'refused',
    errors: { email: expect.any(String) as string },
    repetido: { isExact: true, convidado: { credencial: { credencialid: repetido } } },
  })
  expect(painel.store.get('credenciais', ana)).toMatchObject({ nome: 'ANA REIS' })
  expect(painel.linhasOf(ana)).toEqual([])
})

test('a twin with equal name and phone stays refused; one that is only alike gives way to who says it is another', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel, { nome: 'ANA REIS' })
  await aConvidadoOf(painel, { nome: 'LIMA ANA' })
  const shown = { ...ANA, nome: 'ANA REIS' }
  expect(await correct(painel, ana, {}, { shown })).toMatchObject({
    kind: 'refused',
    repetido: { isExact: false },
  })
  expect(await correct(painel, ana, {}, { shown, isOther: true })).toMatchObject({ kind: 'corrected' })
  const exact = await aConvidadoOf(painel, { nome: 'BIA REIS' })
  const again = await correct(painel, exact, {}, { shown: { ...ANA, nome: 'BIA REIS' }, isOther: true })
  expect(again).toMatchObject({ kind: 'refused', repetido: { isExact: true } })
})

test('a twin that was told apart is no twin any more', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel, { nome: 'ANA REIS' })
  const other = await aConvidadoOf(painel, { nome: 'LIMA ANA' })
  await separateRepetidos(painel.historico, other, ana, painel.autor())
  expect(await correct(painel, ana, {}, { shown: { ...ANA, nome: 'ANA REIS' } })).toMatchObject({
    kind: 'corrected',
  })
})

test('a form sent twice corrects once more to the same, and a guest who is gone is told', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  for (let n = 0; n < 2; n++)
    expect(await correct(painel, ana, { nome: 'ANA DIAS' })).toMatchObject({ kind: 'corrected' })
  await painel.credenciais.remove(ana, false, painel.autor())
  expect(await correct(painel, ana, { nome: 'ANA' })).toEqual({ kind: 'credencial-not-found' })
})
