import { expect, onTestFinished, test, vi } from 'vitest'
import { avipsIn, avipsOf, messages, openDesk, putDue } from '../../../support/avips.ts'
import { openOnFakes, type OnFakes } from '../../../support/firebase-fake.ts'
import { aCadastro, anAutor } from '../../../support/factories.ts'
import { registered } from '../../../support/registered.ts'

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

/** Begins a drain and holds it for a while between its PUT and its removal from the outbox. */
async function drainHeld(on: OnFakes, credencialid: string): Promise<{ drain: Promise<unknown> }> {
  on.fake.failNext({ method: 'Commit', code: 0, when: 'before' })
  on.fake.failNext({ method: 'Commit', code: 0, when: 'before', delayMs: 500 })
  const before = on.fake.calls('Commit')
  const drain = on.storage.avips.mirrorDue(Date.now())
  await expect.poll(() => on.fake.calls('Commit')).toBe(before + 2)
  expect(on.rtdb.value(`avip/${credencialid}`)).not.toBeNull()
  return { drain }
}

test('a guest corrected while the avip is on its way ends as corrected', async () => {
  const on = await openOnFakes()
  const [credencial] = putDue(on, 1)
  if (!credencial) throw new Error('none')
  const { credencialid } = credencial
  const { drain } = await drainHeld(on, credencialid)
  const cadastro = aCadastro({ nome: 'ANA CERTA', telefone: '11987654321', email: '' })
  const another = await on.openAnother()
  const correction = await another.credenciais.correct(
    { credencialid, cadastro, shown: null, chaveOf: () => 'certa' },
    anAutor(),
  )
  expect(correction.kind).toBe('corrected')
  await another.avips.mirror(credencialid)
  await drain
  expect(on.rtdb.value(`avip/${credencialid}`)).toMatchObject({ vipid: credencialid, nome: 'ANA CERTA' })
  expect(on.ids('avip_outbox')).toEqual([])
})

test('a guest removed while the avip is on its way leaves no avip', async () => {
  const on = await openOnFakes()
  const [credencial] = putDue(on, 1)
  if (!credencial) throw new Error('none')
  const { drain } = await drainHeld(on, credencial.credencialid)
  const another = (await on.openAnother()).credenciais
  expect((await another.remove(credencial.credencialid, false, anAutor())).kind).toBe('removed')
  await drain
  expect(on.rtdb.values()).toBeNull()
  expect(on.ids('avip_outbox')).toEqual([])
})

test('a guest removed while the realtime database is away is gone from it when it is back', async () => {
  const on = await openOnFakes()
  const { credenciais, avips } = on.storage
  const credencialid = await registered(credenciais)
  await avips.mirror(credencialid)
  await on.rtdb.refuse()
  expect((await credenciais.remove(credencialid, false, anAutor())).kind).toBe('removed')
  await on.rtdb.accept()
  expect(on.rtdb.value(`avip/${credencialid}`)).not.toBeNull()
  expect(await avips.mirrorDue(Date.now())).toEqual({ mirrored: 1, due: 0 })
  expect(on.rtdb.values()).toBeNull()
})

test('a drain stops at the first failure, leaves every avip due, and the next one delivers them all', async () => {
  const on = await openOnFakes()
  const credenciais = putDue(on, 150)
  await on.rtdb.refuse()
  expect(await on.storage.avips.mirrorDue(Date.now())).toEqual({ mirrored: 0, due: 150 })
  await on.rtdb.accept()
  on.rtdb.failNext('503')
  const { mirrored, due } = await on.storage.avips.mirrorDue(Date.now())
  expect(mirrored + due).toBe(150)
  expect(due).toBeGreaterThan(0)
  expect(on.rtdb.requests()).toBeLessThan(60)
  expect(await on.storage.avips.mirrorDue(Date.now())).toEqual({ mirrored: due, due: 0 })
  expect(avipsIn(on)).toEqual(avipsOf(credenciais))
})

test('while the realtime database is away a drain asks it once, however many avips are due', async () => {
  const on = await openOnFakes()
  putDue(on, 150)
  on.rtdb.failNext('503', Infinity)
  expect(await on.storage.avips.mirrorDue(Date.now())).toEqual({ mirrored: 0, due: 150 })
  expect(on.rtdb.requests()).toBe(1)
})

test('once the first avip has arrived 40 are on their way at once', async () => {
  const on = await openOnFakes()
  putDue(on, 150)
  // The first is taken and removed; every one after it hangs as it is taken.
  on.fake.failNext({ method: 'Commit', code: 0, when: 'before', times: 2 })
  on.fake.failNext({ method: 'Commit', code: 'hang', when: 'before', times: Infinity })
  expect(await on.storage.avips.mirrorDue(Date.now())).toEqual({ mirrored: 1, due: 149 })
  expect(on.fake.calls('Commit')).toBe(2 + 40)
})

test('two drainers at once over 80 avips deliver each of them once, equal, and none is left', async () => {
  // What a busy machine answers late is delivered again by the other: here both wait as long as it takes.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
  onTestFinished(() => void vi.restoreAllMocks())
  const on = await openOnFakes()
  const credenciais = putDue(on, 80)
  const storages = [on.storage, await on.openAnother()]
  const drains = await Promise.all(storages.map((each) => each.avips.mirrorDue(Date.now())))
  expect(drains.reduce((sum, { mirrored }) => sum + mirrored, 0)).toBe(80)
  expect(Math.min(...drains.map(({ mirrored }) => mirrored))).toBeGreaterThan(0)
  expect(on.ids('avip_outbox')).toEqual([])
  expect(avipsIn(on)).toEqual(avipsOf(credenciais))
  const puts = credenciais.map(({ credencialid }) => on.rtdb.puts(`avip/${credencialid}`))
  expect(new Set(puts)).toEqual(new Set([1]))
})

test('a lost answer to the removal from the outbox is no failure', async () => {
  const on = await openOnFakes()
  putDue(on, 1)
  on.fake.failNext({ method: 'Commit', code: 0, when: 'before' })
  on.fake.failNext({ method: 'Commit', code: 14, when: 'after' })
  expect(await on.storage.avips.mirrorDue(Date.now())).toEqual({ mirrored: 1, due: 0 })
})
