import { expect, test } from 'vitest'
import { withMesaBrowser } from '../../contract/registros.ts'
import { aMove, DIRECTIONS, everythingIn } from '../../support/a-move.ts'
import { aClaim, aMerge, anAutor, anEntrada, HOLD_MS, NOW } from '../../support/factories.ts'

for (const [de, para] of DIRECTIONS) {
  test(`from ${de} to ${para}: holds that have ended and are not released yet are carried as they are`, async () => {
    const { source, target, run } = await aMove(de, para)
    await source.empresas.claim(aClaim('acme', { now: NOW - HOLD_MS }))
    expect(await run()).toMatchObject({ exit: 0 })
    expect(await everythingIn(target)).toEqual(await everythingIn(source))
    expect((await run()).exit).toBe(0)
    expect(await target.empresas.releaseEnded(NOW)).toBe(1)
  })

  test(`the team, admissions and the history go from ${de} to ${para}, a merged guest and one of a moved company with them`, async () => {
    const { source, target, run } = await aMove(de, para)
    const { credenciais, entradas, equipe, historico } = source
    const [ana, rui, eva] = [String(NOW), String(NOW + 1), String(NOW + 4)]
    const convite = { aparelhoid: 'porta', nome: 'ANA', papel: 'porta', codigo: 'codigo' } as const
    await equipe.invite({ ...convite, codigoate: NOW + 1 }, anAutor())
    await equipe.pair('codigo', 'segredo', anAutor())
    await entradas.add([anEntrada(rui)], anAutor())
    await credenciais.merge(aMerge(ana, rui), anAutor())
    await credenciais.move({ credencialid: eva, empresaid: 'beta', reservaid: 'r', now: NOW }, anAutor())
    expect((await run()).exit).toBe(0)
    expect(await target.equipe.findBySegredo('segredo')).toEqual(await equipe.findBySegredo('segredo'))
    expect(await target.entradas.listOf(ana)).toEqual(await entradas.listOf(ana))
    const all = { after: null, limit: 100 }
    expect(await target.historico.list(all)).toEqual(await historico.list(all))
    expect((await target.credenciais.findById(eva))?.empresa?.empresaid).toBe('beta')
    expect(await target.painel.count(NOW)).toEqual(await source.painel.count(NOW))
  })

  test(`personal invitations, closed links and withdrawals go from ${de} to ${para}`, async () => {
    const { source, target, run } = await aMove(de, para)
    const id = await withMesaBrowser(source)
    expect((await run()).exit).toBe(0)
    expect(await everythingIn(target)).toEqual(await everythingIn(source))
    expect(await target.convites.list('acme')).toEqual(await source.convites.list('acme'))
    expect(await target.mesas.find('acme')).toEqual({
      empresaid: 'acme',
      versao: 0,
      fechada: true,
      telefone: '',
      numero: '',
    })
    expect(await target.desistencias.list()).toEqual(await source.desistencias.list())
    expect([...(await target.desistencias.list()).keys()]).toEqual([id])
    expect(await target.empresas.find('acme', NOW)).toMatchObject({ pessoais: 1, isFechada: true })
  })
}

test('documents without an empresaid are no companies on either side, and keys without a guest no keys', async () => {
  const { fake, source, target, run } = await aMove('firebase', 'sqlite')
  fake.put('empresa', 'rascunho', { nome: 'Rascunho' })
  fake.put('chave', 'korfa', { credencialid: '1500000000000', reservaid: null })
  expect(await run()).toMatchObject({ exit: 0, printed: expect.stringMatching(/empresas +2 +2\n/) as string })
  expect(await everythingIn(target)).toEqual(await everythingIn(source))
  expect((await source.transfer.count()).empresas).toBe(2)
})
