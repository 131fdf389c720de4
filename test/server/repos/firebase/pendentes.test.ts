import { expect, test } from 'vitest'
import { aClaim, anEmpresa, HOLD_MS, NOW } from '../../../support/factories.ts'
import { openOnFakes, type OnFakes } from '../../../support/firebase-fake.ts'

const ID = 'mesa-1'

/**
 * A company with one hold. An earlier release, which knows no lists, takes another and gives the ended one
 * back.
 */
async function beside(): Promise<OnFakes> {
  const on = await openOnFakes()
  const { fake, storage } = on
  fake.put('empresa', ID, anEmpresa({ empresaid: ID, licredencial: 5 }))
  const claim = aClaim(ID)
  await storage.empresas.claim(claim)
  const held = fake.documents('reserva').get(claim.reservaid) ?? {}
  fake.put('reserva', claim.reservaid, { ...held, estado: 'liberada' })
  const [criadaem, expiraem] = [NOW + HOLD_MS, NOW + 2 * HOLD_MS]
  fake.put('reserva', 'antiga', { ...held, reservaid: 'antiga', sid: 'antigo', criadaem, expiraem })
  expect(on.empresa(ID).licredencial).toBe(6)
  return on
}

test('a hold an earlier release took for one that had ended is released when it ends', async () => {
  const { fake, storage, empresa } = await beside()
  expect(await storage.empresas.releaseEnded(NOW + 2 * HOLD_MS)).toBe(1)
  expect(fake.documents('reserva').get('antiga')?.estado).toBe('liberada')
  expect(empresa(ID).licredencial).toBe(5)
})

test('so is one beside what this release has listed since', async () => {
  const { storage, empresa } = await beside()
  await storage.empresas.claim(aClaim(ID, { now: NOW + HOLD_MS }))
  expect(empresa(ID).licredencial).toBe(7)
  expect(await storage.empresas.releaseEnded(NOW + 2 * HOLD_MS)).toBe(2)
  expect(empresa(ID).licredencial).toBe(5)
})
