import { expect, test } from 'vitest'
import { admissionsIn } from '../../../server/domain/entrada.ts'
import { aBoard, aGuestOf, type Board } from '../../support/a-board.ts'
import { NOW } from '../../support/factories.ts'

const admit = (board: Board, credencialid: string, entradaid: string, isAgain = false, quem = 'laptop') =>
  board.entradas.admit({ credencialid, entradaid, isAgain }, board.autor({ quem }))

const annul = (board: Board, credencialid: string, entradaid: string, anula: string) =>
  board.entradas.annul({ credencialid, entradaid, anula }, board.autor({ quem: 'laptop' }))

const inside = async ({ entradas }: Board, id: string) => admissionsIn(await entradas.listOf(id))

test('an admission is of mode painel, read by the server’s clock, and in the history', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  expect(await admit(board, ana, 'e1')).toEqual({ kind: 'admitted' })
  expect(await inside(board, ana)).toMatchObject([
    { entradaid: 'e1', aparelhoid: 'laptop', modo: 'painel', lidaem: NOW, desvio: 0, recebidaem: NOW },
  ])
  expect(board.acts(ana)).toEqual(['admitiu'])
})

test('the same form sent twice, at once too, is one admission', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  const sent = await Promise.all([admit(board, ana, 'e1'), admit(board, ana, 'e1')])
  expect([...sent, await admit(board, ana, 'e1')]).toEqual([1, 2, 3].map(() => ({ kind: 'admitted' })))
  expect(await inside(board, ana)).toHaveLength(1)
  expect(board.acts(ana)).toEqual(['admitiu'])
})

test('a guest inside is admitted again only by who was told', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  await admit(board, ana, 'e1')
  expect(await admit(board, ana, 'e2')).toEqual({ kind: 'already-inside', since: NOW })
  expect(await inside(board, ana)).toHaveLength(1)
  expect(await admit(board, ana, 'e2', true)).toEqual({ kind: 'admitted' })
  expect(await inside(board, ana)).toHaveLength(2)
})

test('of two organisers who admit at once the second is told; two who were told are two facts, and the first is the same for all', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  const both = await Promise.all([admit(board, ana, 'e3', false, 'c'), admit(board, ana, 'e4', false, 'd')])
  expect(both).toEqual([{ kind: 'admitted' }, { kind: 'already-inside', since: NOW }])
  await Promise.all([admit(board, ana, 'e2', true, 'b'), admit(board, ana, 'e1', true, 'a')])
  const { dentro } = await board.painel.count(NOW)
  expect(dentro).toBe(1)
  expect((await inside(board, ana)).map(({ aparelhoid }) => aparelhoid)).toEqual(['a', 'b', 'c'])
})

test('a guest who is gone is not admitted, and another guest’s entradaid admits nobody', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  const bia = await aGuestOf(board, { nome: 'BIA REIS' })
  await admit(board, ana, 'e1')
  expect(await admit(board, bia, 'e1')).toEqual({ kind: 'entrada-taken' })
  expect(await inside(board, bia)).toEqual([])
  expect(await admit(board, 'nobody', 'e9')).toEqual({ kind: 'credencial-not-found' })
})

test('an annulled admission counts no more, stays, and is annulled once by two organisers one after the other', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  await admit(board, ana, 'e1')
  for (const id of ['a1', 'a1', 'a2']) expect(await annul(board, ana, id, 'e1')).toEqual({ kind: 'annulled' })
  expect(await inside(board, ana)).toEqual([])
  expect((await board.entradas.listOf(ana)).map(({ entradaid }) => entradaid)).toEqual(['e1', 'a1'])
  expect(board.acts(ana)).toEqual(['admitiu', 'anulou'])
  expect(await admit(board, ana, 'e2')).toEqual({ kind: 'admitted' })
})

test('two organisers who annul at once leave the guest outside', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  await admit(board, ana, 'e1')
  await Promise.all([annul(board, ana, 'a1', 'e1'), annul(board, ana, 'a2', 'e1')])
  expect(await inside(board, ana)).toEqual([])
})

test('neither another guest’s admission nor an annulment is annulled', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  const bia = await aGuestOf(board, { nome: 'BIA REIS' })
  await admit(board, ana, 'e1')
  expect(await annul(board, bia, 'a1', 'e1')).toEqual({ kind: 'entrada-not-found' })
  await annul(board, ana, 'a2', 'e1')
  expect(await annul(board, ana, 'a3', 'a2')).toEqual({ kind: 'entrada-not-found' })
})
