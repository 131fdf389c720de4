import { expect, test } from 'vitest'
import { keyedBy } from '../../../server/domain/keyed-by.ts'
import { openMesa } from '../../../server/use-cases/mesa.ts'
import { aPainel } from '../../support/a-painel.ts'
import { NOW } from '../../support/factories.ts'

const keyed = keyedBy('a secret of more than thirty-two characters')

function aPorta(eraseAt = NOW + 1) {
  const painel = aPainel()
  painel.putEmpresa({ empresaid: 'acme' })
  let reads = 0
  const mesas = { ...painel.mesas, find: (id: string) => (reads++, painel.mesas.find(id)) }
  const parts = { mesas, eraseAt, now: () => NOW, parseMesaToken: keyed.parseMesaToken }
  return { ...painel, reads: () => reads, open: (token: string | undefined) => openMesa(parts, token) }
}

const TOKEN = keyed.mesaTokenOf({ empresaid: 'acme', versao: 0 })

test('a token opens its table until the link is renewed, and the new one opens it then', async () => {
  const { open, mesas, autor } = aPorta()
  expect(await open(TOKEN)).toMatchObject({ kind: 'open', empresaid: 'acme' })
  const versao = (await mesas.renewLink('acme', autor())) ?? NaN
  expect(await open(TOKEN)).toEqual({ kind: 'replaced' })
  expect(await open(keyed.mesaTokenOf({ empresaid: 'acme', versao }))).toMatchObject({ kind: 'open' })
})

test('a token that was never signed is not looked up in storage', async () => {
  const { open, reads } = aPorta()
  for (const token of [undefined, '', 'acme', `${TOKEN}x`, TOKEN.slice(1), keyed.tokenOf('acme', 0)])
    expect(await open(token)).toEqual({ kind: 'not-found' })
  expect(reads()).toBe(0)
})

test('from the day of erasure on a token of ours opens nothing, and any other is still none', async () => {
  const { open, reads } = aPorta(NOW)
  expect(await open(TOKEN)).toEqual({ kind: 'erased' })
  expect(await open('x')).toEqual({ kind: 'not-found' })
  expect(reads()).toBe(0)
})
