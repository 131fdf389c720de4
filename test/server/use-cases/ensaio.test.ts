import { expect, test } from 'vitest'
import { ENSAIO_MS } from '../../../server/domain/ensaio.ts'
import { beginEnsaio, endEnsaio, findEnsaio } from '../../../server/use-cases/ensaio.ts'
import { aBoard } from '../../support/a-board.ts'
import { anAutor, NOW } from '../../support/factories.ts'

test('a rehearsal is on from its beginning to its end, for everybody the same', async () => {
  const board = aBoard()
  expect(await findEnsaio(board, NOW)).toBeNull()
  await beginEnsaio(board, anAutor({ em: NOW }))
  const open = await findEnsaio(board, NOW + 1)
  expect(open?.ate).toBe(NOW + ENSAIO_MS)
  expect(await findEnsaio(board, NOW + 2)).toEqual(open)
  await endEnsaio(board, anAutor({ em: NOW + 3 }))
  expect(await findEnsaio(board, NOW + 4)).toBeNull()
})

test('one that is forgotten ends by itself, before the doors open', async () => {
  const board = aBoard()
  await beginEnsaio(board, anAutor({ em: NOW }))
  expect(await findEnsaio(board, NOW + ENSAIO_MS - 1)).not.toBeNull()
  expect(await findEnsaio(board, NOW + ENSAIO_MS)).toBeNull()
})

test('a second button does not begin another, an end without one does nothing, and another has other guests', async () => {
  const board = aBoard()
  await endEnsaio(board, anAutor({ em: NOW }))
  await beginEnsaio(board, anAutor({ em: NOW }))
  const first = await findEnsaio(board, NOW)
  await beginEnsaio(board, anAutor({ em: NOW + 1 }))
  expect(await findEnsaio(board, NOW + 1)).toEqual(first)
  await endEnsaio(board, anAutor({ em: NOW + 2 }))
  await endEnsaio(board, anAutor({ em: NOW + 3 }))
  await beginEnsaio(board, anAutor({ em: NOW + 4 }))
  expect((await findEnsaio(board, NOW + 5))?.ensaioid).not.toBe(first?.ensaioid)
  expect([...board.store.historico.values()].map(({ ato }) => ato)).toEqual([
    ...['comecou-ensaio', 'encerrou-ensaio', 'comecou-ensaio'],
  ])
})

test('an end at the same instant, by another server’s clock, still ends its own', async () => {
  const board = aBoard()
  await beginEnsaio(board, anAutor({ em: NOW }))
  await endEnsaio(board, anAutor({ em: NOW }))
  expect(await findEnsaio(board, NOW)).toBeNull()
})
