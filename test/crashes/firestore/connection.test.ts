import { expect, onTestFinished, test } from 'vitest'
import type { Storage } from '../../../server/domain/storage.ts'
import { aClaim, anEmpresa, aRegister } from '../../support/factories.ts'
import { openFirebaseAt } from '../../support/firebase-harness.ts'
import { startFakeFirestore } from '../../support/firestore/fake.ts'
import { openFaultyProxy } from '../../support/faulty-proxy.ts'
import { startFakeRtdb } from '../../support/rtdb/fake.ts'

const ID = 'mesa-1'

/** The adapter over a network that can be cut, and one company with ten invitations. */
async function openFar() {
  const fake = await startFakeFirestore()
  const rtdb = await startFakeRtdb()
  const proxy = await openFaultyProxy(fake.host)
  const storage: Storage = await openFirebaseAt(proxy.host, 'demo-convites', rtdb.url)
  onTestFinished(async () => {
    await storage.close()
    await proxy.close()
    await rtdb.close()
    fake.close()
  })
  fake.put('empresa', ID, anEmpresa({ empresaid: ID, icredencial: 10 }))
  return { fake, proxy, storage }
}

for (const when of ['before', 'after'] as const) {
  test(`a connection cut ${when} the commit is done: one guest, one invitation, the same answer`, async () => {
    const { fake, proxy, storage } = await openFar()
    const request = aRegister({ claim: aClaim(ID) })
    fake.failNext({ method: 'Commit', code: 0, when, delayMs: 300 })
    const answer = storage.credenciais.register(request)
    await expect.poll(() => fake.calls('Commit')).toBe(1)
    proxy.cut()
    const told = await answer
    expect(told.kind).toMatch(/registered$/)
    expect(fake.calls('Commit')).toBeGreaterThan(1)
    // Requests that were on their way at the cut have arrived by now.
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect([fake.documents('credencial').size, fake.documents('chave').size]).toEqual([1, 1])
    expect([...fake.documents('reserva').values()].map(({ estado }) => estado)).toEqual(['usada'])
    expect(fake.documents('empresa').get(ID)?.licredencial).toBe(1)
    expect(await storage.credenciais.register(request)).toEqual({ ...told, kind: 'already-registered' })
  })
}
