import { expect } from 'vitest'
import { StorageError } from '../../server/domain/errors.ts'
import { modeloIn, type EventoGravado } from '../../server/domain/evento-gravado.ts'
import type { ComecarRequest } from '../../server/domain/outro-evento.ts'
import {
  aClaim,
  aGravar,
  anAutor,
  anEmpresa,
  anEntrada,
  anEventoGravado,
  anInvitation,
  aRegister,
  NOW,
  unique,
} from '../support/factories.ts'
import { aNovo, withConvites } from './convite.cases.ts'
import { it, type ContractCase, type Harness } from './harness.ts'
import { aRow } from './correct.cases.ts'

/** A described event with three companies, one of which has given four invitations away. */
async function withEvento({ storage, ...harness }: Harness): Promise<EventoGravado> {
  const gravado = anEventoGravado()
  await storage.eventos.adotar(gravado, NOW)
  await harness.putEmpresa(anEmpresa({ empresaid: 'mesa', licredencial: 4 }))
  for (const empresaid of ['outra', 'nova']) await harness.putEmpresa(anEmpresa({ empresaid }))
  return gravado
}

const aRequest = ({ eventoid: de }: EventoGravado, fields: Partial<ComecarRequest> = {}): ComecarRequest => ({
  de,
  eventoid: unique('outro'),
  areContactsErased: false,
  balanco: null,
  entradas: null,
  ...fields,
})

async function pair({ storage: { equipe } }: Harness, papel: 'organizacao' | 'porta'): Promise<string> {
  const invitation = anInvitation({ papel, nome: '' })
  await equipe.invite(invitation, anAutor())
  const segredo = unique('segredo')
  await equipe.pair(invitation.codigo, segredo, anAutor())
  return segredo
}

/** Everything that must stay as it is when another event is not begun. */
async function registrosOf({ storage }: Harness): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const registro of storage.transfer.read()) all.push(registro)
  return all
}

export const cases: ContractCase[] = [
  it('another event is refused while anything of a guest is stored, and nothing is changed', async (harness) => {
    const { credenciais, eventos } = harness.storage
    const evento = await withEvento(harness)
    await credenciais.register(aRegister())
    const before = await registrosOf(harness)
    const refused = await eventos.comecarOutro(aRequest(evento), anAutor())
    expect(refused).toMatchObject({ kind: 'apague-antes', pessoal: { convidados: 1 } })
    expect(await registrosOf(harness)).toEqual(before)

    await credenciais.erasePersonalData(anAutor())
    await withConvites(harness, 'outra', 1)
    expect(await eventos.comecarOutro(aRequest(evento), anAutor())).toMatchObject({
      kind: 'apague-antes',
      pessoal: { convidados: 0, rotulos: 1 },
    })
  }),
  it('another event is refused where none is described, and of a form of one that is over', async (harness) => {
    const { eventos } = harness.storage
    const never = { eventoid: 'nenhum' } as EventoGravado
    expect(await eventos.comecarOutro(aRequest(never), anAutor())).toEqual({ kind: 'ja-comecou' })
    const evento = await withEvento(harness)
    expect(await eventos.comecarOutro(aRequest(never), anAutor())).toEqual({ kind: 'ja-comecou' })
    expect(await eventos.find()).toEqual(evento)
  }),
  it('another event begins: companies stay with totals and contacts, and all else of the former ends, numbers of tables too', async (harness) => {
    const { storage } = harness
    const { credenciais, empresas, entradas, envios, eventos, mesas, historico } = storage
    const evento = await withEvento(harness)
    const claim = aClaim('mesa')
    await empresas.claim(claim)
    await credenciais.register(aRegister({ claim }))
    await empresas.claim(aClaim('outra'))
    await withConvites(harness, 'outra', 2)
    await mesas.renewLink('outra', anAutor())
    await mesas.setFechada('outra', true, anAutor())
    const shown = { nome: 'Fazenda Santa Clara', contato: 'Ana', telefone: '', numero: '' }
    const numbered = { empresaid: 'outra', dados: { ...shown, numero: '12' }, shown }
    expect((await empresas.correct(numbered, anAutor())).kind).toBe('corrected')
    const fact = anEntrada(String(NOW))
    await entradas.add([fact, anEntrada('', { anotado: 'Zezé' })], null)
    await entradas.annul(
      { entradaid: unique('entrada'), credencialid: String(NOW), anula: fact.entradaid },
      anAutor(),
    )
    await envios.putTexto({ tipo: 'mesa', abertura: 'No dia 16', recado: '' }, anAutor())
    await eventos.putImagem({
      imagemid: 'i',
      enviadaem: NOW,
      arquivos: [{ nome: 'a', bytes: new Uint8Array([1]) }],
    })
    const [organizacao, porta] = [await pair(harness, 'organizacao'), await pair(harness, 'porta')]
    await credenciais.erasePersonalData(anAutor())

    const request = aRequest(evento)
    const autor = anAutor({ em: NOW + 9 })
    expect(await eventos.comecarOutro(request, autor)).toMatchObject({ kind: 'comecou' })

    const { titulo, inicio, fim } = evento.evento
    expect(await eventos.find()).toEqual({
      versao: evento.versao + 1,
      eventoid: request.eventoid,
      evento: null,
      comeco: null,
      imagemid: null,
      modelo: {
        ...{ anfitriao: evento.evento.anfitriao, contato: evento.evento.contato },
        ...{ local: evento.evento.local, cidade: evento.evento.cidade },
      },
      anteriores: [{ eventoid: evento.eventoid, titulo, inicio, fim, minutos: 150, passouem: NOW + 9 }],
    })
    for (const empresaid of ['mesa', 'outra', 'nova']) {
      const kept = { icredencial: 10, contato: 'Ana', solicitante: 'Diretoria', licredencial: 0 }
      expect(await harness.readEmpresa(empresaid)).toMatchObject(kept)
      expect(await harness.readReservas(empresaid)).toEqual([])
      expect(await empresas.find(empresaid, NOW)).toMatchObject({ left: 10, held: 0, pessoais: 0 })
    }
    const versoes = ['mesa', 'outra', 'nova'].map((empresaid) => mesas.find(empresaid))
    expect(await Promise.all(versoes)).toMatchObject(
      [1, 2, 1].map((versao) => ({ versao, fechada: false, numero: '' })),
    )
    expect(await storage.equipe.findBySegredo(organizacao)).toMatchObject({ papel: 'organizacao' })
    expect([await storage.equipe.findBySegredo(porta), await storage.equipe.findPareamento(porta)]).toEqual([
      ...[null, null],
    ])
    expect(await historico.list({ after: null, limit: 9 })).toEqual([
      { ...autor, ato: 'comecou-evento', alvo: '', detalhe: `${inicio} 1 1` },
    ])
    expect(await storage.transfer.count()).toMatchObject({
      empresas: 3,
      credenciais: 0,
      chaves: 0,
      reservas: 0,
      entradas: 0,
      convites: 0,
      mesas: 3,
      desistencias: 0,
      envios: 0,
      textos: 0,
      // Forgotten with the other pictures that no event has.
      imagens: 1,
      aparelhos: 1,
      pareamentos: 1,
      historico: 1,
    })
    expect(await storage.painel.count(NOW)).toMatchObject({ convites: 30, livres: 30, reservados: 0 })
    expect(await storage.entradas.listAnotadas(0, 9)).toEqual({ total: 0, entradas: [] })
  }),
  it('another event begins without the contacts of companies where that is asked for, and its line and those of later ones say when', async (harness) => {
    const { eventos, credenciais, historico } = harness.storage
    const evento = await withEvento(harness)
    await eventos.comecarOutro(aRequest(evento, { areContactsErased: true }), anAutor({ em: NOW + 9 }))
    expect(await harness.readEmpresa('mesa')).toMatchObject({
      contato: '',
      solicitante: '',
      icredencial: 10,
    })
    expect(modeloIn(await eventos.find())).toMatchObject({ anfitriao: evento.evento.anfitriao, contato: '' })
    expect(await credenciais.countPersonalData()).toMatchObject({ contatos: 0 })

    const asked = { versao: null, evento: evento.evento, avisar: false, cancelado: false, imagemid: null }
    const next = await eventos.gravar({ ...asked, eventoid: 'unused', now: NOW }, anAutor())
    if (next.kind !== 'gravado') throw new Error(next.kind)
    await eventos.comecarOutro(aRequest(next.gravado), anAutor({ em: NOW + 20 }))
    const { inicio } = evento.evento
    expect(await historico.list({ after: null, limit: 9 })).toMatchObject([
      { ato: 'comecou-evento', em: NOW + 20, detalhe: `${inicio} 0 0 ${NOW + 9}` },
    ])
  }),
  it('another event is offered what the former says of host, place and signers, and its own picture; not its dates', async (harness) => {
    const { eventos, transfer } = harness.storage
    const evento = await withEvento(harness)
    const own = { imagemid: 'propria', enviadaem: NOW, arquivos: [{ nome: 'a', bytes: new Uint8Array([1]) }] }
    await eventos.putImagem(own)
    const said = {
      ...{ endereco: 'Av. dos Ipês, 1200', informacoes: 'Traje esporte', acessibilidade: 'Rampa' },
      ...{ nomesNaMesa: false, assinaturas: [{ nome: 'Ana Lima', cargo: '' }] },
      perguntas: [{ texto: 'De que cidade você vem?' }],
    }
    const is = { ...evento.evento, ...said, minutos: 90, inscricoesAte: evento.evento.inicio }
    await eventos.gravar({ ...aGravar({ versao: 1 }), evento: is, imagemid: 'propria' }, anAutor())
    await eventos.comecarOutro(aRequest(evento), anAutor())
    const { anfitriao, local, cidade, contato } = evento.evento
    expect(await eventos.find()).toMatchObject({ imagemid: 'propria' })
    expect(modeloIn(await eventos.find())).toEqual({ anfitriao, local, cidade, contato, ...said })
    await eventos.forgetImagens(NOW + 1)
    expect(await eventos.findImagem('propria')).toMatchObject({ imagemid: 'propria' })
    expect(await transfer.count()).toMatchObject({ imagens: 1 })
  }),
  it('who is named in what the next event is offered goes with the contacts, at the beginning or later', async (harness) => {
    const { credenciais, eventos } = harness.storage
    const evento = await withEvento(harness)
    await eventos.comecarOutro(aRequest(evento), anAutor())
    const offered = async () => modeloIn(await eventos.find())
    const { contato, ...rest } = await offered()
    expect(contato).toBe(evento.evento.contato)
    for (let time = 0; time < 2; time++) {
      await credenciais.erasePersonalData(anAutor(), undefined, {
        ...{ isEarlyAllowed: true, areContactsErased: true },
      })
      expect(await offered()).toEqual({ ...rest, contato: '' })
    }
    expect(await eventos.find()).toMatchObject({ versao: 3 })
  }),
  it('another event sent again is begun once, also when the next one is described by then', async (harness) => {
    const { eventos, historico } = harness.storage
    const evento = await withEvento(harness)
    const [request, autor] = [aRequest(evento), anAutor()]
    const first = await eventos.comecarOutro(request, autor)
    expect(await eventos.comecarOutro(request, autor)).toMatchObject({ kind: first.kind })
    expect(await eventos.find()).toMatchObject({ versao: 2, anteriores: [{ eventoid: evento.eventoid }] })
    expect(await historico.list({ after: null, limit: 9 })).toHaveLength(1)

    const asked = { versao: null, evento: evento.evento, avisar: false, cancelado: false, imagemid: null }
    await eventos.gravar({ ...asked, eventoid: 'unused', now: NOW }, anAutor())
    await eventos.comecarOutro(request, autor)
    expect(await eventos.find()).toMatchObject({
      versao: 3,
      eventoid: request.eventoid,
      evento: evento.evento,
    })
  }),
  it('between two events nobody claims or registers, no file is adopted, and a form of the former is told', async (harness) => {
    const { credenciais, empresas, eventos } = harness.storage
    const evento = await withEvento(harness)
    const claim = aClaim('outra')
    await empresas.claim(claim)
    await eventos.comecarOutro(aRequest(evento), anAutor())
    expect(await empresas.claim(aClaim('outra'))).toEqual({ kind: 'closed' })
    for (const one of [null, claim])
      expect(await credenciais.register(aRegister({ claim: one }))).toEqual({ kind: 'closed' })
    expect(await eventos.adotar(evento, NOW)).toMatchObject({ evento: null, versao: 2 })
    expect(await eventos.versao()).toBe(2)

    const asked = { evento: evento.evento, avisar: false, cancelado: false, imagemid: null }
    const stale = { ...asked, versao: evento.versao, eventoid: 'unused', now: NOW }
    expect(await eventos.gravar(stale, anAutor())).toEqual({ kind: 'outro-evento' })
    expect(await eventos.gravar({ ...stale, versao: null }, anAutor())).toMatchObject({
      gravado: { versao: 3, mudancas: [], anteriores: [{ eventoid: evento.eventoid }] },
    })
    expect(await empresas.claim(aClaim('outra'))).toMatchObject({ kind: 'claimed' })
  }),
  it('what was typed at the door of an event before and comes after the next one’s first guest is not stored, the admission is', async (harness) => {
    const { credenciais, entradas, eventos } = harness.storage
    const evento = await withEvento(harness)
    const segredo = await pair(harness, 'organizacao')
    await eventos.comecarOutro(aRequest(evento), anAutor({ em: NOW + 9 }))
    const asked = { versao: null, evento: evento.evento, avisar: false, cancelado: false, imagemid: null }
    await eventos.gravar({ ...asked, eventoid: 'unused', now: NOW + 10 }, anAutor())
    await credenciais.register(aRegister({ now: NOW + 20 }))
    const typed = { modo: 'busca' as const, anotado: 'Tia Zezé', recebidaem: NOW + 30 }
    const [before, since] = [anEntrada('', typed), anEntrada('', { ...typed, seq: 2, lidaem: NOW + 25 })]
    const delivery = await entradas.deliver(segredo, [before, since], anAutor())
    expect(delivery.guardadas).toHaveLength(2)
    const found = await entradas.listAnotadas(0, 9)
    expect(new Map(found.entradas.map(({ entradaid, anotado }) => [entradaid, anotado]))).toEqual(
      new Map([
        [before.entradaid, null],
        [since.entradaid, 'Tia Zezé'],
      ]),
    )
  }),
  it('personal invitations made while another event is begun at once are whole or gone', async (harness) => {
    const { convites, eventos } = harness.storage
    const evento = await withEvento(harness)
    const novo = aNovo()
    await Promise.all([
      eventos.comecarOutro(aRequest(evento), anAutor()),
      // Refused while the other event begins, however often it is requested.
      convites.create('outra', [novo], NOW, anAutor()).catch((error: unknown) => {
        expect(error).toBeInstanceOf(StorageError)
      }),
    ])
    const isThere = (await convites.find(novo.codigo)) !== null
    expect((await harness.readEmpresa('outra')).licredencial).toBe(isThere ? 1 : 0)
    expect(await harness.readReservas('outra')).toHaveLength(isThere ? 1 : 0)
  }),
]

export const races: ContractCase[] = [
  it('another event begun by two organisers at once is begun by one, and the other is told', async (harness) => {
    const { eventos, historico } = harness.storage
    const evento = await withEvento(harness)
    const requests = [aRequest(evento), aRequest(evento)]
    const outcomes = await Promise.all(requests.map((one) => eventos.comecarOutro(one, anAutor())))
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['comecou', 'ja-comecou'])
    const begun = requests[outcomes.findIndex(({ kind }) => kind === 'comecou')]
    expect(await eventos.find()).toMatchObject({ eventoid: begun?.eventoid, versao: 2, comeco: null })
    expect(await historico.list({ after: null, limit: 9 })).toHaveLength(1)
  }),
  it('another event begun while guests claim and register at once: they are of the former, which goes whole or stays', async (harness) => {
    const { credenciais, empresas, eventos } = harness.storage
    const evento = await withEvento(harness)
    const claims = Array.from({ length: 5 }, () => aClaim('outra'))
    for (const claim of claims) await empresas.claim(claim)
    const [comeco, ...outcomes] = await Promise.all([
      eventos.comecarOutro(aRequest(evento), anAutor()),
      ...claims.map((claim) => credenciais.register(aRegister({ claim }))),
      ...claims.map(() => empresas.claim(aClaim('outra'))),
    ])
    const kinds = new Set(outcomes.map(({ kind }) => kind))
    for (const kind of kinds) expect(['registered', 'closed', 'claimed']).toContain(kind)
    const guests = (await harness.readCredenciais()).length
    const reservas = (await harness.readReservas('outra')).length
    expect((await harness.readEmpresa('outra')).licredencial).toBe(reservas)
    if (comeco.kind === 'comecou') expect([guests, reservas, await harness.countChaves()]).toEqual([0, 0, 0])
    else expect([comeco.kind, guests > 0]).toEqual(['apague-antes', true])
  }),
  it('another event begun while a company is imported at once: it is stored, with nothing given away', async (harness) => {
    const { empresas, eventos, mesas } = harness.storage
    const evento = await withEvento(harness)
    const rows = [20, 30].map((icredencial, n) => ({ empresaid: n === 0 ? 'mesa' : 'vinda', icredencial }))
    const [comeco] = await Promise.all([
      eventos.comecarOutro(aRequest(evento), anAutor()),
      ...rows.map((row) => empresas.importRows([aRow(row)], false, anAutor())),
    ])
    expect(comeco.kind).toBe('comecou')
    for (const { empresaid, icredencial } of rows)
      expect(await harness.readEmpresa(empresaid)).toMatchObject({ icredencial, licredencial: 0 })
    expect(await mesas.find('mesa')).toMatchObject({ versao: 1 })
    expect(await eventos.find()).toMatchObject({ evento: null, comeco: null })
  }),
]
