import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aClaim, anEmpresa, aRegister } from '../../../support/factories.ts'
import type { OnFakes } from '../../../support/firebase-fake.ts'
import {
  expectInvitations,
  expectOneConvidado,
  ID,
  openWithEmpresa,
  registered,
} from '../../../support/firebase-convidado.ts'

/** Practically never: long after the caller has given up. */
const TOO_LATE = { code: 0, when: 'before', delayMs: 3_500 } as const

/** Runs with the other waiting tests at the same time. */
function slowTest(name: string, run: (on: OnFakes) => Promise<void>): void {
  test.concurrent(name, async ({ onTestFinished }) => run(await openWithEmpresa(onTestFinished)))
}

for (const when of ['before', 'after'] as const) {
  slowTest(`a commit that hangs ${when} it is done is answered well within the deadline`, async (on) => {
    const request = aRegister({ claim: aClaim(ID) })
    on.fake.failNext({ method: 'Commit', code: 'hang', when })
    const begun = performance.now()
    const told = await registered(on, request)
    expect(performance.now() - begun).toBeLessThan(8_000)
    await expectOneConvidado(on, request, told)
    expectInvitations(on, 1)
  })
}

slowTest('a commit given up that lands after its repeat changes nothing', async (on) => {
  const request = aRegister({ claim: aClaim(ID) })
  on.fake.failNext({ method: 'Commit', code: 0, when: 'before', delayMs: 3_000 })
  const told = await registered(on, request)
  await sleep(1_000)
  await expectOneConvidado(on, request, told)
  expectInvitations(on, 1)
})

for (const method of ['RunQuery', 'BatchGetDocuments'] as const) {
  slowTest(`a ${method} that hangs is tried again`, async (on) => {
    const request = aRegister({ claim: aClaim(ID) })
    on.fake.failNext({ method, ...TOO_LATE })
    const begun = performance.now()
    const told = await registered(on, request)
    expect(performance.now() - begun).toBeLessThan(8_000)
    await expectOneConvidado(on, request, told)
    expectInvitations(on, 1)
  })
}

for (const { method, ...how } of [
  { method: 'Commit', code: 'hang', when: 'before' },
  { method: 'RunQuery', ...TOO_LATE },
] as const) {
  slowTest(
    `when every ${method} hangs, each caller gets a StorageError within 8 s, and then the company goes on`,
    async (on) => {
      const { storage } = on
      on.fake.failNext({ method, ...how, times: 4 })
      const begun = performance.now()
      const request = aRegister({ claim: aClaim(ID) })
      const acts = [storage.empresas.claim(aClaim(ID)), storage.credenciais.register(request)]
      const outcomes = await Promise.allSettled<unknown>(acts)
      expect(performance.now() - begun).toBeLessThan(14_000)
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'StorageError' } })

      const told = await registered(on, request)
      await expectOneConvidado(on, request, told)
      expect(await storage.empresas.claim(aClaim(ID))).toMatchObject({ kind: 'claimed' })
      const counting = [...on.fake.documents('reserva').values()].filter(
        ({ estado }) => estado !== 'liberada',
      )
      expect(on.empresa(ID).licredencial).toBe(counting.length)
      expect(counting.filter(({ credencialid }) => credencialid === told.credencialid)).toHaveLength(1)
    },
  )
}

slowTest('one company whose commit hangs does not hold another company up', async (on) => {
  on.fake.put('empresa', 'mesa-2', anEmpresa({ empresaid: 'mesa-2' }))
  on.fake.failNext({ method: 'Commit', code: 'hang', when: 'before' })
  let isHeld = true
  const held = on.storage.empresas.claim(aClaim(ID)).finally(() => (isHeld = false))
  while (on.fake.calls('Commit') === 0) await sleep(5)
  expect((await on.storage.empresas.claim(aClaim('mesa-2'))).kind).toBe('claimed')
  // It is tried again after two and a half seconds.
  expect(isHeld).toBe(true)
  expect((await held).kind).toBe('claimed')
})
