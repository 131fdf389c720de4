import { expect, test } from 'vitest'
import { renewLink } from '../../../server/use-cases/change-guest.ts'
import { aBoard, aGuestOf } from '../../support/a-board.ts'

test('a link is replaced once by the same form, and again by the next page’s', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  for (const versao of [0, 0, 0])
    expect(await renewLink(board, ana, versao, board.autor())).toEqual({ kind: 'renewed' })
  expect((await board.credenciais.findById(ana))?.versao).toBe(1)
  await renewLink(board, ana, 1, board.autor())
  expect((await board.credenciais.findById(ana))?.versao).toBe(2)
  expect(board.acts(ana)).toEqual(['renovou-link', 'renovou-link'])
})

test('two organisers who replace a link at once leave one link that opens, and a line each', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  await Promise.all([1, 2].map(() => renewLink(board, ana, 0, board.autor())))
  const versao = (await board.credenciais.findById(ana))?.versao
  expect(versao).toBe(board.acts(ana).length)
})

test('a guest of another product has no link to replace, and one who is gone is told', async () => {
  const board = aBoard()
  const ana = await aGuestOf(board)
  board.store.chaves.clear()
  expect(await renewLink(board, ana, 0, board.autor())).toEqual({ kind: 'no-link' })
  expect(await renewLink(board, 'nobody', 0, board.autor())).toEqual({ kind: 'credencial-not-found' })
})
