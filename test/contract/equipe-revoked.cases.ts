import { expect } from 'vitest'
import type { Entrada } from '../../server/domain/entrada.ts'
import { ENTREGAS_DEPOIS } from '../../server/domain/pareamento.ts'
import { anAutor, anEntrada, anInvitation, NOW, unique } from '../support/factories.ts'
import { invited, linhasOn, paired, stored } from './equipe.cases.ts'
import { atOnce, linhasDoHistoricoIn } from './convidados.ts'
import { it, type ContractCase } from './harness.ts'

export const cases: ContractCase[] = [
  it('revoke ends what the secret opened, once', async (harness) => {
    const { equipe } = harness.storage
    const { aparelhoid, segredo } = await paired(harness)
    expect(await equipe.revoke(aparelhoid, anAutor({ em: NOW + 5 }))).toEqual({ kind: 'revoked' })
    expect(await equipe.revoke(aparelhoid, anAutor())).toEqual({ kind: 'not-found' })
    expect(await equipe.revoke('outro', anAutor())).toEqual({ kind: 'not-found' })
    expect(await equipe.findBySegredo(segredo)).toBeNull()
    expect(await stored(harness.storage, aparelhoid)).toMatchObject({ segredo: null, revogadoem: NOW + 5 })
    expect(await linhasOn(harness, aparelhoid)).toEqual(['convidou', 'pareou', 'revogou'])
  }),
  it('each browser is recognised by the secret it had, however often the place was given away since', async (harness) => {
    const { equipe } = harness.storage
    const { aparelhoid, segredo } = await paired(harness)
    expect(await equipe.findPareamento('outro')).toBeNull()
    expect(await equipe.findPareamento(segredo)).toMatchObject({
      aparelho: { aparelhoid, segredo },
      pareamento: { segredo, aparelhoid, pareadoem: NOW, fechadoem: null, entregues: 0 },
    })
    await equipe.revoke(aparelhoid, anAutor({ em: NOW + 5 }))
    expect(await equipe.findBySegredo(segredo)).toBeNull()
    for (const n of [6, 7]) {
      await equipe.reconnect(aparelhoid, `codigo-${n}`, NOW + 60_000, anAutor({ em: NOW + n }))
      await equipe.pair(`codigo-${n}`, `segredo-${n}`, anAutor({ em: NOW + n }))
    }
    const told = (await equipe.listPareamentos()).map((one) => [one.segredo, one.pareadoem, one.fechadoem])
    expect(told).toEqual([
      [segredo, NOW, NOW + 5],
      ['segredo-6', NOW + 6, NOW + 7],
      ['segredo-7', NOW + 7, null],
    ])
    expect(await equipe.findPareamento(segredo)).toMatchObject({
      aparelho: { aparelhoid, segredo: 'segredo-7', revogadoem: null },
      pareamento: { fechadoem: NOW + 5 },
    })
  }),
  it('an aparelho revoked before a browser was paired leaves no pairing', async (harness) => {
    const { equipe } = harness.storage
    const { aparelhoid } = await invited(harness)
    await equipe.revoke(aparelhoid, anAutor())
    expect(await equipe.listPareamentos()).toEqual([])
  }),
  it('a closed browser delivers what it told of and a few hundred more, each fact once; the rest when an organiser receives it', async (harness) => {
    const { equipe, entradas, historico } = harness.storage
    const { aparelhoid, segredo } = await paired(harness)
    // Each fact has copies, which take no room.
    await historico.add({ ...anAutor(), ato: 'juntou', alvo: 'outro', detalhe: 'saiu -' })
    const facts = Array.from({ length: ENTREGAS_DEPOIS + 5 }, (_, seq) => anEntrada('saiu', { seq }))
    const deliver = async (some: Entrada[]) => {
      let stored = 0
      // In batches, as phones send them.
      for (let from = 0; from < some.length; from += 100) {
        const { guardadas } = await entradas.deliver(segredo, some.slice(from, from + 100), anAutor())
        stored += guardadas.length
      }
      return stored
    }
    expect(await deliver(facts.slice(0, 2))).toBe(2)
    await equipe.notePendentes(segredo, 1, NOW)
    await equipe.revoke(aparelhoid, anAutor())
    expect(await equipe.receive(segredo, anAutor())).toBe(0)
    expect(await deliver(facts)).toBe(ENTREGAS_DEPOIS + 3)
    expect(await deliver(facts)).toBe(ENTREGAS_DEPOIS + 3)
    expect((await entradas.listOf('outro')).length).toBe(ENTREGAS_DEPOIS + 3)
    await equipe.notePendentes(segredo, 2, NOW)
    const autor = anAutor()
    expect(await equipe.receive(segredo, autor)).toBe(2)
    expect(await linhasDoHistoricoIn(harness, { ato: 'recebeu' })).toEqual([
      { ...autor, ato: 'recebeu', alvo: aparelhoid, detalhe: '2' },
    ])
    expect(await equipe.receive(segredo, anAutor())).toBe(0)
    expect(await deliver(facts)).toBe(facts.length)
    expect((await entradas.listAnotadas(0, 1)).total).toBe(facts.length)
    expect(await entradas.deliver('outro', [anEntrada('')], anAutor())).toEqual({
      guardadas: [],
      recusadas: [],
      retidas: 1,
    })
  }),
  it('leave ends the secret of the browser that goes, once, and the history says who left', async (harness) => {
    const { equipe } = harness.storage
    const { aparelhoid, segredo } = await paired(harness)
    await paired(harness)
    expect(await equipe.leave(segredo, anAutor({ em: NOW + 5 }))).toEqual({ kind: 'revoked' })
    expect(await equipe.leave(segredo, anAutor())).toEqual({ kind: 'not-found' })
    expect(await equipe.findBySegredo(segredo)).toBeNull()
    expect(await stored(harness.storage, aparelhoid)).toMatchObject({ segredo: null, revogadoem: NOW + 5 })
    expect(await equipe.findPareamento(segredo)).toMatchObject({ pareamento: { fechadoem: NOW + 5 } })
    const [saiu] = await linhasDoHistoricoIn(harness, { ato: 'saiu' })
    expect(saiu).toMatchObject({ quem: aparelhoid, alvo: aparelhoid, em: NOW + 5 })
  }),
  it('leave of a browser whose place was given to another ends nothing of the other', async (harness) => {
    const { equipe } = harness.storage
    const { aparelhoid, segredo } = await paired(harness)
    await equipe.reconnect(aparelhoid, 'novo', NOW + 60_000, anAutor())
    await equipe.pair('novo', 'segredo-novo', anAutor())
    expect(await equipe.leave(segredo, anAutor())).toEqual({ kind: 'not-found' })
    expect(await equipe.findBySegredo('segredo-novo')).toMatchObject({ aparelhoid })
  }),
]

export const races: ContractCase[] = [
  it('two batches of one browser at once take no more room than there is', async (harness) => {
    const { equipe, entradas } = harness.storage
    const { aparelhoid, segredo } = await paired(harness)
    await equipe.revoke(aparelhoid, anAutor())
    const batches = Array.from({ length: 5 }, () =>
      Array.from({ length: 90 }, (_, seq) => anEntrada('', { seq })),
    )
    const stored = await Promise.all(batches.map((batch) => entradas.deliver(segredo, batch, anAutor())))
    expect(stored.flatMap(({ guardadas }) => guardadas)).toHaveLength(ENTREGAS_DEPOIS)
    expect(stored.reduce((sum, { retidas }) => sum + retidas, 0)).toBe(5 * 90 - ENTREGAS_DEPOIS)
    expect((await entradas.listAnotadas(0, 1)).total).toBe(ENTREGAS_DEPOIS)
  }),
  it('a browser that pairs while it is revoked, or seen, at once opens nothing afterwards', async (harness) => {
    const { equipe } = harness.storage
    for (let round = 0; round < 4; round++) {
      const { aparelhoid, codigo } = await invited(harness)
      const acts = [
        () => equipe.pair(codigo, `segredo-${round}`, anAutor()),
        () => equipe.see(aparelhoid, NOW),
        () => equipe.notePendentes(`segredo-${round}`, 3, NOW),
        () => equipe.revoke(aparelhoid, anAutor()),
      ]
      if (round % 2 === 1) acts.reverse()
      await Promise.all(acts.map((act) => act()))
      const aparelho = await stored(harness.storage, aparelhoid)
      expect([aparelho?.segredo, aparelho?.revogadoem]).toEqual([null, NOW])
      expect(await equipe.findBySegredo(`segredo-${round}`)).toBeNull()
    }
  }),
  it('an aparelho revoked five times at once is revoked once', async (harness) => {
    const { aparelhoid } = await paired(harness)
    const revoked = await atOnce(5, () => harness.storage.equipe.revoke(aparelhoid, anAutor()))
    expect(revoked.filter(({ kind }) => kind === 'revoked')).toHaveLength(1)
    expect(await linhasOn(harness, aparelhoid)).toEqual(['convidou', 'pareou', 'revogou'])
  }),
  it('organisers who revoke each other at once leave one, who is told to be the last', async (harness) => {
    const { equipe } = harness.storage
    const paired: string[] = []
    for (let n = 0; n < 3; n++) {
      const invitation = { ...anInvitation(), papel: 'organizacao' as const }
      await equipe.invite(invitation, anAutor())
      await equipe.pair(invitation.codigo, unique('segredo'), anAutor())
      paired.push(invitation.aparelhoid)
    }
    const revoked = await Promise.all(paired.map((id) => equipe.revoke(id, anAutor(), true)))
    expect(revoked.map(({ kind }) => kind).sort()).toEqual(['last-organiser', 'revoked', 'revoked'])
    const left = (await equipe.list()).filter(({ segredo }) => segredo !== null)
    expect(left).toHaveLength(1)
    expect(await equipe.revoke(left[0]?.aparelhoid ?? '', anAutor())).toEqual({ kind: 'revoked' })
  }),
  it('two organisers who reconnect each other at once leave one, and who is of the team no more reconnects nobody', async (harness) => {
    const { equipe } = harness.storage
    const paired: string[] = []
    for (let n = 0; n < 2; n++) {
      const invitation = { ...anInvitation(), papel: 'organizacao' as const }
      await equipe.invite(invitation, anAutor())
      await equipe.pair(invitation.codigo, unique('segredo'), anAutor())
      paired.push(invitation.aparelhoid)
    }
    const [a = '', b = ''] = paired
    const reconnect = (aparelhoid: string, quem: string) =>
      equipe.reconnect(aparelhoid, unique('codigo'), NOW + 60_000, anAutor({ quem }))
    const done = await Promise.all([reconnect(b, a), reconnect(a, b)])
    expect(done.filter((aparelho) => aparelho === null)).toHaveLength(1)
    expect((await equipe.list()).filter(({ segredo }) => segredo !== null)).toHaveLength(1)
  }),
  it('of three organisers who leave at once one stays, and cannot leave', async (harness) => {
    const { equipe } = harness.storage
    const segredos = ['segredo-a', 'segredo-b', 'segredo-c']
    for (const segredo of segredos) {
      const invitation = { ...anInvitation(), papel: 'organizacao' as const }
      await equipe.invite(invitation, anAutor())
      await equipe.pair(invitation.codigo, segredo, anAutor())
    }
    const left = await Promise.all(segredos.map((segredo) => equipe.leave(segredo, anAutor())))
    expect(left.map(({ kind }) => kind).sort()).toEqual(['last-organiser', 'revoked', 'revoked'])
    const [stays] = (await equipe.list()).filter(({ segredo }) => segredo !== null)
    expect(await equipe.leave(stays?.segredo ?? '', anAutor())).toEqual({ kind: 'last-organiser' })
  }),
]
