import { expect } from 'vitest'
import { estadoOf } from '../../server/domain/convite-pessoal.ts'
import { importadoidOf, type Importado } from '../../server/domain/importacao.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import { copyStorage } from '../../server/use-cases/move-storage.ts'
import { aCadastro, aClaim, aMerge, anAutor, aRegister, NOW, unique } from '../support/factories.ts'
import { registered } from '../support/registered.ts'
import { aConvidado, atOnce, linhasDoHistoricoIn, usedOf, withEmpresa } from './convidados.ts'
import { aNamed } from './convite.cases.ts'
import { aRow } from './correct.cases.ts'
import { it, type ContractCase, type Harness } from './harness.ts'
import {
  aPlanilha,
  autor,
  ficaramDe,
  imported,
  invited,
  later,
  sent,
  TO_EMPRESA,
  undo,
} from './importados.ts'

/** What may happen to a guest, each of which keeps them. */
const TO_GUEST: Record<string, (storage: Storage, id: string, harness: Harness) => Promise<unknown>> = {
  'withdrew and came back': async ({ desistencias }, credencialid) => {
    const asked = { credencialid, now: NOW, isClosed: false }
    await desistencias.withdraw({ ...asked, empresaid: null }, anAutor())
    await desistencias.undo(asked, anAutor())
  },
  'was admitted': ({ entradas }, credencialid) =>
    entradas.admit({ credencialid, entradaid: unique('e'), isAgain: false }, anAutor()),
  'was admitted, which was annulled': async ({ entradas }, credencialid) => {
    const entradaid = unique('e')
    await entradas.admit({ credencialid, entradaid, isAgain: false }, anAutor())
    await entradas.annul({ credencialid, entradaid: unique('e'), anula: entradaid }, anAutor())
  },
  'was corrected': ({ credenciais }, credencialid) => {
    const [cadastro, chave] = [aCadastro({ nome: 'OUTRO' }), unique('chave')]
    return credenciais.correct({ credencialid, cadastro, shown: null, chaveOf: () => chave }, anAutor())
  },
  'was moved': async ({ credenciais }, credencialid, harness) => {
    const empresaid = await withEmpresa(harness)
    await credenciais.move({ credencialid, empresaid, reservaid: unique('r'), now: NOW }, anAutor())
  },
  'got another link': ({ credenciais }, credencialid) => credenciais.renewLink(credencialid, anAutor()),
  'was written to': ({ envios }, id) => envios.open(sent('lembrete', id), false, anAutor()),
  'is about to be written to': ({ envios }, id) =>
    envios.take([sent('lembrete', id)], anAutor({ em: NOW + 59_999 })),
  'has a label': ({ envios }, credencialid) =>
    envios.mark([{ credencialid, impresso: 'i', versao: 0 }], NOW, anAutor()),
  'is one of two who were merged': async ({ credenciais }, id, harness) =>
    credenciais.merge(aMerge(id, await aConvidado(harness)), anAutor()),
  'was joined by somebody': ({ credenciais }, grupo) =>
    registered(credenciais, { grupo, now: later(), autor: anAutor() }),
}

/** On Firestore these write nothing of the guest: Excluir does not notice them at that instant either. */
const UNNOTICED = new Set(['was admitted', 'was admitted, which was annulled', 'was joined by somebody'])

const TO_CONVITE: Record<string, (storage: Storage, codigo: string, empresaid: string) => Promise<unknown>> =
  {
    'was used': ({ credenciais }, codigo, empresaid) =>
      credenciais.register(aRegister({ codigo, claim: aClaim(empresaid), now: later() })),
    'was declined': ({ convites }, codigo) =>
      convites.answer({ codigo, isRecusa: true, now: NOW, isClosed: false }, anAutor()),
    'was renamed': ({ convites }, codigo) => convites.correct(codigo, aNamed('Tia Célia'), anAutor()),
    'was sent': ({ envios }, codigo) => envios.open(sent('pessoal', codigo), false, anAutor()),
  }

export const cases: ContractCase[] = [
  it('an import is taken back: its guests and invitations leave, their places are free, and again changes nothing', async (harness) => {
    const { storage } = harness
    const empresaid = await withEmpresa(harness, 9)
    const [planilha, other] = [await aPlanilha(storage), await aPlanilha(storage)]
    const [paid, free] = [
      await imported(harness, planilha, empresaid),
      await imported(harness, planilha, null),
    ]
    const brought = await imported(harness, planilha, empresaid, { grupo: paid })
    const novo = await invited(harness, planilha, empresaid, 3)
    const stays = await imported(harness, other, empresaid)
    expect(await storage.empresas.find(empresaid, NOW)).toMatchObject({ left: 3, pessoais: 3 })
    // Who was shown in a queue and not written to has heard nothing.
    await storage.envios.take([sent('lembrete', free)], anAutor({ em: NOW - 86_400_000 }))

    expect(await undo(storage, planilha)).toBe(true)
    for (const id of [paid, free, brought]) expect(await storage.credenciais.findById(id)).toBeNull()
    expect(await storage.credenciais.findById(stays)).not.toBeNull()
    const found = await storage.convites.find(novo.codigo)
    expect(found && [estadoOf(found), found.convite]).toMatchObject([
      'revogado',
      { rotulo: '', telefone: '', nota: '' },
    ])
    expect(await storage.convites.list(empresaid)).toEqual([])
    expect(await storage.empresas.find(empresaid, NOW)).toMatchObject({ left: 8, pessoais: 0 })
    expect(await usedOf(harness, [empresaid])).toEqual([1])
    const linhas = await linhasDoHistoricoIn(harness, { alvo: planilha.planilhaid })
    expect(linhas.map(({ ato, detalhe }) => [ato, detalhe])).toEqual([['desfez-importacao', '4 0']])
    for (const [ato, count] of [
      ['excluiu', 3],
      ['revogou-convite', 1],
    ] as const)
      expect(await linhasDoHistoricoIn(harness, { ato })).toHaveLength(count)

    const before = await storage.empresas.find(empresaid, NOW)
    expect(await undo(storage, planilha)).toBe(true)
    expect(await storage.empresas.find(empresaid, NOW)).toEqual(before)
    expect(await linhasDoHistoricoIn(harness, { ato: 'desfez-importacao' })).toHaveLength(1)
  }),
  it('what was taken back is recorded again by another import, and is that one’s', async (harness) => {
    const { storage } = harness
    const empresaid = await withEmpresa(harness, 2)
    const [first, second] = [await aPlanilha(storage), await aPlanilha(storage)]
    const novo = await invited(harness, first, empresaid, 2)
    await undo(storage, first)
    expect(await storage.convites.create(empresaid, [novo], NOW, anAutor(), second)).toEqual({
      kind: 'created',
    })
    expect(await storage.empresas.find(empresaid, NOW)).toMatchObject({ left: 0, pessoais: 2 })
    await undo(storage, first)
    expect((await storage.convites.list(empresaid)).map(estadoOf)).toEqual(['novo'])
    await undo(storage, second)
    expect(await storage.empresas.find(empresaid, NOW)).toMatchObject({ left: 2, pessoais: 0 })
    expect(await usedOf(harness, [empresaid])).toEqual([0])
  }),
  it('a guest stays to whom anything happened, whatever it was', async (harness) => {
    const { storage } = harness
    const empresaid = await withEmpresa(harness, 99)
    const planilha = await aPlanilha(storage)
    const ids = new Map<string, string>()
    for (const [what, happen] of Object.entries(TO_GUEST)) {
      const id = await imported(harness, planilha, empresaid)
      await happen(storage, id, harness)
      ids.set(what, id)
    }
    const gone = await imported(harness, planilha, empresaid)
    await undo(storage, planilha)
    for (const [what, id] of ids)
      expect([what, (await storage.credenciais.findById(id)) !== null]).toEqual([what, true])
    expect(await storage.credenciais.findById(gone)).toBeNull()
    expect(await ficaramDe(harness, planilha)).toHaveLength(ids.size)
    expect(await usedOf(harness, [empresaid])).toEqual([ids.size - 1])
  }),
  it('a guest taken back leaves the place to the invitation they were recorded with, and its label', async (harness) => {
    const { storage } = harness
    const empresaid = await withEmpresa(harness, 3)
    const [before, planilha] = [await aPlanilha(storage), await aPlanilha(storage)]
    const { codigo } = await invited(harness, before, empresaid)
    const id = await imported(harness, planilha, empresaid, { codigo })
    expect((await storage.convites.find(codigo))?.reservas).toMatchObject([{ credencialid: id }])
    // It is spent by now: an organiser's other guest takes another place.
    await imported(harness, before, empresaid, { codigo })
    expect(await usedOf(harness, [empresaid])).toEqual([2])
    await undo(storage, planilha)
    const found = await storage.convites.find(codigo)
    expect(found && [estadoOf(found), found.convite.nota]).toEqual(['novo', 'madrinha'])
    expect(await storage.empresas.find(empresaid, NOW)).toMatchObject({ left: 1, pessoais: 1 })
    expect(
      (await storage.credenciais.register(aRegister({ codigo, claim: aClaim(empresaid), now: later() })))
        .kind,
    ).toBe('registered')
    expect(await storage.empresas.find(empresaid, NOW)).toMatchObject({ left: 1, pessoais: 0 })
  }),
  it('a guest taken back leaves no place to an invitation whose rest was revoked since', async (harness) => {
    const { storage } = harness
    const empresaid = await withEmpresa(harness, 3)
    const [before, planilha] = [await aPlanilha(storage), await aPlanilha(storage)]
    const { codigo } = await invited(harness, before, empresaid, 2)
    const id = await imported(harness, planilha, empresaid, { codigo })
    expect(await storage.convites.revoke(codigo, anAutor())).toEqual({ kind: 'revoked' })
    expect(await storage.empresas.find(empresaid, NOW)).toMatchObject({ left: 2, pessoais: 0 })
    await undo(storage, planilha)
    expect(await storage.credenciais.findById(id)).toBeNull()
    expect(await storage.empresas.find(empresaid, NOW)).toMatchObject({ left: 3, pessoais: 0 })
    const found = await storage.convites.find(codigo)
    expect(found && estadoOf(found)).not.toBe('novo')
    expect(await usedOf(harness, [empresaid])).toEqual([0])
  }),
  it('an invitation stays to which anything happened; who was removed or revoked since is gone', async (harness) => {
    const { storage } = harness
    const empresaid = await withEmpresa(harness, 99)
    const planilha = await aPlanilha(storage)
    const stay: string[] = []
    for (const happen of Object.values(TO_CONVITE)) {
      const { codigo } = await invited(harness, planilha, empresaid, 2)
      await happen(storage, codigo, empresaid)
      stay.push(codigo)
    }
    const { codigo } = await invited(harness, planilha, empresaid)
    await storage.convites.revoke(codigo, anAutor())
    await storage.credenciais.remove(await imported(harness, planilha, empresaid), true, anAutor())
    const before = await storage.empresas.find(empresaid, NOW)
    await undo(storage, planilha)
    expect((await ficaramDe(harness, planilha)).sort()).toEqual(stay.sort())
    expect(await storage.empresas.find(empresaid, NOW)).toEqual(before)
    expect(await linhasDoHistoricoIn(harness, { ato: 'desfez-importacao' })).toEqual([])
  }),
  it('a run that fails half-way is gone on with, and what it took back is told', async (harness) => {
    const { storage } = harness
    const empresaid = await withEmpresa(harness, 99)
    const planilha = await aPlanilha(storage)
    for (let n = 0; n < 45; n++) await imported(harness, planilha, empresaid)
    let parts = 0
    const failing: Storage['planilhas'] = {
      ...storage.planilhas,
      async takeBack(...asked) {
        if (++parts === 2) throw new Error('killed')
        return storage.planilhas.takeBack(...asked)
      },
    }
    await expect(undo({ ...storage, planilhas: failing }, planilha)).rejects.toThrow('killed')
    expect(await usedOf(harness, [empresaid])).toEqual([25])
    await undo(storage, planilha)
    expect(await usedOf(harness, [empresaid])).toEqual([0])
    const linhas = await linhasDoHistoricoIn(harness, { ato: 'desfez-importacao' })
    expect(linhas.map(({ detalhe }) => detalhe).sort()).toEqual(['20 0', '25 0'])
  }),
  it('an erasure takes the notes along, and so does another event; then nothing is taken back', async (harness) => {
    const { storage } = harness
    const planilha = await aPlanilha(storage)
    await imported(harness, planilha, null)
    const row = aRow()
    await storage.empresas.importRows([row], true, anAutor(), undefined, planilha)
    expect(await storage.planilhas.hasImportados(planilha.planilhaid)).toBe(true)
    await storage.credenciais.erasePersonalData(anAutor())
    expect(await storage.planilhas.hasImportados(planilha.planilhaid)).toBe(false)
    expect(await undo(storage, planilha)).toBe(false)
    expect(await storage.empresas.find(row.empresaid, NOW)).not.toBeNull()
    expect(await storage.transfer.count()).toMatchObject({ importados: 0 })
  }),
  it('the notes go along to another storage', async (harness) => {
    const { storage } = harness
    const importado: Importado = {
      importadoid: importadoidOf('p', 'mesa'),
      planilhaid: 'p',
      tipo: 'empresa',
      alvo: 'mesa',
      marca: '',
      mudancas: '[["contato","Ana","Bia"]]',
      desfeitoem: null,
    }
    await storage.transfer.write([{ kind: 'importado', importado }])
    expect(await storage.planilhas.listImportados('p')).toEqual([importado])
    const read: unknown[] = []
    for await (const registro of storage.transfer.read())
      if (registro.kind === 'importado') read.push(registro.importado)
    expect(read).toEqual([importado])
    await storage.transfer.erase([], [], [], [importado.importadoid])
    expect(await storage.planilhas.listImportados('p')).toEqual([])
    const source = openMemory()
    await source.transfer.write([{ kind: 'importado', importado }])
    expect((await copyStorage(source, storage)).kind).toBe('copied')
    await source.credenciais.erasePersonalData(anAutor())
    expect((await copyStorage(source, storage)).kind).toBe('copied')
    expect(await storage.planilhas.listImportados('p')).toEqual([])
  }),
  it('whatever happens between what an undo reads and what it writes, it is noticed', async (harness) => {
    const { storage } = harness
    const empresaid = await withEmpresa(harness, 99)
    const planilha = await aPlanilha(storage)
    const answers: [string, unknown][] = []
    const takeBack = async (what: string, alvo: string, other: (s: Storage) => Promise<unknown>) => {
      const ids = [importadoidOf(planilha.planilhaid, alvo)]
      answers.push([what, await harness.meet((s) => s.planilhas.takeBack(ids, autor()), other)])
    }
    for (const [what, happen] of Object.entries(TO_GUEST)) {
      if (UNNOTICED.has(what)) continue
      const id = await imported(harness, planilha, empresaid)
      await takeBack(what, id, (s) => happen(s, id, harness))
    }
    for (const [what, happen] of Object.entries(TO_CONVITE)) {
      const { codigo } = await invited(harness, planilha, empresaid)
      await takeBack(what, codigo, (s) => happen(s, codigo, empresaid))
    }
    for (const [what, happen] of Object.entries(TO_EMPRESA)) {
      const row = aRow()
      await storage.empresas.importRows([row], true, anAutor(), undefined, planilha)
      await takeBack(what, row.empresaid, (s) => happen(s, row.empresaid))
    }
    expect(answers).toEqual(answers.map(([what]) => [what, { kind: 'taken', saem: 0, ficam: 1 }]))
  }),
]

export const races: ContractCase[] = [
  it('of two who take one import back at once each thing is taken back once', async (harness) => {
    const { storage } = harness
    const empresaid = await withEmpresa(harness, 99)
    const planilha = await aPlanilha(storage)
    for (let n = 0; n < 15; n++) await imported(harness, planilha, empresaid)
    for (let n = 0; n < 15; n++) await invited(harness, planilha, empresaid, 2)
    expect(await storage.empresas.find(empresaid, NOW)).toMatchObject({ left: 54 })
    await atOnce(2, () => undo(storage, planilha))
    expect(await storage.empresas.find(empresaid, NOW)).toMatchObject({ left: 99, pessoais: 0 })
    expect(await usedOf(harness, [empresaid])).toEqual([0])
    expect(await linhasDoHistoricoIn(harness, { ato: 'excluiu' })).toHaveLength(15)
    expect(await linhasDoHistoricoIn(harness, { ato: 'revogou-convite' })).toHaveLength(15)
  }),
  it('of an invitation that is taken back while somebody registers with it, one of the two is done', async (harness) => {
    const { storage } = harness
    for (let round = 0; round < 5; round++) {
      const empresaid = await withEmpresa(harness, 5)
      const planilha = await aPlanilha(storage)
      const { codigo } = await invited(harness, planilha, empresaid)
      const [, registration] = await Promise.all([
        undo(storage, planilha),
        storage.credenciais.register(aRegister({ codigo, claim: aClaim(empresaid), now: later() })),
      ])
      const isIn = registration.kind === 'registered'
      expect([isIn, registration.kind]).toEqual([isIn, isIn ? 'registered' : 'convite-spent'])
      expect(await ficaramDe(harness, planilha)).toEqual(isIn ? [codigo] : [])
      expect(await usedOf(harness, [empresaid])).toEqual([isIn ? 1 : 0])
      expect(await storage.empresas.find(empresaid, NOW)).toMatchObject({ left: isIn ? 4 : 5, pessoais: 0 })
    }
  }),
]
