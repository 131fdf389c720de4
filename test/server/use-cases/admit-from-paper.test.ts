import { expect, test } from 'vitest'
import { admissionsIn } from '../../../server/domain/entrada.ts'
import { admitFromPaper } from '../../../server/use-cases/admit.ts'
import { aBoard, aGuestOf } from '../../support/a-board.ts'
import { aMerge } from '../../support/factories.ts'

test('a tick for a guest who was merged or removed since the list was printed is somebody inside', async () => {
  const board = aBoard()
  const [kept, merged, removed] = [
    await aGuestOf(board),
    await aGuestOf(board, { nome: 'BIA REIS' }),
    await aGuestOf(board, { nome: 'LEO REIS' }),
  ]
  await board.credenciais.merge(aMerge(kept, merged), board.autor())
  await board.credenciais.remove(removed, true, board.autor())
  const ticked = [merged, removed].map((credencialid) => ({
    entradaid: `papel-${credencialid}`,
    credencialid,
  }))
  const when = { typed: '', inicio: '2027-09-16T19:00:00-03:00' }
  const admit = () => admitFromPaper({ ...board, now: () => Date.now() }, ticked, when, board.autor())
  expect(await admit()).toEqual({ kind: 'admitted', count: 2 })
  expect(admissionsIn(await board.entradas.listOf(kept))).toHaveLength(1)
  expect(await board.entradas.listAnotadas(0, 9)).toMatchObject({
    total: 1,
    entradas: [{ anotado: 'convidado excluído' }],
  })
  // The same form again.
  expect(await admit()).toEqual({ kind: 'admitted', count: 0 })
})
