import { expect, test } from 'vitest'
import { renewLink } from '../../../server/use-cases/change-convidado.ts'
import { aPainel, aConvidadoOf } from '../../support/a-painel.ts'

test('a link is replaced once by the same form, and again by the next page’s', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  for (const versao of [0, 0, 0])
    expect(await renewLink(painel, ana, versao, painel.autor())).toEqual({ kind: 'renewed' })
  expect((await painel.credenciais.findById(ana))?.versao).toBe(1)
  await renewLink(painel, ana, 1, painel.autor())
  expect((await painel.credenciais.findById(ana))?.versao).toBe(2)
  expect(painel.linhasOf(ana)).toEqual(['renovou-link', 'renovou-link'])
})

test('two organisers who replace a link at once leave one link that opens, and a line each', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  await Promise.all([1, 2].map(() => renewLink(painel, ana, 0, painel.autor())))
  const versao = (await painel.credenciais.findById(ana))?.versao
  expect(versao).toBe(painel.linhasOf(ana).length)
})

test('a guest of another product has no link to replace, and one who is gone is told', async () => {
  const painel = aPainel()
  const ana = await aConvidadoOf(painel)
  painel.store.clear('chaves')
  expect(await renewLink(painel, ana, 0, painel.autor())).toEqual({ kind: 'no-link' })
  expect(await renewLink(painel, 'nobody', 0, painel.autor())).toEqual({ kind: 'credencial-not-found' })
})
