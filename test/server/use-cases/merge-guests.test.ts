import { expect, test } from 'vitest'
import { StorageError } from '../../../server/domain/errors.ts'
import { listPairs, mergeGuests, separatePair } from '../../../server/use-cases/repetidos.ts'
import { aBoard, aGuestOf, type Board } from '../../support/a-board.ts'
import { aMerge } from '../../support/factories.ts'

/** Two guests alike, each paid for by a company. */
async function aPair(board: Board): Promise<[string, string]> {
  board.putEmpresa({ empresaid: 'serra' })
  board.putEmpresa({ empresaid: 'ipe' })
  return [
    await aGuestOf(board, {}, 'serra'),
    await aGuestOf(board, { nome: 'LIMA, ANA DE', telefone: '6587655432' }, 'ipe'),
  ]
}

const merge = (board: Board, kept: string, other: string) =>
  mergeGuests(board, aMerge(kept, other), board.autor())
const licredencial = ({ store }: Board, id: string) => store.empresas.get(id)?.licredencial

test('the kept guest stays, the other’s invitation returns, both avips are mirrored, and the pair is gone', async () => {
  const board = aBoard()
  const [ana, other] = await aPair(board)
  expect(await listPairs(board)).toEqual([[ana, other]])
  expect(await merge(board, ana, other)).toEqual({
    ...{ kind: 'merged', returned: 'ipe', isMirrored: true, isWiped: true },
  })
  expect([...board.store.credenciais.keys()]).toEqual([ana])
  expect([licredencial(board, 'serra'), licredencial(board, 'ipe')]).toEqual([1, 0])
  expect(board.mirrored).toEqual([ana, other])
  expect(board.acts(ana)).toEqual(['juntou'])
  expect(await listPairs(board)).toEqual([])
})

test('two organisers who merge at once, each keeping another, keep one; sent again it changes nothing', async () => {
  const board = aBoard()
  const [ana, other] = await aPair(board)
  const results = await Promise.all([merge(board, ana, other), merge(board, other, ana)])
  expect(results.map(({ kind }) => kind)).toEqual(['merged', 'credencial-not-found'])
  expect(await merge(board, ana, other)).toEqual({ kind: 'credencial-not-found' })
  expect([...board.store.credenciais.keys()]).toEqual([ana])
  expect(board.acts(ana)).toEqual(['juntou'])
})

test('a merge stands though the avips cannot be mirrored now', async () => {
  const board = aBoard()
  const [ana, other] = await aPair(board)
  board.avips.mirror = () => Promise.reject(new StorageError('unreachable'))
  expect(await merge(board, ana, other)).toMatchObject({ kind: 'merged', isMirrored: false })
})

test('three guests alike make three pairs, and a merge or a separation leaves the others', async () => {
  const board = aBoard()
  const [ana, other] = await aPair(board)
  const third = await aGuestOf(board, { nome: 'ANA E LIMA' })
  expect(await listPairs(board)).toEqual([
    [ana, other],
    [ana, third],
    [other, third],
  ])
  await separatePair(board.historico, other, ana, board.autor())
  expect(await listPairs(board)).toEqual([
    [ana, third],
    [other, third],
  ])
  await merge(board, ana, third)
  expect(await listPairs(board)).toEqual([])
})

test('people told apart are one line of the history, however often and in whatever order it is said', async () => {
  const board = aBoard()
  const [ana, other] = await aPair(board)
  await separatePair(board.historico, ana, other, board.autor())
  await separatePair(board.historico, other, ana, board.autor())
  expect([...board.store.historico.values()]).toMatchObject([{ ato: 'separou', alvo: ana, detalhe: other }])
})

test('a landline and a mobile that ends alike are no pair, nor is one name at two phones', async () => {
  const board = aBoard()
  for (const telefone of ['7341020799', '73941020799', '1141020799', '73999990000'])
    await aGuestOf(board, { telefone })
  expect(await listPairs(board)).toEqual([])
})
