import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { avipsIn, avipsOf, putDue } from '../../../support/avips.ts'
import { aRegister } from '../../../support/factories.ts'
import { openOnFakes } from '../../../support/firebase-fake.ts'

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
    await sleep(100)
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
  // The drainer keeps it for fifteen seconds.
  expect(performance.now() - begun).toBeLessThan(12_000)
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
  on.fake.failNext({ method: 'RunQuery', code: 0, when: 'before', delayMs: 2_000 })
  on.rtdb.failNext('hang')
  const drain = on.storage.avips.mirrorDue(Date.now())
  await expect.poll(() => on.rtdb.requests()).toBe(1)
  const [entry] = on.fake.documents('avip_outbox').values()
  expect(Number(entry?.presoate) - Date.now()).toBeGreaterThan(13_200)
  await on.rtdb.refuse()
  await drain
})
