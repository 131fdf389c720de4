import { expect, test } from 'vitest'
import { putDue } from '../../../support/avips.ts'
import { aCadastro, anAutor } from '../../../support/factories.ts'
import { openOnFakes, type OnFakes } from '../../../support/firebase-fake.ts'
import { registered } from '../../../support/registered.ts'

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
