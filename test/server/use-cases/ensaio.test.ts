import { expect, test } from 'vitest'
import { ENSAIO_MS } from '../../../server/domain/ensaio.ts'
import { beginEnsaio, endEnsaio, findEnsaio } from '../../../server/use-cases/ensaio.ts'
import { aPainel } from '../../support/a-painel.ts'
import { anAutor, NOW } from '../../support/factories.ts'

test('a rehearsal is on from its beginning to its end, for everybody the same', async () => {
  const painel = aPainel()
  expect(await findEnsaio(painel, NOW)).toBeNull()
  await beginEnsaio(painel, anAutor({ em: NOW }))
  const open = await findEnsaio(painel, NOW + 1)
  expect(open?.ate).toBe(NOW + ENSAIO_MS)
  expect(await findEnsaio(painel, NOW + 2)).toEqual(open)
  await endEnsaio(painel, anAutor({ em: NOW + 3 }))
  expect(await findEnsaio(painel, NOW + 4)).toBeNull()
})

test('one that is forgotten ends by itself, before the doors open', async () => {
  const painel = aPainel()
  await beginEnsaio(painel, anAutor({ em: NOW }))
  expect(await findEnsaio(painel, NOW + ENSAIO_MS - 1)).not.toBeNull()
  expect(await findEnsaio(painel, NOW + ENSAIO_MS)).toBeNull()
})

test('a second button does not begin another, an end without one does nothing, and another has other guests', async () => {
  const painel = aPainel()
  await endEnsaio(painel, anAutor({ em: NOW }))
  await beginEnsaio(painel, anAutor({ em: NOW }))
  const first = await findEnsaio(painel, NOW)
  await beginEnsaio(painel, anAutor({ em: NOW + 1 }))
  expect(await findEnsaio(painel, NOW + 1)).toEqual(first)
  await endEnsaio(painel, anAutor({ em: NOW + 2 }))
  await endEnsaio(painel, anAutor({ em: NOW + 3 }))
  await beginEnsaio(painel, anAutor({ em: NOW + 4 }))
  expect((await findEnsaio(painel, NOW + 5))?.ensaioid).not.toBe(first?.ensaioid)
  expect(painel.store.all('historico').map(({ ato }) => ato)).toEqual([
    ...['comecou-ensaio', 'encerrou-ensaio', 'comecou-ensaio'],
  ])
})

test('an end at the same instant, by another server’s clock, still ends its own', async () => {
  const painel = aPainel()
  await beginEnsaio(painel, anAutor({ em: NOW }))
  await endEnsaio(painel, anAutor({ em: NOW }))
  expect(await findEnsaio(painel, NOW)).toBeNull()
})
