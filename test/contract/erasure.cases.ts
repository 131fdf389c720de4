import { expect } from 'vitest'
import { credencialOf } from '../../server/domain/credencial.ts'
import { EVERYBODY } from '../../server/domain/convidado-search.ts'
import type { Storage } from '../../server/domain/storage.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import {
  aCadastro,
  aClaim,
  anAutor,
  anEmpresa,
  anEntrada,
  anImagem,
  anInvitation,
  aRegister,
  NOW,
  unique,
} from '../support/factories.ts'
import { expectCounterToAgree } from './claims.ts'
import { aNovo } from './convite.cases.ts'
import { aConvidado } from './convidados.ts'
import { it, type ContractCase, type Harness } from './harness.ts'
import { registered } from '../support/registered.ts'

/** Guests of a company, each mirrored. @returns their ids */
async function convidadosOf({ storage: { credenciais, avips } }: Harness, empresaid: string, count: number) {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const convite = aClaim(empresaid, { origem: unique('origem') })
    const credencialid = await registered(credenciais, { claim: convite })
    ids.push(credencialid)
    await avips.mirror(credencialid)
  }
  return ids
}

async function expectNobodyLeft(harness: Harness, ids: string[]) {
  const { avips, transfer } = harness.storage
  expect(await harness.readCredenciais()).toEqual([])
  expect(await harness.countChaves()).toBe(0)
  expect(await avips.mirrorDue(NOW)).toMatchObject({ due: 0 })
  for (const id of ids) expect(await harness.readAvip(id)).toBeNull()
  expect(await transfer.count()).toMatchObject({ credenciais: 0, chaves: 0, avips: 0 })
}

export const cases: ContractCase[] = [
  it('erasePersonalData erases every guest with key and avip, and keeps companies, reservas and counts', async (harness) => {
    const { credenciais, empresas } = harness.storage
    await harness.putEmpresa(anEmpresa({ empresaid: 'mesa', icredencial: 10 }))
    const ids = await convidadosOf(harness, 'mesa', 3)
    await credenciais.register(aRegister())
    await empresas.claim(aClaim('mesa', { origem: 'de-alguem' }))
    const progress: number[] = []
    expect(await credenciais.erasePersonalData(anAutor(), (done) => progress.push(done))).toBe(4)
    expect(progress.at(-1)).toBe(4)
    await expectNobodyLeft(harness, ids)

    expect(await harness.readEmpresa('mesa')).toMatchObject({
      licredencial: 4,
      nome: 'Fazenda Santa Clara',
    })
    await expectCounterToAgree(harness, 'mesa', 0)
    const reservas = await harness.readReservas('mesa')
    expect(reservas.map(({ estado }) => estado).sort()).toEqual(['pendente', 'usada', 'usada', 'usada'])
    expect(reservas.map(({ origem }) => origem)).toEqual([null, null, null, null])
    expect(reservas.filter(({ sid }) => sid !== '').map(({ estado }) => estado)).toEqual(['pendente'])
    expect(await empresas.find('mesa', NOW)).toMatchObject({ left: 6, held: 1 })
  }),
  it('which erasure was the last storage knows, whatever the clocks said, and another one it is carried to', async ({
    storage,
  }) => {
    const apagadoem = async ({ credenciais }: Pick<Storage, 'credenciais'>) =>
      (await credenciais.countPersonalData()).apagadoem
    // With ids that sort in either order.
    for (const historicoid of ['m-0', 'a-1', 'z-2']) {
      const n = Number(historicoid.slice(2))
      // With a new id each time, since the avip of the guest before is yet to be cleared.
      await storage.credenciais.register(aRegister({ now: NOW + n }))
      const em = NOW - 1_000 * n
      await storage.credenciais.erasePersonalData(anAutor({ historicoid, em }))
      expect(await apagadoem(storage)).toBe(em)
    }
    const carried = openMemory()
    for await (const registro of storage.transfer.read()) await carried.transfer.write([registro])
    expect(await apagadoem(carried)).toBe(NOW - 2_000)
    await carried.credenciais.erasePersonalData(anAutor({ historicoid: 'b-3', em: NOW - 3_000 }))
    for await (const registro of carried.transfer.read()) await storage.transfer.write([registro])
    expect(await apagadoem(storage)).toBe(NOW - 3_000)
  }),
  it('erasePersonalData erases more guests than any page holds', async (harness) => {
    for (let n = 0; n < 65; n++) await harness.storage.credenciais.register(aRegister({ now: NOW + n }))
    const progress: number[] = []
    expect(
      await harness.storage.credenciais.erasePersonalData(anAutor(), (done) => progress.push(done)),
    ).toBe(65)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    await expectNobodyLeft(harness, [String(NOW), String(NOW + 64)])
  }),
  it('erasePersonalData erases other products’ guests too, and again finds nobody', async (harness) => {
    const cadastro = aCadastro({ nome: 'ANTIGO', telefone: '1133334444', email: '' })
    await harness.putCredencial({ ...credencialOf('1600000000000', cadastro) })
    expect(await harness.storage.credenciais.erasePersonalData(anAutor())).toBe(1)
    expect(await harness.storage.credenciais.erasePersonalData(anAutor())).toBe(0)
    await expectNobodyLeft(harness, ['1600000000000'])
  }),
  it('a guest who was erased and registers again is a new one', async (harness) => {
    const request = aRegister()
    await harness.storage.credenciais.register(request)
    await harness.storage.credenciais.erasePersonalData(anAutor())
    const again = await harness.storage.credenciais.register({ ...request, now: NOW + 1 })
    expect(again).toMatchObject({ kind: 'registered', credencial: { credencialid: String(NOW + 1) } })
    expect(await harness.countChaves()).toBe(1)
  }),
  it('erasePersonalData erases what was noted of somebody at the door; the admission itself stays', async (harness) => {
    const { credenciais, entradas, transfer } = harness.storage
    const noted = [1, 2].map((seq) => anEntrada('', { seq, anotado: 'Tia Zezé' }))
    const known = anEntrada(await aConvidado(harness), { seq: 3, anotado: 'Tia Zezé' })
    await entradas.add([...noted, known], null)
    await credenciais.erasePersonalData(anAutor())
    const left = noted.map((entrada) => ({ ...entrada, anotado: null }))
    expect(await entradas.listAnotadas(0, 9)).toEqual({ total: 2, entradas: left })
    expect(await entradas.listOf(known.credencialid)).toEqual([{ ...known, anotado: null }])
    for await (const registro of transfer.read()) expect(JSON.stringify(registro)).not.toMatch(/Zezé/)
  }),
  it('a revoked browser is recognised no more once everything is erased, nor is its name kept', async (harness) => {
    const { credenciais, equipe } = harness.storage
    const invitation = anInvitation()
    await equipe.invite(invitation, anAutor())
    await equipe.pair(invitation.codigo, 'segredo', anAutor())
    await equipe.revoke(invitation.aparelhoid, anAutor())
    await credenciais.erasePersonalData(anAutor())
    expect(await equipe.list()).toMatchObject([{ nome: '' }])
    expect([await equipe.findPareamento('segredo'), await equipe.listPareamentos()]).toEqual([null, []])
  }),
  it('an erasure stands in the history with how many, and leaves nobody to be found; facts and acts stay', async (harness) => {
    const { credenciais, entradas, painel, historico } = harness.storage
    const ids = [0, 1].map((n) => String(NOW + n))
    for (let n = 0; n < 2; n++) await credenciais.register(aRegister({ autor: anAutor() }))
    await entradas.add([anEntrada(ids[0] ?? '')], null)
    expect((await painel.listed()).convidados).toHaveLength(2)
    const autor = anAutor({ em: NOW + 1 })
    await credenciais.erasePersonalData(autor)
    expect(await painel.search([EVERYBODY], 0, 9)).toEqual({ convidados: [], total: 0 })
    expect((await painel.listed()).convidados).toEqual([])
    expect(await painel.findRepetidos()).toEqual([])
    expect(await painel.count(NOW)).toMatchObject({ confirmados: 0, dentro: 0 })
    expect(await entradas.listOf(ids[0] ?? '')).toHaveLength(1)
    const [last, ...rest] = await historico.list({ after: null, limit: 9 })
    expect(last).toEqual({ ...autor, ato: 'apagou-tudo', alvo: '', detalhe: '2' })
    expect(rest.map(({ ato }) => ato)).toEqual(['cadastrou', 'cadastrou'])
  }),
  it('once everything is erased a fact is stored without what was typed, until somebody registers again', async (harness) => {
    const { credenciais, entradas, transfer } = harness.storage
    await credenciais.register(aRegister())
    const before = anEntrada('', { seq: 1, anotado: 'Tia Zezé' })
    await entradas.add([before], null)
    expect((await entradas.listAnotadas(0, 9)).entradas).toEqual([before])
    await credenciais.erasePersonalData(anAutor())

    const late = [2, 3].map((seq) => anEntrada('', { seq, modo: 'busca', anotado: 'Zezé de novo' }))
    expect(await entradas.add(late, anAutor({ quem: 'aparelho-1' }))).toBe(2)
    expect((await entradas.listAnotadas(0, 9)).entradas).toEqual(
      [before, ...late].map((f) => ({ ...f, anotado: null })),
    )
    for await (const registro of transfer.read()) expect(JSON.stringify(registro)).not.toMatch(/Zezé/)
    expect(await credenciais.countPersonalData()).toMatchObject({ anotados: 0 })

    // The event goes on: only trials were erased.
    await credenciais.register(aRegister({ now: NOW + 9 }))
    await entradas.add([anEntrada('', { seq: 4, anotado: 'Seu Nonô' })], null)
    expect(await credenciais.countPersonalData()).toMatchObject({ convidados: 1, anotados: 1 })
  }),
  it('a hold from before the closing registers nobody once everything is erased, and the trials of before do not matter', async (harness) => {
    const { credenciais, empresas } = harness.storage
    await harness.putEmpresa(anEmpresa({ empresaid: 'mesa', icredencial: 9 }))
    const holdOf = async () => {
      const claim = aClaim('mesa')
      await empresas.claim(claim)
      return aRegister({ claim, now: NOW + 2, isClosed: true })
    }
    await credenciais.register(aRegister())
    await credenciais.erasePersonalData(anAutor())
    expect(await credenciais.register(await holdOf())).toEqual({ kind: 'closed' })
    expect(await harness.readCredenciais()).toEqual([])

    await credenciais.register(aRegister({ now: NOW + 1 }))
    expect(await credenciais.register(await holdOf())).toMatchObject({ kind: 'registered' })
  }),
  it('what is stored of persons is counted wherever it lies, and the erasure leaves none of it', async (harness) => {
    const { credenciais, convites, entradas, envios, equipe, painel, planilhas } = harness.storage
    const none = { convidados: 0, chaves: 0, rotulos: 0, anotados: 0, nomes: 0, envios: 0, planilhas: 0 }
    expect(await credenciais.countPersonalData()).toEqual({ ...none, contatos: 0, apagadoem: null })

    await harness.putEmpresa(anEmpresa({ empresaid: 'mesa' }))
    await harness.putEmpresa(anEmpresa({ empresaid: 'ninguem', contato: '', solicitante: '' }))
    await credenciais.register(aRegister())
    const cadastro = aCadastro({ nome: 'ANTIGO', telefone: '1133334444', email: '' })
    await harness.putCredencial({ ...credencialOf('1600000000000', cadastro) })
    await convites.create('mesa', [aNovo('Tia Lúcia'), aNovo('Vovô')], NOW, anAutor())
    await entradas.add([anEntrada('', { anotado: 'Zezé' }), anEntrada(String(NOW))], null)
    await equipe.invite(anInvitation(), anAutor())
    const [{ codigo } = { codigo: '' }] = await painel.listConvites()
    await envios.tell({ tipo: 'mesa', para: 'mesa', versao: 0, numero: 'n1' }, 'enviado', anAutor())
    await envios.tell({ tipo: 'pessoal', para: codigo, versao: 0, numero: '' }, 'enviado', anAutor())
    const arquivo = { enviadaem: NOW, tipo: 'convidados', arquivo: 'lista.csv' } as const
    await planilhas.put({ planilhaid: 'p', ...arquivo, bytes: new Uint8Array([1, 2]) })
    const said = { convidados: 2, chaves: 1, rotulos: 2, anotados: 1, nomes: 1, envios: 1, planilhas: 1 }
    expect(await credenciais.countPersonalData()).toEqual({ ...said, contatos: 1, apagadoem: null })

    await credenciais.erasePersonalData(anAutor({ em: NOW + 5 }))
    expect(await credenciais.countPersonalData()).toEqual({ ...none, contatos: 1, apagadoem: NOW + 5 })
    await convites.create('mesa', [aNovo('Mais alguém')], NOW, anAutor())
    expect(await credenciais.countPersonalData()).toMatchObject({ ...none, rotulos: 1 })
    await credenciais.erasePersonalData(anAutor({ em: NOW + 6 }))
    expect(await credenciais.countPersonalData()).toEqual({ ...none, contatos: 1, apagadoem: NOW + 6 })
  }),
  it('the form of the event that was sent with pictures is erased, and pictures are not', async (harness) => {
    const { credenciais, eventos } = harness.storage
    const bytes = new Uint8Array(Buffer.from('{"contato":"cida@rural.example"}'))
    const own = anImagem('0123abcd', ['previa.jpg'])
    const preparo = { ...anImagem('preparo-1', []), arquivos: [{ nome: 'pedido', bytes }] }
    for (const imagem of [own, preparo]) await eventos.putImagem(imagem)
    await credenciais.erasePersonalData(anAutor())
    expect(await eventos.findImagem('preparo-1')).toBeNull()
    expect(await eventos.findImagem('0123abcd')).toEqual(own)
  }),
  it('the contacts of companies are erased where that is asked for, and nothing else of a company changes', async (harness) => {
    const { credenciais, empresas, historico } = harness.storage
    const mesa = anEmpresa({ empresaid: 'mesa', licredencial: 3 })
    const pessoa = anEmpresa({ empresaid: 'pessoa', contato: '', solicitante: '', cnpj: '529.982.247-25' })
    const vazia = anEmpresa({ empresaid: 'vazia', contato: '', solicitante: '' })
    for (const empresa of [mesa, pessoa, vazia]) await harness.putEmpresa(empresa)
    await credenciais.erasePersonalData(anAutor())
    expect(await harness.readEmpresa('mesa')).toMatchObject(mesa)

    await credenciais.erasePersonalData(anAutor({ em: NOW + 1 }), undefined, {
      isEarlyAllowed: true,
      areContactsErased: true,
    })
    expect(await harness.readEmpresa('mesa')).toMatchObject({ ...mesa, contato: '', solicitante: '' })
    expect(await harness.readEmpresa('pessoa')).toMatchObject({ ...pessoa, cnpj: '' })
    expect(await harness.readEmpresa('vazia')).toMatchObject(vazia)
    expect((await empresas.find('mesa', NOW))?.left).toBe(7)
    expect(await credenciais.countPersonalData()).toMatchObject({ contatos: 0 })
    const lines = await historico.list({ after: null, limit: 9, ato: 'apagou-tudo' })
    expect(lines.map(({ detalhe }) => detalhe)).toEqual(['0 2', '0'])
  }),
]
