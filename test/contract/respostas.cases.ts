import { expect } from 'vitest'
import { storedRespostas } from '../../server/domain/perguntas.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import { aCadastro, aClaim, aMerge, anAutor, aRegister, NOW } from '../support/factories.ts'
import { aConvidado, atOnce, linhasDoHistoricoIn, withEmpresa } from './convidados.ts'
import { it, type ContractCase } from './harness.ts'
import { byKind, readAll } from './registros.ts'

const said = (resposta: string, pergunta = 'Vai ficar para o jantar?', consentidaem: number | null = null) =>
  storedRespostas([{ pergunta, resposta, consentidaem }])
const SIM = said('Sim')
const NAO = said('Não')

export const cases: ContractCase[] = [
  it('what a guest answers is stored with the guest, and what those who come along is not', async ({
    storage,
  }) => {
    const { credenciais, painel } = storage
    const others = [aRegister(), aRegister()].map(({ cadastro, chave }) => {
      return { cadastro, chave, chaveAntiga: null }
    })
    const ana = await credenciais.register(aRegister({ respostas: SIM, acompanhantes: others }))
    if (ana.kind !== 'registered') throw new Error(ana.kind)
    const { credencialid } = ana.credencial
    expect(await credenciais.findRespostas(credencialid)).toBe(SIM)
    await painel.renew()
    expect(await painel.listRespostas()).toEqual([{ credencialid, respostas: SIM, vem: true }])
    const found = JSON.stringify([
      await painel.find([credencialid]),
      await credenciais.findById(credencialid),
    ])
    expect(found).not.toContain('jantar')
  }),
  it('a form sent twice changes no answer, answers what was blank, and nothing from a browser that may not see', async ({
    storage: { credenciais },
  }) => {
    const request = aRegister()
    const first = await credenciais.register(request)
    if (first.kind !== 'registered') throw new Error(first.kind)
    const { credencialid } = first.credencial
    const answers = async (respostas: string, recibo = request.recibo) => {
      await credenciais.register({ ...request, recibo, respostas })
      return credenciais.findRespostas(credencialid)
    }
    expect(await answers(SIM, 'a stranger')).toBe('')
    expect(await answers(SIM)).toBe(SIM)
    expect(await answers(NAO)).toBe(SIM)
    expect(await answers('')).toBe(SIM)
    expect(await answers(said('Cuiabá', 'De onde vem?'))).toContain('Cuiabá')
  }),
  it('a guest who withdrew is not counted, and comes back with the answers', async (harness) => {
    const { desistencias, painel } = harness.storage
    const credencialid = await aConvidado(harness, null, { respostas: SIM })
    const vem = async () => {
      await painel.renew()
      return (await painel.listRespostas()).map((one) => one.vem)
    }
    const request = { credencialid, empresaid: null, now: NOW, isClosed: false }
    await desistencias.withdraw(request, anAutor())
    expect(await vem()).toEqual([false])
    await desistencias.undo({ credencialid, now: NOW, isClosed: false }, anAutor())
    expect(await vem()).toEqual([true])
  }),
  it('answers follow a correction and a merge, and go with the guest and with everybody', async (harness) => {
    const { credenciais, painel } = harness.storage
    const [kept, other, third] = [
      await aConvidado(harness),
      await aConvidado(harness, null, { respostas: SIM }),
      await aConvidado(harness, null, { respostas: NAO }),
    ]
    const cadastro = aCadastro({ nome: 'OUTRO NOME', telefone: '65987650000' })
    await credenciais.correct(
      { credencialid: other, cadastro, shown: null, chaveOf: () => 'nova' },
      anAutor(),
    )
    expect(await credenciais.findRespostas(other)).toBe(SIM)
    await credenciais.merge(aMerge(kept, other, { isSamePerson: true }), anAutor())
    expect(await credenciais.findRespostas(kept)).toBe(SIM)
    await credenciais.remove(kept, true, anAutor())
    const left = async () => {
      await painel.renew()
      return (await painel.listRespostas()).map(({ credencialid }) => credencialid)
    }
    expect(await credenciais.findRespostas(kept)).toBe('')
    expect(await left()).toEqual([third])
    await credenciais.erasePersonalData(anAutor())
    expect(await left()).toEqual([])
  }),
  it('who is merged as another person, or not known to be the same, leaves no answer behind', async (harness) => {
    const { credenciais } = harness.storage
    const kept = await aConvidado(harness)
    await credenciais.merge(aMerge(kept, await aConvidado(harness, null, { respostas: SIM })), anAutor())
    expect(await credenciais.findRespostas(kept)).toBe('')
  }),
  it('a payer whose form replaces the link of a known guest replaces the answers, and reads none', async (harness) => {
    const { credenciais } = harness.storage
    const empresaid = await withEmpresa(harness)
    for (const [respostas, left] of [
      ['', ''],
      [NAO, NAO],
    ] as const) {
      const request = aRegister({ respostas: SIM })
      const id = await aConvidado(harness, null, request)
      const recibo = `of ${empresaid}${left}`
      const paid = { ...request, recibo, respostas, claim: aClaim(empresaid) }
      expect(await credenciais.register(paid)).toMatchObject({ kind: 'already-registered', versao: 1 })
      expect(await credenciais.findRespostas(id)).toBe(left)
    }
  }),
  it('answers are erased alone, once; another guest keeps theirs, and what was blank may be answered anew', async (harness) => {
    const { credenciais, painel } = harness.storage
    const request = aRegister({ respostas: SIM })
    const id = await aConvidado(harness, null, request)
    const other = await aConvidado(harness, null, { respostas: NAO })
    const autor = anAutor()
    expect(await credenciais.forgetRespostas(id, autor)).toBe(true)
    expect(await credenciais.forgetRespostas(id, anAutor())).toBe(false)
    expect(await credenciais.forgetRespostas('1', anAutor())).toBe(false)
    expect(await credenciais.findRespostas(id)).toBe('')
    expect((await credenciais.findById(id))?.versao).toBe(0)
    await painel.renew()
    expect((await painel.listRespostas()).map(({ credencialid }) => credencialid)).toEqual([other])
    expect(await linhasDoHistoricoIn(harness, { ato: 'apagou-respostas' })).toEqual([
      { ...autor, ato: 'apagou-respostas', alvo: id, detalhe: '' },
    ])
    await credenciais.register({ ...request, respostas: NAO })
    expect(await credenciais.findRespostas(id)).toBe(NAO)
  }),
  it('answers move to another storage with the guest', async ({ storage }) => {
    const source = openMemory()
    await source.credenciais.register(aRegister({ respostas: SIM }))
    await storage.transfer.write((await readAll(source.transfer.read())).sort(byKind))
    expect(await storage.credenciais.findRespostas(String(NOW))).toBe(SIM)
  }),
]

export const races: ContractCase[] = [
  it('two tabs that send one guest with different answers at once: one guest, with one of the two', async (harness) => {
    const { credenciais } = harness.storage
    const request = aRegister()
    const both = [SIM, NAO]
    await Promise.all(both.map((respostas) => credenciais.register({ ...request, respostas })))
    const stored = await harness.readCredenciais()
    expect(stored).toHaveLength(1)
    expect(both).toContain(await credenciais.findRespostas(String(stored[0]?.credencialid)))
  }),
  it('answers erased five times at once are erased once', async (harness) => {
    const { credenciais } = harness.storage
    const id = await aConvidado(harness, null, { respostas: SIM })
    const erased = await atOnce(5, () => credenciais.forgetRespostas(id, anAutor()))
    expect(erased.filter(Boolean)).toHaveLength(1)
    expect(await linhasDoHistoricoIn(harness, { alvo: id })).toHaveLength(1)
  }),
]
