import { expect, test } from 'vitest'
import { keyedBy } from '../../../server/domain/keyed-by.ts'
import { openMesa } from '../../../server/use-cases/mesa.ts'
import { aBoard } from '../../support/a-board.ts'
import { NOW } from '../../support/factories.ts'

const keyed = keyedBy('a secret of more than thirty-two characters')

function aDoor(eraseAt = NOW + 1) {
  const board = aBoard()
  let reads = 0
  const mesas = { ...board.mesas, find: (id: string) => (reads++, board.mesas.find(id)) }
  const parts = { mesas, eraseAt, now: () => NOW, parseMesaToken: keyed.parseMesaToken }
  return { ...board, reads: () => reads, open: (token: string | undefined) => openMesa(parts, token) }
}

const TOKEN = keyed.mesaTokenOf({ empresaid: 'acme', versao: 0 })

test('a token opens its table until the link is renewed, and the new one opens it then', async () => {
  const { open, mesas, autor } = aDoor()
  expect(await open(TOKEN)).toEqual({ kind: 'open', empresaid: 'acme' })
  const versao = await mesas.renewLink('acme', autor())
  expect(await open(TOKEN)).toEqual({ kind: 'replaced' })
  expect(await open(keyed.mesaTokenOf({ empresaid: 'acme', versao }))).toMatchObject({ kind: 'open' })
})

test('a token that was never signed is not looked up in storage', async () => {
  const { open, reads } = aDoor()
  for (const token of [undefined, '', 'acme', `${TOKEN}x`, TOKEN.slice(1), keyed.tokenOf('acme', 0)])
    expect(await open(token)).toEqual({ kind: 'not-found' })
  expect(reads()).toBe(0)
})

test('from the day of erasure on a token of ours opens nothing, and any other is still none', async () => {
  const { open, reads } = aDoor(NOW)
  expect(await open(TOKEN)).toEqual({ kind: 'erased' })
  expect(await open('x')).toEqual({ kind: 'not-found' })
  expect(reads()).toBe(0)
})
