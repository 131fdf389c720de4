import { expect, test } from 'vitest'
import { StorageError } from '../../../server/domain/errors.ts'
import { listRepetidos, separateRepetidos } from '../../../server/use-cases/repetidos.ts'
import { mergeConvidados } from '../../../server/use-cases/change-convidado.ts'
import { aPainel, aConvidadoOf, type Painel } from '../../support/a-painel.ts'
import { aMerge } from '../../support/factories.ts'

/** Two similar guests, each paid for by a company. */
async function aPair(painel: Painel): Promise<[string, string]> {
  painel.putEmpresa({ empresaid: 'serra' })
  painel.putEmpresa({ empresaid: 'ipe' })
  return [
    await aConvidadoOf(painel, {}, 'serra'),
    await aConvidadoOf(painel, { nome: 'LIMA, ANA DE', telefone: '6587655432' }, 'ipe'),
  ]
}

const merge = (painel: Painel, kept: string, other: string) =>
  mergeConvidados(painel, aMerge(kept, other), painel.autor())
const licredencial = ({ store }: Painel, id: string) => store.get('empresas', id)?.licredencial

test('the kept guest stays, the other’s invitation returns, both avips are mirrored, and the pair is gone', async () => {
  const painel = aPainel()
  const [ana, other] = await aPair(painel)
  expect(await listRepetidos(painel)).toEqual([[ana, other]])
  expect(await merge(painel, ana, other)).toEqual({
    kind: 'merged',
    returned: 'ipe',
    isMirrored: true,
    isWiped: true,
  })
  expect(painel.store.ids('credenciais')).toEqual([ana])
  expect([licredencial(painel, 'serra'), licredencial(painel, 'ipe')]).toEqual([1, 0])
  expect(painel.mirrored).toEqual([ana, other])
  expect(painel.linhasOf(ana)).toEqual(['juntou'])
  expect(await listRepetidos(painel)).toEqual([])
})

test('two organisers who merge at once, each keeping another, keep one; sent again it changes nothing', async () => {
  const painel = aPainel()
  const [ana, other] = await aPair(painel)
  const results = await Promise.all([merge(painel, ana, other), merge(painel, other, ana)])
  expect(results.map(({ kind }) => kind)).toEqual(['merged', 'credencial-not-found'])
  expect(await merge(painel, ana, other)).toEqual({ kind: 'credencial-not-found' })
  expect(painel.store.ids('credenciais')).toEqual([ana])
  expect(painel.linhasOf(ana)).toEqual(['juntou'])
})

test('a merge stands though the avips cannot be mirrored now', async () => {
  const painel = aPainel()
  const [ana, other] = await aPair(painel)
  painel.avips.mirror = () => Promise.reject(new StorageError('unreachable'))
  expect(await merge(painel, ana, other)).toMatchObject({ kind: 'merged', isMirrored: false })
})

test('three guests alike make three pairs, and a merge or a separation leaves the others', async () => {
  const painel = aPainel()
  const [ana, other] = await aPair(painel)
  const third = await aConvidadoOf(painel, { nome: 'ANA E LIMA' })
  expect(await listRepetidos(painel)).toEqual([
    [ana, other],
    [ana, third],
    [other, third],
  ])
  await separateRepetidos(painel.historico, other, ana, painel.autor())
  expect(await listRepetidos(painel)).toEqual([
    [ana, third],
    [other, third],
  ])
  await merge(painel, ana, third)
  expect(await listRepetidos(painel)).toEqual([])
})

test('people told apart are one line of the history, however often and in whatever order it is said', async () => {
  const painel = aPainel()
  const [ana, other] = await aPair(painel)
  await separateRepetidos(painel.historico, ana, other, painel.autor())
  await separateRepetidos(painel.historico, other, ana, painel.autor())
  expect(painel.store.all('historico')).toMatchObject([{ ato: 'separou', alvo: ana, detalhe: other }])
})

test('a landline and a mobile that ends alike are no pair, nor is one name at two phones', async () => {
  const painel = aPainel()
  for (const telefone of ['7341020799', '73941020799', '1141020799', '73999990000'])
    await aConvidadoOf(painel, { telefone })
  expect(await listRepetidos(painel)).toEqual([])
})
