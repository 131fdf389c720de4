import { expect } from 'vitest'
import type { MergeRequest } from '../../server/domain/credencial-repo.ts'
import { aCadastro, aClaim, aMerge, anAutor, NOW, unique } from '../support/factories.ts'
import { aConvidado, linhasDoHistoricoIn, usedOf, withEmpresa } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'
import { aPhone, whole } from './porta.cases.ts'
import { registered } from '../support/registered.ts'

let serial = 0
const chaveOf: MergeRequest['chaveOf'] = ({ nome, telefone }) => `${nome} ${telefone}`

/**
 * A guest with an id of their own, under the natural key that these merges produce.
 * @returns the credencialid
 */
function aConvidadoCalled(harness: Harness, nome: string, telefone: string, email = ''): Promise<string> {
  const cadastro = aCadastro({ nome, telefone, email })
  return aConvidado(harness, null, { cadastro, chave: chaveOf(cadastro), now: NOW + ++serial })
}

const merge = ({ storage }: Harness, keptId: string, otherId: string, fields: Partial<MergeRequest> = {}) =>
  storage.credenciais.merge(aMerge(keptId, otherId, { chaveOf, ...fields }), anAutor())
const asOne = { isSamePerson: true }

/** A guest's other links, as the board and the door get them. */
async function outrosOf(harness: Harness, credencialid: string): Promise<string[][]> {
  const versoes = await harness.storage.painel.listVersoes()
  const told = [
    versoes.find((convidado) => convidado.credencialid === credencialid)?.outros ?? [],
    (await whole(harness)).find((convidado) => convidado.credencialid === credencialid)?.outros ?? [],
  ]
  return told.map((outros) => outros.map((one) => `${one.credencialid} ${one.versao}`).sort())
}

export const cases: ContractCase[] = [
  it('merged as the same person, the other’s link leads to the one who stays, through every merge and at the door', async (harness) => {
    const { credenciais } = harness.storage
    const [ana, bia, leo] = [
      await aConvidadoCalled(harness, 'ANA', '1'),
      await aConvidadoCalled(harness, 'BIA', '2'),
      await aConvidadoCalled(harness, 'LEO', '3'),
    ]
    await credenciais.renewLink(ana, anAutor())
    const phone = aPhone(harness)
    await phone.sync()
    await merge(harness, bia, ana, asOne)
    expect(await credenciais.findJuncao(ana)).toEqual({
      kept: bia,
      gone: ana,
      returned: null,
      elo: { de: 1, para: 0 },
    })
    expect(await outrosOf(harness, bia)).toEqual([[`${ana} 1`], [`${ana} 1`]])
    expect([...(await phone.sync())]).toContain(bia)
    await merge(harness, leo, bia, asOne)
    const both = [`${ana} 1`, `${bia} 0`].sort()
    expect(await outrosOf(harness, leo)).toEqual([both, both])
    expect([...(await phone.sync())]).toContain(leo)
    expect(phone.list()).toEqual(await whole(harness))
    // A new link of the guest ends all of them.
    await credenciais.renewLink(leo, anAutor())
    expect(await outrosOf(harness, leo)).toEqual([[], []])
    expect([...(await phone.sync())]).toContain(leo)
    expect(phone.list()).toEqual(await whole(harness))
  }),
  it('merged otherwise, the other’s link ends, and a guest who was merged into nobody leads nowhere', async (harness) => {
    const { credenciais } = harness.storage
    const [ana, bia] = [
      await aConvidadoCalled(harness, 'ANA', '1'),
      await aConvidadoCalled(harness, 'ANA', '2'),
    ]
    await merge(harness, bia, ana)
    expect(await credenciais.findJuncao(ana)).toMatchObject({ kept: bia, elo: null })
    expect(await outrosOf(harness, bia)).toEqual([[], []])
    for (const id of [bia, 'nobody', '']) expect(await credenciais.findJuncao(id)).toBeNull()
  }),
  it('phone and e-mail that were chosen stand, the guest is known by them, and by the former no more', async (harness) => {
    const { credenciais } = harness.storage
    const kept = await aConvidadoCalled(harness, 'ANA', '1', 'ana@example.org')
    const gone = await aConvidadoCalled(harness, 'ANA', '2', 'lima@example.org')
    expect(await merge(harness, kept, gone, { telefoneOf: gone })).toMatchObject({ kind: 'merged' })
    const found = await credenciais.findById(kept)
    expect(found?.credencial).toMatchObject({ telefone: '2', email: 'ana@example.org' })
    const known = await credenciais.findKnown(['ANA 1', 'ANA 2'])
    expect([...known].map(([key, { credencial }]) => [key, credencial.credencialid])).toEqual([
      ['ANA 2', kept],
    ])
    const third = await aConvidadoCalled(harness, 'ANA', '3', 'outra@example.org')
    await merge(harness, kept, third, { emailOf: third })
    expect((await credenciais.findById(kept))?.credencial).toMatchObject({
      telefone: '2',
      email: 'outra@example.org',
    })
  }),
  it('a phone that makes the guest a third one is refused, and nothing is written', async (harness) => {
    const kept = await aConvidadoCalled(harness, 'ANA', '1')
    const gone = await aConvidadoCalled(harness, 'BIA', '2')
    const third = await aConvidadoCalled(harness, 'ANA', '2')
    expect(await merge(harness, kept, gone, { telefoneOf: gone })).toEqual({
      kind: 'already-taken',
      credencialid: third,
    })
    expect(await harness.readCredenciais()).toHaveLength(3)
    expect(await linhasDoHistoricoIn(harness)).toEqual([])
  }),
  it('the label of a personal invitation goes with the invitation the kept guest takes over', async (harness) => {
    const { convites, credenciais } = harness.storage
    const empresaid = await withEmpresa(harness, 4)
    const used = async (rotulo: string) => {
      const codigo = unique('codigo').padEnd(20, 'w')
      const novo = { codigo, rotulo, reservaid: unique('reserva') }
      await convites.create(empresaid, [novo], NOW, anAutor())
      const id = await registered(credenciais, { claim: aClaim(empresaid), codigo, now: NOW + ++serial })
      return { codigo, id }
    }
    const [tia, tio] = [await used('Tia'), await used('Tio')]
    const kept = await aConvidadoCalled(harness, 'ANA', '1')
    await merge(harness, kept, tia.id)
    expect(await convites.find(tia.codigo)).toMatchObject({
      convite: { rotulo: 'Tia' },
      reservas: [{ credencialid: kept, estado: 'usada' }],
    })
    await merge(harness, kept, tio.id)
    expect(await convites.find(tio.codigo)).toMatchObject({
      convite: { rotulo: '' },
      reservas: [{ estado: 'liberada' }],
    })
    expect(await usedOf(harness, [empresaid])).toEqual([1])
  }),
]

export const races: ContractCase[] = [
  it('a correction beside a merge at once is in the guest who stays, or the merge says that it was corrected', async (harness) => {
    const { credenciais } = harness.storage
    for (let round = 0; round < 8; round++) {
      const kept = await aConvidadoCalled(harness, `ANA ${round}`, '1')
      const gone = await aConvidadoCalled(harness, `BIA ${round}`, '2')
      const corrected = round % 4 < 2 ? kept : gone
      const cadastro = aCadastro({ nome: `ANA ${round}`, telefone: '9', email: 'nova@example.org' })
      const request = { credencialid: corrected, cadastro, shown: null, chaveOf }
      const isAsShown: MergeRequest['isAsShown'] = ({ telefone }) => telefone !== '9'
      const acts = [
        async () => (await merge(harness, kept, gone, { isAsShown, telefoneOf: corrected })).kind,
        async () => (await credenciais.correct(request, anAutor())).kind,
      ]
      if (round % 2 === 1) acts.reverse()
      const kinds = await Promise.all(acts.map((act) => act()))
      const found = await credenciais.findById(kept)
      const isMerged = kinds.includes('merged')
      expect(kinds).toContain(isMerged ? 'merged' : 'changed-meanwhile')
      expect((await credenciais.findById(gone)) === null).toBe(isMerged)
      const isKeptCorrected = kinds.includes('corrected') && corrected === kept
      expect(found?.credencial.telefone).toBe(
        isKeptCorrected ? '9' : isMerged && corrected === gone ? '2' : '1',
      )
      // A correction that was accepted is never lost with the guest who is merged away.
      if (kinds.includes('corrected') && isMerged) expect(corrected).toBe(kept)
    }
  }),
]
