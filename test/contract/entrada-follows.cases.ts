import { expect } from 'vitest'
import { entradasIn } from '../../server/domain/entrada.ts'
import { aMerge, anAutor, anEntrada, NOW, unique } from '../support/factories.ts'
import { paired } from './equipe.cases.ts'
import { aConvidado, insideOf, withEmpresa } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'
import { aPhone, whole } from './porta.cases.ts'

const merge = ({ storage }: Harness, keptId: string, otherId: string) =>
  storage.credenciais.merge(aMerge(keptId, otherId), anAutor())

let registered = 0
/** A guest with a new id: the id of an erased guest is never given again. @returns the credencialid */
const aNewConvidado = (harness: Harness) => aConvidado(harness, null, { now: NOW + ++registered })

/** Checks that exactly these guests are inside, each by one admission, in every reading. */
async function expectInside(harness: Harness, credencialids: string[]): Promise<void> {
  const { entradas, painel } = harness.storage
  const inside = [...credencialids].sort()
  expect((await painel.count(NOW)).dentro).toBe(inside.length)
  expect([...(await insideOf(harness.storage)).keys()]).toEqual(inside)
  expect(await painel.listTwice()).toEqual([])
  const atPorta = (await whole(harness)).filter((convidado) => entradasIn(convidado.entradas).length > 0)
  expect(atPorta.map(({ credencialid }) => credencialid)).toEqual(inside)
  for (const id of inside) expect(entradasIn(await entradas.listOf(id))).toHaveLength(1)
}

/** Checks that one person who is on no list any longer is inside, once. */
async function expectOffTheList({ storage: { entradas } }: Harness): Promise<void> {
  const anotado = 'convidado excluído'
  const noted = { modo: 'busca', credencialid: '', anotado }
  expect(await entradas.listAnotadas(0, 9)).toMatchObject({ total: 1, entradas: [noted] })
}

/** Runs both acts at once, starting with each in turn. */
async function beside(round: number, acts: [() => Promise<unknown>, () => Promise<unknown>]): Promise<void> {
  if (round % 2 === 1) acts.reverse()
  await Promise.all(acts.map((act) => act()))
}

export const cases: ContractCase[] = [
  it('an admission of a guest who was merged away is the kept one’s, however many merges ago, and the door is told', async (harness) => {
    const { entradas, historico } = harness.storage
    const [ana, bia, leo] = [
      await aNewConvidado(harness),
      await aNewConvidado(harness),
      await aNewConvidado(harness),
    ]
    await merge(harness, bia, ana)
    await merge(harness, leo, bia)
    for (let n = 0; n < 510; n++)
      await historico.add({ ...anAutor(), ato: 'juntou', alvo: `ficou-${n}`, detalhe: `saiu-${n} -` })
    const phone = aPhone(harness)
    await phone.sync()
    const entrada = anEntrada(ana)
    expect(await entradas.add([entrada], anAutor())).toBe(1)
    expect(await entradas.add([entrada], anAutor())).toBe(0)
    expect([...(await phone.sync())]).toContain(leo)
    expect(phone.list()).toEqual(await whole(harness))
    await expectInside(harness, [leo])
    // An annulment, by the phone that made it or on the page of the guest who stayed, works there.
    await entradas.add([anEntrada(ana, { anula: entrada.entradaid, seq: 2 })], null)
    await expectInside(harness, [])
  }),
  it('a tick on paper for a guest merged into one who is inside is passed over, and a form that ticks both admits one', async (harness) => {
    const { entradas, credenciais } = harness.storage
    const tick = (ids: string[]) => {
      const list = ids.map((credencialid) => ({ credencialid, entradaid: unique('e') }))
      return () => entradas.admitTicked(list, { lidaem: NOW - 9, recebidaem: NOW }, anAutor())
    }
    const [ana, bia, leo] = [
      await aNewConvidado(harness),
      await aNewConvidado(harness),
      await aNewConvidado(harness),
    ]
    await merge(harness, bia, ana)
    await merge(harness, leo, bia)
    const both = tick([ana, leo, bia])
    expect([await both(), await both()]).toEqual([1, 0])
    await expectInside(harness, [leo])
    expect(await tick([ana, bia])()).toBe(0)
    await expectInside(harness, [leo])
    // A guest who is outside again after an annulment is admitted under either name.
    const [inside] = entradasIn(await entradas.listOf(leo))
    await entradas.add([anEntrada(leo, { anula: inside?.entradaid ?? '' })], null)
    expect(await tick([bia])()).toBe(1)
    expect(await tick([ana])()).toBe(0)
    expect(entradasIn(await entradas.listOf(leo))).toHaveLength(1)
    // When nobody is left, the admission is noted once, off the list.
    await credenciais.remove(leo, true, anAutor())
    expect(await tick([ana])()).toBe(0)
    await expectOffTheList(harness)
  }),
  it('who is inside by an admission of a record merged into theirs neither withdraws nor is undone, and is shown to the table', async (harness) => {
    const { entradas, desistencias, credenciais, mesas } = harness.storage
    const empresaid = await withEmpresa(harness, 5)
    const bia = await aConvidado(harness, empresaid, { now: NOW + ++registered })
    const ana = await aNewConvidado(harness)
    await merge(harness, bia, ana)
    await entradas.add([anEntrada(ana)], null)
    const request = { credencialid: bia, empresaid: null, now: NOW, isClosed: false }
    expect(await desistencias.withdraw(request, anAutor())).toEqual({ kind: 'inside' })
    expect(await credenciais.removeOutside(bia, true, anAutor())).toEqual({ kind: 'inside' })
    expect(await mesas.listPagos(empresaid)).toEqual([
      expect.objectContaining({ credencialid: bia, dentroDesde: expect.any(Number) as number }),
    ])
  }),
  it('an id that a merge names only in part is another guest’s', async (harness) => {
    const { entradas, historico } = harness.storage
    const kept = await aNewConvidado(harness)
    const juntou = (saiu: string) => historico.add({ ...anAutor(), ato: 'juntou', alvo: kept, detalhe: saiu })
    for (const saiu of ['joao silva -', 'joao_ -', 'joaquim -']) await juntou(saiu)
    await entradas.add([anEntrada('joao'), anEntrada('joao%', { seq: 2 })], null)
    await expectInside(harness, [])
    await entradas.add([anEntrada('joao silva', { seq: 3 })], null)
    await expectInside(harness, [kept])
  }),
  it('all of 500 admissions follow a guest who is merged away, and stand off the list when that one is removed', async (harness) => {
    const { credenciais, entradas } = harness.storage
    const [kept, gone] = [await aNewConvidado(harness), await aNewConvidado(harness)]
    for (let first = 0; first < 500; first += 100)
      await entradas.add(
        Array.from({ length: 100 }, (_, n) => anEntrada(gone, { seq: first + n })),
        null,
      )
    expect((await merge(harness, kept, gone)).kind).toBe('merged')
    expect(entradasIn(await entradas.listOf(kept))).toHaveLength(500)
    expect((await credenciais.remove(kept, true, anAutor())).kind).toBe('removed')
    expect((await entradas.listAnotadas(0, 9)).total).toBe(500)
  }),
]

export const races: ContractCase[] = [
  it('an admission of a guest who is merged away at once is the kept one’s, whoever was first', async (harness) => {
    const { entradas } = harness.storage
    const { segredo } = await paired(harness)
    const inside: string[] = []
    for (let round = 0; round < 6; round++) {
      const [kept, gone] = [await aNewConvidado(harness), await aNewConvidado(harness)]
      const fact = anEntrada(gone, { aparelhoid: 'porta' })
      const admit = () =>
        round < 3 ? entradas.add([fact], anAutor()) : entradas.deliver(segredo, [fact], anAutor())
      await beside(round, [() => merge(harness, kept, gone), admit])
      inside.push(kept)
      await expectInside(harness, inside)
    }
  }),
  it('an admission beside two merges in a row at once is that of the one who stays', async (harness) => {
    const inside: string[] = []
    for (let round = 0; round < 4; round++) {
      const [ana, bia, leo] = [
        await aNewConvidado(harness),
        await aNewConvidado(harness),
        await aNewConvidado(harness),
      ]
      const mergeBoth = async () => {
        await merge(harness, bia, ana)
        await merge(harness, leo, bia)
      }
      await beside(round, [mergeBoth, () => harness.storage.entradas.add([anEntrada(ana)], null)])
      inside.push(leo)
      await expectInside(harness, inside)
    }
  }),
  it('of a guest who is removed, before, after or beside it at once, an admission stands off the list', async (harness) => {
    const { credenciais, entradas } = harness.storage
    for (let round = 0; round < 4; round++) {
      const id = await aNewConvidado(harness)
      const entrada = anEntrada(id)
      const remove = () => credenciais.remove(id, true, anAutor())
      const admit = () => entradas.add([entrada], anAutor())
      if (round < 2) await beside(round, [remove, admit])
      else for (const act of round === 2 ? [admit, remove] : [remove, admit]) await act()
      await expectOffTheList(harness)
      await expectInside(harness, [])
      await entradas.add([anEntrada(id, { anula: entrada.entradaid, seq: 2 })], null)
      expect((await entradas.listAnotadas(0, 9)).total).toBe(0)
    }
  }),
]
