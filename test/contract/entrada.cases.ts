import { expect } from 'vitest'
import { entradasIn } from '../../server/domain/entrada.ts'
import { EVERYBODY } from '../../server/domain/convidado-search.ts'
import { anAutor, anEntrada, NOW } from '../support/factories.ts'
import { aConvidado, atOnce, linhasDoHistoricoIn, insideOf } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

/** Since when a guest is inside, as the board shows it; null while outside. */
async function dentroDesde({ storage }: Harness, credencialid: string): Promise<number | null | undefined> {
  return (await storage.painel.search([{ ...EVERYBODY, credencialid }], 0, 1)).convidados[0]?.dentroDesde
}

export const cases: ContractCase[] = [
  it('an entrada is stored whole, admits the guest, and stands in the history under its own id', async (harness) => {
    const { entradas } = harness.storage
    const id = await aConvidado(harness)
    const entrada = anEntrada(id, { lidaem: NOW - 5_000, desvio: 7_000, seq: 12, modo: 'papel' })
    const autor = anAutor({ quem: 'aparelho-1' })
    expect(await entradas.add([entrada], autor)).toBe(1)
    expect(await entradas.listOf(id)).toEqual([entrada])
    expect(await entradas.listOf('outro')).toEqual([])
    expect(await dentroDesde(harness, id)).toBe(NOW + 2_000)
    expect(await linhasDoHistoricoIn(harness)).toEqual([
      { ...autor, historicoid: entrada.entradaid, ato: 'admitiu', alvo: id, detalhe: '' },
    ])
  }),
  it('an entrada that comes again is passed over, whatever else it says, and is told of once', async (harness) => {
    const { entradas } = harness.storage
    const id = await aConvidado(harness)
    const entrada = anEntrada(id)
    const fresh = anEntrada(id, { seq: 2 })
    await entradas.add([entrada], anAutor())
    expect(await entradas.add([{ ...entrada, lidaem: 1 }, fresh, fresh], anAutor())).toBe(1)
    expect(await entradas.add([], anAutor())).toBe(0)
    const stored = await entradas.listOf(id)
    expect(stored).toHaveLength(2)
    expect(stored).toEqual(expect.arrayContaining([entrada, fresh]))
    expect(await linhasDoHistoricoIn(harness, { ato: 'admitiu' })).toHaveLength(2)
  }),
  it('without an author nothing stands in the history, and a guest who is gone is admitted all the same', async (harness) => {
    const { entradas, credenciais, painel } = harness.storage
    const id = await aConvidado(harness)
    await credenciais.remove(id, true, anAutor())
    const before = await linhasDoHistoricoIn(harness)
    expect(await entradas.add([anEntrada(id), anEntrada('de-outro-produto')], null)).toBe(2)
    expect(await linhasDoHistoricoIn(harness)).toEqual(before)
    expect(await entradas.listOf(id)).toHaveLength(1)
    expect((await painel.count(NOW)).dentro).toBe(0)
  }),
  it('the smallest admission that counts is the first, in whatever order they come, and an annulment undoes its own alone', async (harness) => {
    const { entradas } = harness.storage
    const id = await aConvidado(harness)
    const [late, early] = [anEntrada(id, { lidaem: NOW + 60_000 }), anEntrada(id, { seq: 2 })]
    const annulment = (anula: string) => anEntrada(id, { seq: 3, lidaem: NOW + 90_000, anula })
    await entradas.add([annulment(early.entradaid)], null)
    expect(await dentroDesde(harness, id)).toBeNull()
    await entradas.add([late], null)
    expect(await dentroDesde(harness, id)).toBe(NOW + 60_000)
    await entradas.add([early], null)
    expect(await dentroDesde(harness, id)).toBe(NOW + 60_000)
    await entradas.add([annulment(late.entradaid)], anAutor())
    expect(await dentroDesde(harness, id)).toBeNull()
    expect(await linhasDoHistoricoIn(harness)).toMatchObject([
      { ato: 'anulou', alvo: id, detalhe: late.entradaid },
    ])
  }),
  it('an annulment that names another guest’s admission undoes nothing', async (harness) => {
    const { entradas, painel } = harness.storage
    const [ana, rui] = [await aConvidado(harness), await aConvidado(harness)]
    const entrada = anEntrada(ana)
    await entradas.add([entrada, anEntrada(rui, { anula: entrada.entradaid })], null)
    expect(await dentroDesde(harness, ana)).toBe(NOW)
    expect((await painel.count(NOW)).dentro).toBe(1)
  }),
  it('a note of an unknown person is kept whole, listed first to last, and admits no guest', async (harness) => {
    const { entradas, painel } = harness.storage
    const id = await aConvidado(harness)
    const typed = anEntrada('', { modo: 'busca', anotado: 'Tia “Zezé” 🎉', lidaem: NOW + 9, recebidaem: 1 })
    const scanned = anEntrada('', { modo: 'camera', anotado: '1900000000000abc', desvio: 5, seq: 2 })
    const annulment = anEntrada('', { modo: 'camera', anula: scanned.entradaid, seq: 3, lidaem: NOW + 7 })
    expect(await entradas.listAnotadas(0, 9)).toEqual({ total: 0, entradas: [] })
    expect(await entradas.add([typed, anEntrada(id), scanned, annulment], anAutor())).toBe(4)
    expect(await entradas.add([{ ...typed, anotado: 'outro' }], null)).toBe(0)
    const other = anEntrada('', { anotado: 'Zé', lidaem: NOW + 3, seq: 4 })
    await entradas.add([other], null)
    expect(await entradas.listAnotadas(0, 9)).toEqual({ total: 2, entradas: [other, typed] })
    expect(await entradas.listAnotadas(1, 1)).toEqual({ total: 2, entradas: [typed] })
    expect(await insideOf(harness.storage)).toEqual(new Map([[id, NOW]]))
    expect((await painel.count(NOW)).dentro).toBe(1)
    expect(await painel.countInsideByEmpresa()).toEqual(new Map())
    expect((await painel.countArrivals(NOW - 1, NOW + 99, 100)).reduce((n, { count }) => n + count, 0)).toBe(
      1,
    )
    expect((await painel.search([EVERYBODY], 0, 9)).total).toBe(1)
    expect(await linhasDoHistoricoIn(harness, { ato: 'admitiu' })).toHaveLength(3)
  }),
  it('a guest admitted twice is listed with all their facts, annulled or not; nobody else is', async (harness) => {
    const { entradas, painel } = harness.storage
    const [twice, annulled, once] = [
      await aConvidado(harness),
      await aConvidado(harness),
      await aConvidado(harness),
    ]
    const second = anEntrada(annulled, { seq: 2 })
    const facts = [anEntrada(twice), anEntrada(twice, { seq: 2, aparelhoid: 'outro' })]
    const undone = [anEntrada(annulled), second, anEntrada(annulled, { anula: second.entradaid, seq: 3 })]
    await entradas.add([...facts, ...undone, anEntrada(once)], null)
    await entradas.add([anEntrada('gone'), anEntrada('gone', { seq: 2 })], null)
    await entradas.add([anEntrada('', { anotado: 'a' }), anEntrada('', { anotado: 'b' })], null)
    const listed = await painel.listTwice()
    expect(listed).toHaveLength(5)
    expect(listed).toEqual(expect.arrayContaining([...facts, ...undone]))
  }),
]

export const races: ContractCase[] = [
  it('somebody nobody knows, sent by five at once, is noted once', async (harness) => {
    const { entradas } = harness.storage
    const entrada = anEntrada('', { anotado: 'Zezé' })
    const added = await atOnce(5, () => entradas.add([entrada], anAutor()))
    expect(added.sort()).toEqual([0, 0, 0, 0, 1])
    expect(await entradas.listAnotadas(0, 9)).toEqual({ total: 1, entradas: [entrada] })
  }),
  it('the same entrada from five at once is one admission, told of once', async (harness) => {
    const { entradas, painel } = harness.storage
    const id = await aConvidado(harness)
    const entrada = anEntrada(id)
    const added = await atOnce(5, () => entradas.add([entrada], anAutor()))
    expect(added.sort()).toEqual([0, 0, 0, 0, 1])
    expect(await entradas.listOf(id)).toEqual([entrada])
    expect(await linhasDoHistoricoIn(harness, { ato: 'admitiu' })).toHaveLength(1)
    expect((await painel.count(NOW)).dentro).toBe(1)
  }),
  it('two organisers who annul one admission at once: both annulments are kept, and the guest is outside', async (harness) => {
    const { entradas } = harness.storage
    const id = await aConvidado(harness)
    const entrada = anEntrada(id)
    await entradas.add([entrada], null)
    const annulments = [2, 3].map((seq) => anEntrada(id, { seq, anula: entrada.entradaid }))
    const repeated = [...annulments, ...annulments]
    const added = await Promise.all(repeated.map((annulment) => entradas.add([annulment], anAutor())))
    expect(added.sort()).toEqual([0, 0, 1, 1])
    expect(entradasIn(await entradas.listOf(id))).toEqual([])
    expect(await entradas.listOf(id)).toHaveLength(3)
    expect(await dentroDesde(harness, id)).toBeNull()
    expect(await linhasDoHistoricoIn(harness, { ato: 'anulou' })).toHaveLength(2)
  }),
]
