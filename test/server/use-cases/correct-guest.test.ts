import { expect, test } from 'vitest'
import { correctGuest, type GuestForm } from '../../../server/use-cases/correct-guest.ts'
import { separatePair } from '../../../server/use-cases/repetidos.ts'
import { aBoard, aGuestOf, type Board } from '../../support/a-board.ts'
import { aCadastro } from '../../support/factories.ts'

const ANA = aCadastro({ nome: 'ANA LIMA', telefone: '65987655432', email: '' })

const correct = (board: Board, id: string, typed: Partial<typeof ANA>, more: Partial<GuestForm> = {}) =>
  correctGuest(
    board,
    id,
    { values: { ...ANA, ...typed }, shown: ANA, isOther: false, ...more },
    board.autor(),
  )

test('what is typed replaces what is stored, mirrored and in the history', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  expect(await correct(board, ana, { nome: 'Ana Maria Lima' })).toEqual({ kind: 'corrected' })
  expect(board.store.credenciais.get(ana)).toMatchObject({ nome: 'ANA MARIA LIMA', telefone: ANA.telefone })
  expect(board.mirrored).toEqual([ana])
  expect(board.acts(ana)).toEqual(['corrigiu'])
})

test('two organisers who correct different fields at once both have theirs', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  await Promise.all([
    correct(board, ana, { email: 'ana@exemplo.com' }),
    correct(board, ana, { nome: 'ANA MARIA LIMA' }),
  ])
  expect(board.store.credenciais.get(ana)).toMatchObject({ nome: 'ANA MARIA LIMA', email: 'ana@exemplo.com' })
  expect(board.acts(ana)).toEqual(['corrigiu', 'corrigiu'])
})

test('a field two organisers correct is refused to the second, who sees both and may insist', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  const forms = ['ANA REIS', 'ANA MELO'].map((nome) => correct(board, ana, { nome }))
  const shown = { ...ANA, nome: 'ANA REIS' }
  const said = 'Mudou enquanto você corrigia: agora está “ANA REIS”. Salve de novo para ficar com o seu.'
  expect(await Promise.all(forms)).toEqual([
    { kind: 'corrected' },
    { kind: 'refused', errors: { nome: said }, twin: null, shown },
  ])
  expect(board.acts(ana)).toEqual(['corrigiu'])
  expect(await correct(board, ana, { nome: 'ANA MELO' }, { shown })).toEqual({ kind: 'corrected' })
  expect(board.store.credenciais.get(ana)?.nome).toBe('ANA MELO')
})

test('a field nobody touched stays, even one the form would not take', async () => {
  const board = aBoard()
  const shown = { ...ANA, telefone: 'sem telefone' }
  const ana = await aGuestOf(board, shown)
  const values = { ...shown, email: 'ana@exemplo.com' }
  expect(await correct(board, ana, values, { shown })).toEqual({ kind: 'corrected' })
  expect(board.store.credenciais.get(ana)).toMatchObject(values)
})

test('every field that is wrong is told with the twin, and nothing is written', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board, { nome: 'ANA REIS' })
  const twin = await aGuestOf(board)
  const result = await correct(board, ana, { email: 'ana@' }, { shown: { ...ANA, nome: 'ANA REIS' } })
  expect(result).toMatchObject({
    ...{ kind: 'refused', errors: { email: expect.any(String) as string } },
    twin: { isExact: true, convidado: { credencial: { credencialid: twin } } },
  })
  expect(board.store.credenciais.get(ana)).toMatchObject({ nome: 'ANA REIS' })
  expect(board.acts(ana)).toEqual([])
})

test('a twin with equal name and phone stays refused; one that is only alike gives way to who says it is another', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board, { nome: 'ANA REIS' })
  await aGuestOf(board, { nome: 'LIMA ANA' })
  const shown = { ...ANA, nome: 'ANA REIS' }
  expect(await correct(board, ana, {}, { shown })).toMatchObject({
    kind: 'refused',
    twin: { isExact: false },
  })
  expect(await correct(board, ana, {}, { shown, isOther: true })).toEqual({ kind: 'corrected' })
  const exact = await aGuestOf(board, { nome: 'BIA REIS' })
  const again = await correct(board, exact, {}, { shown: { ...ANA, nome: 'BIA REIS' }, isOther: true })
  expect(again).toMatchObject({ kind: 'refused', twin: { isExact: true } })
})

test('a twin that was told apart is no twin any more', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board, { nome: 'ANA REIS' })
  const other = await aGuestOf(board, { nome: 'LIMA ANA' })
  await separatePair(board.historico, other, ana, board.autor())
  expect(await correct(board, ana, {}, { shown: { ...ANA, nome: 'ANA REIS' } })).toEqual({
    kind: 'corrected',
  })
})

test('a form sent twice corrects once more to the same, and a guest who is gone is told', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  for (let n = 0; n < 2; n++)
    expect(await correct(board, ana, { nome: 'ANA DIAS' })).toEqual({ kind: 'corrected' })
  await board.credenciais.remove(ana, false, board.autor())
  expect(await correct(board, ana, { nome: 'ANA' })).toEqual({ kind: 'credencial-not-found' })
})
