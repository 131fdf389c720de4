import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { entradasIn } from '../../../../server/domain/entrada.ts'
import { insideOf } from '../../../contract/convidados.ts'
import type { Storage } from '../../../../server/domain/storage.ts'
import { openMemory } from '../../../../server/repos/memory/index.ts'
import { copyStorage } from '../../../../server/use-cases/move-storage.ts'
import { aMerge, anAutor, anEntrada, aRegister, NOW } from '../../../support/factories.ts'
import { openOnFakes, type OnFakes } from '../../../support/firebase-fake.ts'

/** Runs an act on one server whose commit arrives late, and another act on another server meanwhile. */
async function late(
  { fake }: OnFakes,
  first: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  fake.failNext({ method: 'Commit', code: 0, when: 'before', delayMs: 400 })
  const waiting = first()
  await sleep(150)
  await meanwhile()
  await waiting
}

async function aPair({ storage }: OnFakes): Promise<[string, string]> {
  const ids = [NOW, NOW + 1].map(async (now) => {
    const registration = await storage.credenciais.register(aRegister({ now }))
    return registration.kind === 'registered' ? registration.credencial.credencialid : ''
  })
  const [kept = '', gone = ''] = await Promise.all(ids)
  return [kept, gone]
}

const idsInside = async (storage: Storage) => [...(await insideOf(storage)).keys()]

for (const isMergeLate of [true, false])
  test(`two servers: an admission stands with the guest who stays, the ${isMergeLate ? 'merge' : 'admission'} committed last`, async () => {
    const on = await openOnFakes()
    const another = await on.openAnother()
    const [kept, gone] = await aPair(on)
    // Both follow a board from before.
    for (const server of [on.storage, another]) expect(await idsInside(server)).toEqual([])
    const merge = () => on.storage.credenciais.merge(aMerge(kept, gone), anAutor())
    const admit = () => another.entradas.add([anEntrada(gone)], anAutor())
    await (isMergeLate ? late(on, merge, admit) : late(on, admit, merge))
    const fresh = await on.openAnother()
    for (const server of [on.storage, another, fresh]) {
      expect(entradasIn(await server.entradas.listOf(kept))).toHaveLength(1)
      await expect.poll(() => idsInside(server), { timeout: 15_000 }).toEqual([kept])
      const { convidados } = await server.porta.since(null)
      expect(convidados.map(({ entradas }) => entradas.length)).toEqual([1])
      expect(await server.entradas.listAnotadas(0, 9)).toMatchObject({ total: 0 })
    }
    // A storage that reads no merges has it, too.
    const carried = openMemory()
    expect((await copyStorage(fresh, carried)).kind).toBe('copied')
    expect(await idsInside(carried)).toEqual([kept])
  }, 30_000)

for (const isRemovalLate of [true, false])
  test(`two servers: of a guest who is removed an admission stands off the list, the ${isRemovalLate ? 'removal' : 'admission'} committed last`, async () => {
    const on = await openOnFakes()
    const another = await on.openAnother()
    const [, gone] = await aPair(on)
    for (const server of [on.storage, another]) expect(await idsInside(server)).toEqual([])
    const remove = () => on.storage.credenciais.remove(gone, true, anAutor())
    const admit = () => another.entradas.add([anEntrada(gone)], anAutor())
    await (isRemovalLate ? late(on, remove, admit) : late(on, admit, remove))
    for (const server of [on.storage, another, await on.openAnother()]) {
      const noted = async () => (await server.entradas.listAnotadas(0, 9)).entradas
      await expect.poll(noted, { timeout: 15_000 }).toMatchObject([{ anotado: 'convidado excluído' }])
    }
    // Once everything is erased, what is left of it names nobody off the list.
    await on.storage.credenciais.erasePersonalData(anAutor({ em: NOW + 1 }))
    expect((await (await on.openAnother()).entradas.listAnotadas(0, 9)).entradas).not.toContainEqual(
      expect.objectContaining({ anotado: 'convidado excluído' }),
    )
  }, 30_000)
