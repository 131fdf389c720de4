import { expect } from 'vitest'
import { entradasIn, type Entrada } from '../../server/domain/entrada.ts'
import { anAutor, anEntrada, NOW, unique } from '../support/factories.ts'
import { paired } from './equipe.cases.ts'
import { aConvidado, atOnce, linhasDoHistoricoIn } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

let registered = 1_000
/** A guest with an id of their own. @returns the credencialid */
const umConvidado = (harness: Harness) => aConvidado(harness, null, { now: NOW + ++registered })

const asked = (credencialid: string, entradaid = unique('e')) => ({ credencialid, entradaid, isAgain: false })
const atLink = (credencialid: string, entradaid = unique('e')) => {
  return { credencialid, entradaid, versao: 0, isAnyway: false }
}

/** The facts of a guest, including annulments. */
const kept = ({ storage }: Harness, credencialid: string) => storage.entradas.listOf(credencialid)

export const races: ContractCase[] = [
  it('five organisers who admit one guest at once: one does, and the others are told since when', async (harness) => {
    const id = await umConvidado(harness)
    const admit = () => harness.storage.entradas.admit(asked(id), anAutor({ em: NOW }))
    const kinds = (await atOnce(5, admit)).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['admitted', ...Array<string>(4).fill('already-inside')].sort())
    expect(await kept(harness, id)).toMatchObject([{ modo: 'painel', lidaem: NOW, recebidaem: NOW }])
    expect(await linhasDoHistoricoIn(harness, { ato: 'admitiu' })).toHaveLength(1)
    expect(await harness.storage.entradas.admit({ ...asked(id), isAgain: true }, anAutor())).toEqual({
      kind: 'admitted',
    })
    expect(await kept(harness, id)).toHaveLength(2)
  }),
  it('a form of the board sent again is one admission; one id for two guests at once admits one of them', async (harness) => {
    const { entradas } = harness.storage
    for (let round = 0; round < 4; round++) {
      const [ana, bia] = [await umConvidado(harness), await umConvidado(harness)]
      const entradaid = unique('e')
      const forms = [asked(ana, entradaid), asked(bia, entradaid)]
      const sent = await Promise.all(forms.map((form) => entradas.admit(form, anAutor())))
      expect(sent.map(({ kind }) => kind).sort()).toEqual(['admitted', 'entrada-taken'])
      expect(await Promise.all(forms.map((form) => entradas.admit(form, anAutor())))).toEqual(sent)
      expect([...(await kept(harness, ana)), ...(await kept(harness, bia))]).toHaveLength(1)
    }
    expect(await entradas.admit(asked('nobody'), anAutor())).toEqual({ kind: 'credencial-not-found' })
  }),
  it('five organisers who annul one admission by the board at once append one annulment, and say so again', async (harness) => {
    const { entradas } = harness.storage
    const id = await umConvidado(harness)
    const entrada = anEntrada(id, { modo: 'camera' })
    await entradas.add([entrada], null)
    const annul = (anula: string) =>
      entradas.annul({ credencialid: id, entradaid: unique('a'), anula }, anAutor())
    const annulled = { kind: 'annulled' }
    expect(await atOnce(5, () => annul(entrada.entradaid))).toEqual(Array(5).fill(annulled))
    expect(await annul(entrada.entradaid)).toEqual(annulled)
    expect(entradasIn(await kept(harness, id))).toEqual([])
    expect(await kept(harness, id)).toHaveLength(2)
    expect(await linhasDoHistoricoIn(harness, { ato: 'anulou' })).toHaveLength(1)
    expect(await annul('nothing')).toEqual({ kind: 'entrada-not-found' })
  }),
  it('two phones at one link at once: one admits, the other is refused and may admit anyway; sent again, each says so', async (harness) => {
    const { entradas } = harness.storage
    const id = await umConvidado(harness)
    const links = [atLink(id), atLink(id)]
    const sent = await Promise.all(links.map((link) => entradas.admitByLink(link, anAutor())))
    expect([...sent].sort()).toEqual([false, true])
    expect(await Promise.all(links.map((link) => entradas.admitByLink(link, anAutor())))).toEqual(sent)
    expect(await kept(harness, id)).toMatchObject([{ modo: 'link' }])
    expect(await entradas.admitByLink({ ...atLink(id), isAnyway: true }, anAutor())).toBe(true)
    const other = await umConvidado(harness)
    expect(await entradas.admitByLink({ ...atLink(other), versao: null }, anAutor())).toBe(false)
    expect(await kept(harness, other)).toEqual([])
  }),
  it('names ticked on two lists at once are one admission of each guest, and a list sent again none', async (harness) => {
    const { entradas } = harness.storage
    const ids: string[] = []
    for (let n = 0; n < 25; n++) ids.push(await umConvidado(harness))
    await entradas.add([anEntrada(ids[3] ?? '')], null)
    const aList = () => ids.map((credencialid) => ({ credencialid, entradaid: unique('e') }))
    const lists = [aList(), aList()]
    const tick = (list: ReturnType<typeof aList>) =>
      entradas.admitTicked(list, { lidaem: NOW - 9, recebidaem: NOW }, anAutor({ quem: 'cli' }))
    const counts = await Promise.all(lists.map(tick))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(24)
    expect(await Promise.all(lists.map(tick))).toEqual([0, 0])
    expect(await linhasDoHistoricoIn(harness, { ato: 'admitiu' })).toHaveLength(24)
    for (const id of ids) expect(entradasIn(await kept(harness, id))).toHaveLength(1)
    const [first] = await kept(harness, ids[24] ?? '')
    expect(first).toMatchObject({ modo: 'papel', lidaem: NOW - 9, seq: NOW + 24, aparelhoid: 'cli' })
  }),
  it('an annulment under the id of another phone’s admission, delivered at once with it, annuls none of theirs', async (harness) => {
    const { entradas } = harness.storage
    const [ana, bia] = [await paired(harness), await paired(harness)]
    for (let round = 0; round < 6; round++) {
      const id = await umConvidado(harness)
      const theirs = anEntrada(id, { aparelhoid: ana.aparelhoid, modo: 'camera' })
      const forged: Entrada = { ...theirs, aparelhoid: bia.aparelhoid }
      const annulment = { ...forged, entradaid: unique('e'), anula: forged.entradaid }
      const deliveries = [
        () => entradas.deliver(ana.segredo, [theirs], anAutor()),
        () => entradas.deliver(bia.segredo, [forged, annulment], anAutor()),
      ]
      if (round % 2 === 1) deliveries.reverse()
      await Promise.all(deliveries.map((deliver) => deliver()))
      const facts = await kept(harness, id)
      const stored = facts.find(({ entradaid }) => entradaid === theirs.entradaid)
      expect(facts).toHaveLength(stored?.aparelhoid === ana.aparelhoid ? 1 : 2)
      const again = await entradas.deliver(bia.segredo, [forged, annulment], anAutor())
      expect([again.guardadas.length, again.recusadas.length, again.retidas]).toEqual([
        ...[facts.length, 2 - facts.length, 0],
      ])
    }
  }),
  it('what is noted at the door while everything is erased at once is in no fact afterwards', async (harness) => {
    const { credenciais, entradas } = harness.storage
    for (let round = 0; round < 4; round++) {
      await umConvidado(harness)
      const note = () => entradas.add([anEntrada('', { anotado: 'Tia Zezé', seq: round })], anAutor())
      const acts: (() => Promise<unknown>)[] = [note, () => credenciais.erasePersonalData(anAutor())]
      if (round % 2 === 1) acts.reverse()
      await Promise.all(acts.map((act) => act()))
      expect(await credenciais.countPersonalData()).toMatchObject({ convidados: 0, anotados: 0 })
    }
    expect((await entradas.listAnotadas(0, 9)).total).toBe(4)
  }),
]
