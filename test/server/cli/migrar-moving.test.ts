import { expect, test } from 'vitest'
import { compose } from '../../../server/composition.ts'
import { newMesa } from '../../../server/domain/mesa.ts'
import { withMesaBrowser } from '../../contract/registros.ts'
import { desistenciasIn } from '../../support/desistencias.ts'
import { aMove, config, DIRECTIONS, everythingIn, idsIn } from '../../support/a-move.ts'
import { aClaim, aMerge, anAutor, anEntrada, aRegister, HOLD_MS, NOW } from '../../support/factories.ts'
import { collectLog } from '../../support/log.ts'

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
    expect(await target.mesas.find('acme')).toEqual({ ...newMesa('acme'), fechada: true })
    expect(await desistenciasIn(target)).toEqual(await desistenciasIn(source))
    expect([...(await desistenciasIn(target)).keys()]).toEqual([id])
    expect(await target.empresas.find('acme', NOW)).toMatchObject({ pessoais: 1, isFechada: true })
  })

  test(`five claims during the copy from ${de} to ${para} are told, by company, and no invitation is sold twice`, async () => {
    const { source, target, whileRead, run } = await aMove(de, para)
    whileRead(async () => {
      for (let i = 0; i < 5; i++) await source.empresas.claim(aClaim('acme'))
    })
    const moved = await run()
    expect(moved.exit).toBe(1)
    expect(moved.printed).toContain(`O ${de} mudou durante a cópia`)
    expect(moved.printed).toMatch(/^acme +11 +6 +5 +5 +4 +4$/m)
    expect(moved.printed).not.toContain('Pronto')

    whileRead(async () => {})
    expect((await run()).printed).toContain('Pronto')
    expect((await target.empresas.find('acme', NOW))?.empresa.licredencial).toBe(11)
    expect(await everythingIn(target)).toEqual(await everythingIn(source))
  })

  test(`from ${de} to ${para}: what somebody writes at the target during the copy is told by company`, async () => {
    const { target, beforeWrite, run } = await aMove(de, para)
    await run()
    beforeWrite(() => target.empresas.claim(aClaim('beta')))
    const { exit, printed } = await run()
    expect(exit).toBe(1)
    expect(printed).toContain('Os números não são iguais')
    expect(printed).toMatch(/^beta +0 +0 +0 +1 +0 +0$/m)
  })

  test(`from ${de} to ${para}: a copy somebody has used is refused when it has a guest the source has not`, async () => {
    const { source, target, run } = await aMove(de, para)
    await run()
    const services = await compose(config, {
      storage: { ...target, close: async () => {} },
      log: collectLog().log,
    })
    services.startMaintenance()
    await expect.poll(() => target.transfer.isCopy()).toBe(false)
    await services.close()
    await target.credenciais.register(aRegister({ now: NOW + 40 }))
    const before = await everythingIn(target)
    expect(await run()).toMatchObject({
      exit: 1,
      printed: expect.stringContaining('nada foi copiado') as string,
    })
    expect(await everythingIn(target)).toEqual(before)
    expect((await idsIn(source)).length).toBe(6)
  })

  test(`from ${de} to ${para}: a copy of another storage is refused, though nobody has used it`, async () => {
    const { target, run } = await aMove(de, para)
    await target.transfer.setCopy(true)
    await target.empresas.importRows(
      [{ empresaid: 'de-outro', nome: 'Outra', icredencial: 1, licredencial: 0 }],
      false,
      anAutor(),
    )
    await target.credenciais.register(aRegister({ now: NOW + 40 }))
    expect(await run()).toMatchObject({ exit: 1 })
    expect(await idsIn(target)).toEqual([String(NOW + 40)])
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
