import { expect, test } from 'vitest'
import type { EventoGravado } from '../../../../server/domain/evento-gravado.ts'
import type { Storage } from '../../../../server/domain/storage.ts'
import { readBalanco } from '../../../../server/use-cases/balanco.ts'
import {
  aClaim,
  anAutor,
  anEmpresa,
  anEntrada,
  anEventoGravado,
  aRegister,
  NOW,
} from '../../../support/factories.ts'
import { openOnFakes } from '../../../support/firebase-fake.ts'

const INICIO = Date.parse(anEventoGravado().evento.inicio)
const OVER = INICIO + 86_400_000

async function balancoIn({ eventos, painel }: Storage) {
  await painel.renew()
  return readBalanco({ painel, now: () => OVER }, (await eventos.find()) as EventoGravado)
}

/**
 * An event that is over, with seventy guests: every other one belongs to a company, and the first ten came.
 */
async function openOver() {
  const on = await openOnFakes()
  const { credenciais, entradas, eventos } = on.storage
  await eventos.adotar(anEventoGravado(), NOW)
  on.fake.put('empresa', 'mesa', anEmpresa({ empresaid: 'mesa', icredencial: 40 }))
  const ids = Array.from({ length: 70 }, (_, n) => String(NOW + n))
  for (const [n, id] of ids.entries()) {
    const claim = n % 2 === 0 ? aClaim('mesa') : null
    await credenciais.register(aRegister({ now: Number(id), claim }))
  }
  const admit = (id: string) => entradas.add([anEntrada(id, { lidaem: INICIO, desvio: 0 })], null)
  for (const id of ids.slice(0, 10)) await admit(id)
  return { on, ids, admit, said: await balancoIn(on.storage) }
}

for (const cut of [1, 2, 3, 4, 5]) {
  test(`an erasure cut off after ${cut} of its parts, gone on with by another process, leaves the numbers whole`, async () => {
    const { on, said } = await openOver()
    expect(said.balanco).toMatchObject({
      confirmados: 70,
      vieram: 10,
      semEmpresa: { confirmados: 35, vieram: 5 },
    })
    // How many declined or did not answer is not known once some of them are erased.
    delete said.balanco.naoVem
    delete said.balanco.semResposta
    // These pass without a fault: code 0 after the commit answers as usual.
    for (let n = 0; n < cut; n++) on.fake.failNext({ method: 'Commit', code: 0, when: 'after' })
    // As by kill -9: the line that would give the number is refused, too.
    for (let n = 0; n < 2; n++) on.fake.failNext({ method: 'Commit', code: 7, when: 'before' })
    const cutOff = on.storage.credenciais.erasePersonalData(anAutor({ em: OVER }))
    await expect(cutOff).rejects.toMatchObject({ name: 'StorageError' })
    const another = await on.openAnother()
    expect(await balancoIn(another)).toEqual(said)
    await another.credenciais.erasePersonalData(anAutor({ em: OVER + 1 }))
    expect(on.ids('credencial')).toEqual([])
    expect(await balancoIn(another)).toEqual(said)
    expect(await balancoIn(on.storage)).toEqual(said)
  })
}

test('a trial erasure that was cut off makes no trial of the guests it left: they came; gone on with, it does of all', async () => {
  const { on, ids } = await openOver()
  const { credenciais } = on.storage
  const early = { isEarlyAllowed: true, areContactsErased: false }
  const erase = (em: number) => credenciais.erasePersonalData(anAutor({ em }), undefined, early)
  // A part is thirty guests. One whose commit failed counts as erased, since only its answer may have been
  // lost.
  on.fake.failNext({ method: 'Commit', code: 0, when: 'after' })
  on.fake.failNext({ method: 'Commit', code: 7, when: 'before' })
  await expect(erase(INICIO - 9_000)).rejects.toMatchObject({ name: 'StorageError' })
  const lines = [...on.fake.documents('historico').values()]
  expect(lines).toEqual([expect.objectContaining({ ato: 'apagou-tudo', detalhe: '60+' })])
  expect(on.ids('credencial')).toEqual(ids.slice(30))
  const { entradas } = on.storage
  const admissions = ids.slice(30, 40).map((id) => anEntrada(id, { lidaem: INICIO, desvio: 0 }))
  await entradas.add(admissions, null)
  expect((await balancoIn(on.storage)).balanco).toMatchObject({ vieram: 20, foraDaLista: 0 })
  expect((await on.storage.eventos.find()) as EventoGravado).not.toHaveProperty('confirmados')

  await erase(INICIO - 8_000)
  expect((await balancoIn(on.storage)).balanco).toMatchObject({ confirmados: 0, vieram: 0 })
})

for (const cut of [4, 5]) {
  test(`a trial erasure that was cut off once no guest was left, after ${cut} parts, was a trial of all`, async () => {
    const { on } = await openOver()
    for (let n = 0; n < cut; n++) on.fake.failNext({ method: 'Commit', code: 0, when: 'after' })
    on.fake.failNext({ method: 'Commit', code: 7, when: 'before' })
    const early = { isEarlyAllowed: true, areContactsErased: true }
    const cutOff = on.storage.credenciais.erasePersonalData(anAutor({ em: INICIO }), undefined, early)
    await expect(cutOff).rejects.toMatchObject({ name: 'StorageError' })
    expect(on.ids('credencial')).toEqual([])
    expect((await balancoIn(on.storage)).balanco).toMatchObject({ confirmados: 0, vieram: 0 })
  })
}

test('a phone that delivers while an erasure is under way is counted, before it ends and after', async () => {
  const { on, ids, admit, said } = await openOver()
  const another = await on.openAnother()
  await Promise.all([
    another.credenciais.erasePersonalData(anAutor({ em: OVER })),
    ...ids.slice(5, 30).map((id) => admit(id)),
  ])
  for (const storage of [on.storage, another])
    expect((await balancoIn(storage)).balanco).toMatchObject({
      confirmados: 70,
      vieram: 30,
      foraDaLista: 0,
      semEmpresa: { confirmados: 35, vieram: 15 },
      porHora: [{ ...said.balanco.porHora[0], count: 30 }],
    })
})
