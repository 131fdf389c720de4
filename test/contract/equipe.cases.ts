import { expect } from 'vitest'
import { UNPAIRED } from '../../server/domain/aparelho.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { anAutor, anInvitation, NOW, unique } from '../support/factories.ts'
import { atOnce, kindsOf, linhasDoHistoricoIn } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'

export async function invited({ storage }: Harness) {
  const invitation = anInvitation()
  await storage.equipe.invite(invitation, anAutor())
  return invitation
}

export async function paired(harness: Harness) {
  const { aparelhoid, codigo } = await invited(harness)
  const segredo = unique('segredo')
  const pairing = await harness.storage.equipe.pair(codigo, segredo, anAutor())
  expect(pairing.kind).toBe('paired')
  return { aparelhoid, codigo, segredo }
}

/** The stored state of an aparelho. */
export async function stored({ equipe }: Storage, aparelhoid: string) {
  return (await equipe.list()).find((aparelho) => aparelho.aparelhoid === aparelhoid)
}

export const linhasOn = async (harness: Harness, alvo: string) =>
  (await linhasDoHistoricoIn(harness, { alvo })).map(({ ato }) => ato)

export const cases: ContractCase[] = [
  it('an invitation is stored whole and found by its code, and opens nothing', async (harness) => {
    const { equipe } = harness.storage
    const invitation = anInvitation({ papel: 'porta' })
    const autor = anAutor()
    const aparelho = { ...invitation, ...UNPAIRED }
    expect(await equipe.invite(invitation, autor)).toEqual(aparelho)
    expect(await equipe.findByCodigo(invitation.codigo)).toEqual(aparelho)
    expect(await equipe.findByCodigo('outro')).toBeNull()
    expect(await equipe.findBySegredo('outro')).toBeNull()
    expect(await equipe.list()).toEqual([aparelho])
    const { aparelhoid } = invitation
    expect(await linhasDoHistoricoIn(harness)).toEqual([
      { ...autor, ato: 'convidou', alvo: aparelhoid, detalhe: 'porta' },
    ])
  }),
  it('names are told of those who are asked for and are of the team, one just invited among them', async (harness) => {
    const { equipe } = harness.storage
    const [ana, bia] = [anInvitation({ nome: 'ANA' }), anInvitation({ nome: 'BIA' })]
    await equipe.invite(ana, anAutor())
    expect(await equipe.nomesOf([ana.aparelhoid, 'cli'])).toEqual(new Map([[ana.aparelhoid, 'ANA']]))
    await equipe.invite(bia, anAutor())
    expect(await equipe.nomesOf([bia.aparelhoid])).toEqual(new Map([[bia.aparelhoid, 'BIA']]))
  }),
  it('pair lets in the browser that brings an open code, once, and the history names the aparelho itself', async (harness) => {
    const { equipe } = harness.storage
    const { aparelhoid, codigo } = await invited(harness)
    const autor = anAutor({ em: NOW + 60_000 })
    expect(await equipe.pair(codigo, 'segredo-1', autor)).toMatchObject({
      kind: 'paired',
      aparelho: { aparelhoid, segredo: 'segredo-1', pareadoem: NOW + 60_000, vistoem: NOW + 60_000 },
    })
    expect(await equipe.pair(codigo, 'segredo-2', anAutor())).toEqual({ kind: 'used' })
    expect(await equipe.findBySegredo('segredo-1')).toMatchObject({ aparelhoid, nome: 'Célia' })
    expect(await equipe.findBySegredo('segredo-2')).toBeNull()
    expect(await linhasDoHistoricoIn(harness, { ato: 'pareou' })).toEqual([
      { ...autor, quem: aparelhoid, ato: 'pareou', alvo: aparelhoid, detalhe: '' },
    ])
  }),
  it('pair refuses a code that is unknown, ended or revoked, and writes nothing', async (harness) => {
    const { equipe } = harness.storage
    const [late, gone] = [await invited(harness), await invited(harness)]
    await equipe.revoke(gone.aparelhoid, anAutor())
    const before = await linhasDoHistoricoIn(harness)
    expect(await equipe.pair('outro', 'segredo', anAutor())).toEqual({ kind: 'not-found' })
    expect(await equipe.pair(late.codigo, 'segredo', anAutor({ em: late.codigoate }))).toEqual({
      kind: 'ended',
    })
    expect(await equipe.pair(gone.codigo, 'segredo', anAutor())).toEqual({ kind: 'revoked' })
    expect(await linhasDoHistoricoIn(harness)).toEqual(before)
    expect(await equipe.findBySegredo('segredo')).toBeNull()
  }),
  it('notePendentes notes the number and the minute of one browser alone; one paired later has said nothing yet', async (harness) => {
    const { equipe } = harness.storage
    const { aparelhoid, segredo } = await paired(harness)
    const before = await stored(harness.storage, aparelhoid)
    const pareamento = async (of: string) => (await equipe.findPareamento(of))?.pareamento
    expect(await pareamento(segredo)).toMatchObject({ pendentes: null, enviouem: null })
    await equipe.notePendentes(segredo, 7, NOW + 120_000)
    await equipe.notePendentes('outro', 1, NOW)
    expect(await stored(harness.storage, aparelhoid)).toEqual({ ...before, vistoem: NOW + 120_000 })
    expect(await pareamento(segredo)).toMatchObject({ pendentes: 7, enviouem: NOW + 120_000 })
    await equipe.reconnect(aparelhoid, 'novo', NOW + 999_000, anAutor())
    await equipe.pair('novo', 'segredo-novo', anAutor())
    await equipe.notePendentes(segredo, 0, NOW + 180_000)
    expect(await pareamento(segredo)).toMatchObject({ pendentes: 0, enviouem: NOW + 180_000 })
    expect(await pareamento('segredo-novo')).toMatchObject({ pendentes: null, enviouem: null })
    expect((await stored(harness.storage, aparelhoid))?.vistoem).toBe(NOW)
  }),
  it('reconnect gives another code under the same name, revoked or not, and closes what was open', async (harness) => {
    const { equipe } = harness.storage
    const { aparelhoid, codigo, segredo } = await paired(harness)
    const codigoate = NOW + 3_600_000
    expect(await equipe.reconnect(aparelhoid, 'novo-1', codigoate, anAutor())).toMatchObject({
      aparelhoid,
      nome: 'Célia',
      codigo: 'novo-1',
      codigoate,
      segredo: null,
      revogadoem: null,
    })
    expect(await equipe.findBySegredo(segredo)).toBeNull()
    expect(await equipe.pair(codigo, 'segredo-2', anAutor())).toEqual({ kind: 'not-found' })
    expect(await equipe.pair('novo-1', 'segredo-2', anAutor())).toMatchObject({ kind: 'paired' })
    expect(await equipe.reconnect(aparelhoid, 'novo-0', codigoate, anAutor(), true)).toBeNull()
    expect(await equipe.findBySegredo('segredo-2')).toMatchObject({ aparelhoid })
    await equipe.revoke(aparelhoid, anAutor())
    await equipe.reconnect(aparelhoid, 'novo-2', codigoate, anAutor())
    expect(await equipe.pair('novo-2', 'segredo-3', anAutor())).toMatchObject({ kind: 'paired' })
    expect(await equipe.reconnect('outro', 'novo-3', codigoate, anAutor())).toBeNull()
    const acts = await linhasOn(harness, aparelhoid)
    expect(acts.filter((ato) => ato === 'reconectou')).toHaveLength(2)
  }),
  it('see notes the minute alone, and list answers by name as Portuguese orders it', async (harness) => {
    const { equipe } = harness.storage
    const names = ['Zilda', 'Érica', 'ana', 'Érica']
    for (const nome of names) await equipe.invite(anInvitation({ nome }), anAutor())
    const { aparelhoid } = await paired(harness)
    const before = await stored(harness.storage, aparelhoid)
    await equipe.see(aparelhoid, NOW + 120_000)
    await equipe.see('outro', NOW)
    expect(await stored(harness.storage, aparelhoid)).toEqual({ ...before, vistoem: NOW + 120_000 })
    const all = await equipe.list()
    expect(all.map(({ nome }) => nome)).toEqual(['ana', 'Célia', 'Érica', 'Érica', 'Zilda'])
    const [one = '', other = ''] = all.filter(({ nome }) => nome === 'Érica').map((a) => a.aparelhoid)
    expect(one < other).toBe(true)
  }),
]

export const races: ContractCase[] = [
  it('two browsers that bring one code at once: one is paired, the other is told it was used', async (harness) => {
    const { equipe } = harness.storage
    const { aparelhoid, codigo } = await invited(harness)
    const pairings = await atOnce(5, (n) => equipe.pair(codigo, `segredo-${n}`, anAutor()))
    expect(kindsOf(pairings)).toEqual(['paired', 'used', 'used', 'used', 'used'])
    const winner = pairings.findIndex(({ kind }) => kind === 'paired')
    for (let n = 0; n < 5; n++)
      expect((await equipe.findBySegredo(`segredo-${n}`))?.aparelhoid).toBe(
        n === winner ? aparelhoid : undefined,
      )
    expect(await linhasOn(harness, aparelhoid)).toEqual(['convidou', 'pareou'])
  }),
  it('a code that is replaced while a browser brings it opens nothing afterwards', async (harness) => {
    const { equipe } = harness.storage
    for (let round = 0; round < 4; round++) {
      const { aparelhoid, codigo } = await invited(harness)
      const acts = [
        () => equipe.reconnect(aparelhoid, `novo-${round}`, NOW + 60_000, anAutor()),
        () => equipe.pair(codigo, `segredo-${round}`, anAutor()),
      ]
      if (round % 2 === 1) acts.reverse()
      await Promise.all(acts.map((act) => act()))
      expect(await stored(harness.storage, aparelhoid)).toMatchObject({
        codigo: `novo-${round}`,
        segredo: null,
      })
      expect(await equipe.pair(`novo-${round}`, unique('segredo'), anAutor())).toMatchObject({
        kind: 'paired',
      })
    }
  }),
]
