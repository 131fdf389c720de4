import { expect, test } from 'vitest'
import { entradasIn } from '../../../server/domain/entrada.ts'
import { aPainel, aConvidadoOf, type Painel } from '../../support/a-painel.ts'
import { NOW } from '../../support/factories.ts'

const admit = (painel: Painel, credencialid: string, entradaid: string, isAgain = false, quem = 'laptop') =>
  painel.entradas.admit({ credencialid, entradaid, isAgain }, painel.autor({ quem }))

const annul = (painel: Painel, credencialid: string, entradaid: string, anula: string) =>
  painel.entradas.annul({ credencialid, entradaid, anula }, painel.autor({ quem: 'laptop' }))

const inside = async ({ entradas }: Painel, id: string) => entradasIn(await entradas.listOf(id))

test('an admission is of mode painel, read by the server’s clock, and in the history', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  expect(await admit(painel, ana, 'e1')).toEqual({ kind: 'admitted' })
  expect(await inside(painel, ana)).toMatchObject([
    { entradaid: 'e1', aparelhoid: 'laptop', modo: 'painel', lidaem: NOW, desvio: 0, recebidaem: NOW },
  ])
  expect(painel.linhasOf(ana)).toEqual(['admitiu'])
})

test('the same form sent twice, at once too, is one admission', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  const sent = await Promise.all([admit(painel, ana, 'e1'), admit(painel, ana, 'e1')])
  expect([...sent, await admit(painel, ana, 'e1')]).toEqual([1, 2, 3].map(() => ({ kind: 'admitted' })))
  expect(await inside(painel, ana)).toHaveLength(1)
  expect(painel.linhasOf(ana)).toEqual(['admitiu'])
})

test('a guest inside is admitted again only by who was told', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  await admit(painel, ana, 'e1')
  expect(await admit(painel, ana, 'e2')).toEqual({ kind: 'already-inside', since: NOW })
  expect(await inside(painel, ana)).toHaveLength(1)
  expect(await admit(painel, ana, 'e2', true)).toEqual({ kind: 'admitted' })
  expect(await inside(painel, ana)).toHaveLength(2)
})

test('of two organisers who admit at once the second is told; two who were told are two facts, and the first is the same for all', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  const both = await Promise.all([admit(painel, ana, 'e3', false, 'c'), admit(painel, ana, 'e4', false, 'd')])
  expect(both).toEqual([{ kind: 'admitted' }, { kind: 'already-inside', since: NOW }])
  await Promise.all([admit(painel, ana, 'e2', true, 'b'), admit(painel, ana, 'e1', true, 'a')])
  const { dentro } = await painel.painel.count(NOW)
  expect(dentro).toBe(1)
  expect((await inside(painel, ana)).map(({ aparelhoid }) => aparelhoid)).toEqual(['a', 'b', 'c'])
})

test('a guest who is gone is not admitted, and another guest’s entradaid admits nobody', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  const bia = await aConvidadoOf(painel, { nome: 'BIA REIS' })
  await admit(painel, ana, 'e1')
  expect(await admit(painel, bia, 'e1')).toEqual({ kind: 'entrada-taken' })
  expect(await inside(painel, bia)).toEqual([])
  expect(await admit(painel, 'nobody', 'e9')).toEqual({ kind: 'credencial-not-found' })
})

test('an annulled admission counts no more, stays, and is annulled once by two organisers one after the other', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  await admit(painel, ana, 'e1')
  for (const id of ['a1', 'a1', 'a2'])
    expect(await annul(painel, ana, id, 'e1')).toEqual({ kind: 'annulled' })
  expect(await inside(painel, ana)).toEqual([])
  expect((await painel.entradas.listOf(ana)).map(({ entradaid }) => entradaid)).toEqual(['e1', 'a1'])
  expect(painel.linhasOf(ana)).toEqual(['admitiu', 'anulou'])
  expect(await admit(painel, ana, 'e2')).toEqual({ kind: 'admitted' })
})

test('two organisers who annul at once leave the guest outside', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  await admit(painel, ana, 'e1')
  await Promise.all([annul(painel, ana, 'a1', 'e1'), annul(painel, ana, 'a2', 'e1')])
  expect(await inside(painel, ana)).toEqual([])
})

test('neither another guest’s admission nor an annulment is annulled', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  const bia = await aConvidadoOf(painel, { nome: 'BIA REIS' })
  await admit(painel, ana, 'e1')
  expect(await annul(painel, bia, 'a1', 'e1')).toEqual({ kind: 'entrada-not-found' })
  await annul(painel, ana, 'a2', 'e1')
  expect(await annul(painel, ana, 'a3', 'a2')).toEqual({ kind: 'entrada-not-found' })
})
