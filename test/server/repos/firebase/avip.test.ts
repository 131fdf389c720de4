import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { avipOf } from '../../../../server/domain/avip.ts'
import { credencialOf, type Credencial } from '../../../../server/domain/credencial.ts'
import type { Storage } from '../../../../server/domain/storage.ts'
import { parseToken } from '../../../../server/domain/token.ts'
import { createRegister } from '../../../../server/use-cases/registration.ts'
import { aBrowser, anAutor, aRegister, HOLD_MS, unique } from '../../../support/factories.ts'
import { openOnFakes, type OnFakes } from '../../../support/firebase-fake.ts'
import { collectLog, type LogLine } from '../../../support/log.ts'

/** Registers guests as the form does, and keeps what was logged. */
function openDesk({ credenciais, avips }: Storage) {
  const { log, lines } = collectLog()
  const secret = 's'.repeat(32)
  const parts = {
    credenciais,
    avips,
    convites: { find: async () => null },
    secret,
    holdMs: HOLD_MS,
    closesAt: Infinity,
    eraseAt: Infinity,
    now: Date.now,
    log,
  }
  const register = createRegister({ ...parts, newId: () => unique('id'), onDue: () => {} })
  let guests = 0
  return {
    lines,
    async register(): Promise<Credencial> {
      const form: [string, string][] = [
        ['nome', `Ana ${'ABCDEFGHIJ'[guests++] ?? ''}`],
        ['telefone', '11987654321'],
        ['email', ''],
      ]
      const result = await register(form, aBrowser({ sid: unique('sid') }))
      const passe = 'token' in result ? parseToken(secret, result.token ?? '') : null
      const found = passe && (await credenciais.findById(passe.credencialid))
      if (!found) throw new Error(result.kind)
      return found.credencial
    },
  }
}

const messages = (lines: LogLine[]) => lines.map(({ msg }) => msg)

/** Guests whose avips are due, put there at once. */
function putDue({ fake }: OnFakes, count: number): Credencial[] {
  return Array.from({ length: count }, (_, n) => {
    const id = String(1_900_000_000_000 + n)
    const credencial = credencialOf(id, { nome: `ANA ${n}`, telefone: '11987654321', email: '' })
    fake.put('credencial', id, { ...credencial })
    fake.put('avip_outbox', id, { presoate: 0, versao: 0 })
    return credencial
  })
}

const avipsIn = ({ rtdb }: OnFakes) => rtdb.value('avip')
const avipsOf = (credenciais: Credencial[]) =>
  Object.fromEntries(credenciais.map((credencial) => [credencial.credencialid, avipOf(credencial)]))

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
    expect(performance.now() - begun).toBeLessThan(2_000)
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
  const timed = async () => {
    const begun = performance.now()
    await desk.register()
    return performance.now() - begun
  }
  const first = await timed()
  expect(first).toBeGreaterThan(1_400)
  expect(first).toBeLessThan(2_000)
  expect(await timed()).toBeLessThan(400)
  expect(on.rtdb.requests()).toBe(1)
  expect(messages(desk.lines)).toEqual(['ERRO!', 'ERRO!'])

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
  onTestFinished(() => void vi.useRealTimers())
  await desk.register()
  expect(messages(desk.lines)).toEqual(['ERRO!', 'ERRO!', 'REGISTRADO!'])
  expect(await on.storage.avips.mirrorDue(Date.now())).toEqual({ mirrored: 2, due: 0 })
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

test('two drainers at once over 200 avips deliver each of them once, equal, and none is left', async () => {
  const on = await openOnFakes()
  const credenciais = putDue(on, 200)
  const storages = [on.storage, await on.openAnother()]
  const drains = await Promise.all(storages.map((each) => each.avips.mirrorDue(Date.now())))
  expect(drains.reduce((sum, { mirrored }) => sum + mirrored, 0)).toBe(200)
  expect(Math.min(...drains.map(({ mirrored }) => mirrored))).toBeGreaterThan(0)
  expect(on.ids('avip_outbox')).toEqual([])
  expect(avipsIn(on)).toEqual(avipsOf(credenciais))
  const puts = credenciais.map(({ credencialid }) => on.rtdb.puts(`avip/${credencialid}`))
  expect(new Set(puts)).toEqual(new Set([1]))
})

test('an avip a drainer has taken is mirrored once that one has delivered it, and due when that one gives it back', async () => {
  for (const isAway of [false, true]) {
    const on = await openOnFakes()
    await on.storage.credenciais.register(aRegister())
    const [id = ''] = on.ids('credencial')
    if (isAway) await on.rtdb.refuse()
    on.fake.put('avip_outbox', id, { presoate: Date.now() + 15_000, versao: 0 })
    let outcome = ''
    const mirrored = on.storage.avips.mirror(id).then(
      () => (outcome = 'mirrored'),
      () => (outcome = 'due'),
    )
    await sleep(400)
    expect(outcome).toBe('')
    if (isAway) on.fake.put('avip_outbox', id, { presoate: 0, versao: 0 })
    else on.fake.remove('avip_outbox', id)
    await mirrored
    expect(outcome).toBe(isAway ? 'due' : 'mirrored')
  }
})

test('an avip a drainer keeps is due after a moment, so that no guest waits for it', async () => {
  const on = await openOnFakes()
  await on.storage.credenciais.register(aRegister())
  const [id = ''] = on.ids('credencial')
  on.fake.put('avip_outbox', id, { presoate: Date.now() + 15_000, versao: 0 })
  const begun = performance.now()
  await expect(on.storage.avips.mirror(id)).rejects.toThrow('another process is delivering')
  expect(performance.now() - begun).toBeLessThan(4_000)
})

test('an avip whose drainer died after delivering it is left alone until its lease ends, then delivered again', async () => {
  const on = await openOnFakes()
  const [credencial] = putDue(on, 1)
  if (!credencial) throw new Error('none')
  on.fake.failNext({ method: 'Commit', code: 0, when: 'before' })
  on.fake.failNext({ method: 'Commit', code: 7, when: 'before' })
  const now = Date.now()
  expect(await on.storage.avips.mirrorDue(now)).toEqual({ mirrored: 0, due: 1 })
  expect(avipsIn(on)).toEqual(avipsOf([credencial]))

  const another = (await on.openAnother()).avips
  expect(await another.mirrorDue(now + 10_000)).toEqual({ mirrored: 0, due: 1 })
  expect(await another.mirrorDue(now + 20_000)).toEqual({ mirrored: 1, due: 0 })
  expect(on.rtdb.puts(`avip/${credencial.credencialid}`)).toBe(2)
  expect(avipsIn(on)).toEqual(avipsOf([credencial]))
})

test('a lease counts from when it was taken, though the drain began long before', async () => {
  const on = await openOnFakes()
  putDue(on, 1)
  on.fake.failNext({ method: 'RunQuery', code: 0, when: 'before', delayMs: 1_000 })
  on.rtdb.failNext('hang')
  const drain = on.storage.avips.mirrorDue(Date.now())
  await expect.poll(() => on.rtdb.requests(), { timeout: 3_000 }).toBe(1)
  const [entry] = on.fake.documents('avip_outbox').values()
  expect(Number(entry?.presoate) - Date.now()).toBeGreaterThan(14_500)
  await on.rtdb.refuse()
  await drain
})

test('a lost answer to the removal from the outbox is no failure', async () => {
  const on = await openOnFakes()
  putDue(on, 1)
  on.fake.failNext({ method: 'Commit', code: 0, when: 'before' })
  on.fake.failNext({ method: 'Commit', code: 14, when: 'after' })
  expect(await on.storage.avips.mirrorDue(Date.now())).toEqual({ mirrored: 1, due: 0 })
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
  const cadastro = { nome: 'ANA CERTA', telefone: '11987654321', email: '' }
  const another = await on.openAnother()
  const correction = await another.credenciais.correct({ credencialid, cadastro, chave: 'certa' }, anAutor())
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
  const registration = await credenciais.register(aRegister())
  if (registration.kind !== 'registered') throw new Error(registration.kind)
  const { credencialid } = registration.credencial
  await avips.mirror(credencialid)
  await on.rtdb.refuse()
  expect((await credenciais.remove(credencialid, false, anAutor())).kind).toBe('removed')
  await on.rtdb.accept()
  expect(on.rtdb.value(`avip/${credencialid}`)).not.toBeNull()
  expect(await avips.mirrorDue(Date.now())).toEqual({ mirrored: 1, due: 0 })
  expect(on.rtdb.values()).toBeNull()
})

/** A guest of the product before, under an id the realtime database has no key for, due to be mirrored. */
function putOld({ fake }: OnFakes, id: string): void {
  const cadastro = { nome: 'JOÃO SILVA', telefone: '11987654321', email: '' }
  fake.put('credencial', id, { ...credencialOf(id, cadastro) })
  fake.put('avip_outbox', id, { presoate: 0, versao: 0 })
}

test('an avip that is refused for ever is set aside and named, and all behind it arrive', async () => {
  const on = await openOnFakes()
  const credenciais = putDue(on, 250)
  for (const id of ['joao.silva', '17#3']) putOld(on, id)
  const refused: string[] = []
  const drain = () => on.storage.avips.mirrorDue(Date.now(), (id) => void refused.push(id))
  expect(await drain()).toEqual({ mirrored: 250, due: 0 })
  expect(refused.sort()).toEqual(['17#3', 'joao.silva'])
  expect(avipsIn(on)).toEqual(avipsOf(credenciais))
  expect(await on.storage.avips.findRefused()).toEqual(['17#3', 'joao.silva'])

  const before = on.rtdb.requests()
  expect(await drain()).toEqual({ mirrored: 0, due: 0 })
  expect(on.rtdb.requests()).toBe(before)
})

for (const status of [400, 404, 413, 423]) {
  test(`the status ${status} sets an avip aside until the guest is corrected, or a day has passed`, async () => {
    const on = await openOnFakes()
    const desk = openDesk(on.storage)
    on.rtdb.failNext(status)
    const { credencialid } = await desk.register()
    expect(messages(desk.lines)).toEqual(['ERRO!'])
    const { credenciais, avips } = on.storage
    await expect(avips.mirror(credencialid)).rejects.toThrow('refuses the avip')
    expect(await avips.mirrorDue(Date.now())).toEqual({ mirrored: 0, due: 0 })

    const cadastro = { nome: 'ANA CERTA', telefone: '11987654321', email: '' }
    on.rtdb.failNext(status)
    await credenciais.correct({ credencialid, cadastro, chave: 'certa' }, anAutor())
    const refused: string[] = []
    await avips.mirrorDue(Date.now(), (id) => void refused.push(id))
    expect(refused).toEqual([credencialid])
    const tomorrow = Date.now() + 24 * 60 * 60_000
    expect(await avips.mirrorDue(tomorrow)).toEqual({ mirrored: 1, due: 0 })
    expect(on.rtdb.value(`avip/${credencialid}`)).toMatchObject({ nome: 'ANA CERTA' })
    expect(on.ids('avip_outbox')).toEqual([])
  })
}

for (const status of [401, 403, 408, 429, 500]) {
  test(`the status ${status} passes: the avip stays due`, async () => {
    const on = await openOnFakes()
    putDue(on, 1)
    on.rtdb.failNext(status, 2)
    expect(await on.storage.avips.mirrorDue(Date.now())).toEqual({
      mirrored: 0,
      due: 1,
    })
    if (status !== 401) expect((await on.storage.avips.mirrorDue(Date.now())).mirrored).toBe(0)
    expect((await on.storage.avips.mirrorDue(Date.now())).mirrored).toBe(1)
  })
}

test('a guest corrected while the avip is refused is tried again', async () => {
  const on = await openOnFakes()
  const [credencial] = putDue(on, 1)
  if (!credencial) throw new Error('none')
  const { credencialid } = credencial
  on.rtdb.failNext(400)
  on.fake.failNext({ method: 'Commit', code: 0, when: 'before' })
  on.fake.failNext({ method: 'Commit', code: 0, when: 'before', delayMs: 500 })
  const before = on.fake.calls('Commit')
  const drain = on.storage.avips.mirrorDue(Date.now())
  await expect.poll(() => on.fake.calls('Commit')).toBe(before + 2)
  const cadastro = { nome: 'ANA CERTA', telefone: '11987654321', email: '' }
  await (await on.openAnother()).credenciais.correct({ credencialid, cadastro, chave: 'certa' }, anAutor())
  expect(await drain).toEqual({ mirrored: 1, due: 0 })
  expect(on.rtdb.value(`avip/${credencialid}`)).toMatchObject({ nome: 'ANA CERTA' })
})

test('after an erasure nobody is left at the door, though an id was there that no key can have', async () => {
  const on = await openOnFakes()
  const credenciais = putDue(on, 3)
  putOld(on, '1.old')
  await on.storage.avips.mirrorDue(Date.now())
  expect(avipsIn(on)).toEqual(avipsOf(credenciais))
  expect(await on.storage.credenciais.erasePersonalData(anAutor())).toBe(4)
  expect((await on.storage.avips.mirrorDue(Date.now())).due).toBe(0)
  expect(on.rtdb.values()).toBeNull()
  expect(on.ids('avip_outbox')).toEqual([])
})

test('a guest under an id with a dot is found, corrected and removed', async () => {
  const on = await openOnFakes()
  putOld(on, 'joao.silva')
  const { credenciais } = on.storage
  expect(await credenciais.findById('joao.silva')).toMatchObject({ credencial: { nome: 'JOÃO SILVA' } })
  for (const id of ['', '.', '..', '__a__', 'a/b', 'x'.repeat(1_501), '\uD800'])
    expect(await credenciais.findById(id)).toBeNull()
  await credenciais.remove('joao.silva', false, anAutor())
  expect([on.ids('credencial'), on.ids('avip_outbox')]).toEqual([[], []])
})
