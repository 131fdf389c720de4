import { expect, test } from 'vitest'
import { compose } from '../../../server/composition.ts'
import { aMove, config, DIRECTIONS, everythingIn, idsIn } from '../../support/a-move.ts'
import { aClaim, anAutor, aRegister, NOW } from '../../support/factories.ts'
import { collectLog } from '../../support/log.ts'

for (const [de, para] of DIRECTIONS) {
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
