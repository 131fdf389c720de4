import { expect, onTestFinished, test, vi } from 'vitest'
import { avipsIn, avipsOf, messages, openDesk } from '../../../support/avips.ts'
import { openOnFakes } from '../../../support/firebase-fake.ts'

test('an avip that arrives is logged as REGISTRADO! and due no more', async () => {
  const on = await openOnFakes()
  const desk = openDesk(on.storage)
  const credencial = await desk.register()
  expect(messages(desk.lines)).toEqual(['REGISTRADO!'])
  expect(avipsIn(on)).toEqual(avipsOf([credencial]))
  expect(on.ids('avip_outbox')).toEqual([])
})

for (const fault of ['refused', 'hang', '503', 'reset', 'lost'] as const) {
  test(`a realtime database with the fault ${fault} fails no guest: ERRO! once, and the avip arrives later, equal`, async () => {
    const on = await openOnFakes()
    const desk = openDesk(on.storage)
    if (fault === 'refused') await on.rtdb.refuse()
    else on.rtdb.failNext(fault)
    const begun = performance.now()
    const credencial = await desk.register()
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(messages(desk.lines)).toEqual(['ERRO!'])
    expect(JSON.stringify(desk.lines)).not.toContain(credencial.nome)
    expect(on.ids('avip_outbox')).toEqual([credencial.credencialid])
    if (fault !== 'lost') expect(avipsIn(on)).toBeNull()

    if (fault === 'refused') await on.rtdb.accept()
    expect(await on.storage.avips.mirrorDue(Date.now())).toEqual({ mirrored: 1, due: 0 })
    expect(avipsIn(on)).toEqual(avipsOf([credencial]))
    expect(on.ids('avip_outbox')).toEqual([])
  })
}

test('a hanging realtime database holds one guest for 1.5 s, spares those of the next 5 s, and is then tried again', async () => {
  const on = await openOnFakes()
  const desk = openDesk(on.storage)
  on.rtdb.failNext('hang')
  const begun = performance.now()
  await desk.register()
  const first = performance.now() - begun
  expect(first).toBeGreaterThan(1_400)
  expect(first).toBeLessThan(10_000)
  await desk.register()
  expect(on.rtdb.requests()).toBe(1)
  expect(messages(desk.lines)).toEqual(['ERRO!', 'ERRO!'])

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
  onTestFinished(() => void vi.useRealTimers())
  await desk.register()
  expect(messages(desk.lines)).toEqual(['ERRO!', 'ERRO!', 'REGISTRADO!'])
  expect(await on.storage.avips.mirrorDue(Date.now())).toEqual({ mirrored: 2, due: 0 })
})
