import { expect, test } from 'vitest'
import { avipsIn, avipsOf, messages, openDesk, putDue, putOld } from '../../../support/avips.ts'
import { aCadastro, anAutor } from '../../../support/factories.ts'
import { openOnFakes } from '../../../support/firebase-fake.ts'

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

test.each([400, 404, 413, 423])(
  'the status %s sets an avip aside until the guest is corrected, or a day has passed',
  async (status) => {
    const on = await openOnFakes()
    const desk = openDesk(on.storage)
    on.rtdb.failNext(status)
    const { credencialid } = await desk.register()
    expect(messages(desk.lines)).toEqual(['ERRO!'])
    const { credenciais, avips } = on.storage
    await expect(avips.mirror(credencialid)).rejects.toThrow('refuses the avip')
    expect(await avips.mirrorDue(Date.now())).toEqual({ mirrored: 0, due: 0 })

    const cadastro = aCadastro({ nome: 'ANA CERTA', telefone: '11987654321', email: '' })
    on.rtdb.failNext(status)
    await credenciais.correct({ credencialid, cadastro, shown: null, chaveOf: () => 'certa' }, anAutor())
    const refused: string[] = []
    await avips.mirrorDue(Date.now(), (id) => void refused.push(id))
    expect(refused).toEqual([credencialid])
    const tomorrow = Date.now() + 24 * 60 * 60_000
    expect(await avips.mirrorDue(tomorrow)).toEqual({ mirrored: 1, due: 0 })
    expect(on.rtdb.value(`avip/${credencialid}`)).toMatchObject({ nome: 'ANA CERTA' })
    expect(on.ids('avip_outbox')).toEqual([])
  },
)

test.each([401, 403, 408, 429, 500])('the status %s passes: the avip stays due', async (status) => {
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
  const cadastro = aCadastro({ nome: 'ANA CERTA', telefone: '11987654321', email: '' })
  await (
    await on.openAnother()
  ).credenciais.correct({ credencialid, cadastro, shown: null, chaveOf: () => 'certa' }, anAutor())
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
