import { expect, test } from 'vitest'
import type { Ato } from '../../../server/domain/historico.ts'
import {
  aCadastro,
  aClaim,
  aGravar,
  aMerge,
  anAutor,
  anEmpresa,
  anEntrada,
  anEvento,
  anEventoGravado,
  aRegister,
  NOW,
} from '../../support/factories.ts'
import type { OnFakes } from '../../support/firebase-fake.ts'
import { expectInvitations, ID, openWithEmpresa, registered } from '../../support/firebase-convidado.ts'

const CODES = [
  { code: 10, name: 'ABORTED' },
  { code: 14, name: 'UNAVAILABLE' },
  { code: 4, name: 'DEADLINE_EXCEEDED' },
]
const FAULTS = [
  { when: 'after', times: 1 },
  { when: 'before', times: 2 },
  { when: 'after', times: 2 },
] as const

const paid = () => aRegister({ claim: aClaim(ID) })
const convidadoOf = async (on: OnFakes, request = aRegister()) => (await registered(on, request)).credencialid

const invitation = (codigo: string) => ({
  aparelhoid: 'aparelho-7',
  nome: 'ANA',
  codigo,
  codigoate: NOW + 60_000,
  papel: 'porta' as const,
})

type Run = (on: OnFakes, fail: () => void) => Promise<void>
const act = (ato: Ato, run: Run) => ({ ato, run })

/**
 * Every act of an organiser: what happens before the fault, the act, its required result, and its history
 * line.
 */
const ACTS: Record<string, ReturnType<typeof act>> = {
  'a registration by the organiser': act('cadastrou', async (on, fail) => {
    const request = aRegister({ claim: aClaim(ID), autor: anAutor() })
    fail()
    expect((await on.storage.credenciais.register(request)).kind).toBe('registered')
    expectInvitations(on, 1)
  }),
  'a text of messages': act('mudou-texto', async (on, fail) => {
    const texto = { tipo: 'lembrete', abertura: 'Falta pouco!', recado: '' } as const
    fail()
    await on.storage.envios.putTexto(texto, anAutor())
    expect(await on.storage.envios.listTextos()).toEqual([texto])
  }),
  'labels marked': act('marcou-etiquetas', async (on, fail) => {
    const credencialid = await convidadoOf(on)
    fail()
    await on.storage.envios.mark([{ credencialid, impresso: 'h1', versao: 0 }], NOW, anAutor())
    expect(await on.storage.envios.find('etiqueta', credencialid)).toMatchObject({ numero: 'h1' })
  }),
  'labels unmarked': act('desmarcou-etiquetas', async (on, fail) => {
    fail()
    await on.storage.envios.unmark(NOW, 1, anAutor())
    expect(await on.storage.envios.list('desmarcada')).toHaveLength(1)
  }),
  'the event described': act('descreveu-evento', async (on, fail) => {
    fail()
    const { eventos } = on.storage
    expect(await eventos.gravar(aGravar(), anAutor())).toMatchObject({ kind: 'gravado' })
    expect(await eventos.find()).toEqual(anEventoGravado())
  }),
  'the event moved': act('mudou-evento', async (on, fail) => {
    const { eventos } = on.storage
    await eventos.gravar(aGravar(), anAutor())
    const moved = aGravar({ versao: 1, evento: anEvento({ local: 'Outro' }), avisar: true })
    fail()
    expect(await eventos.gravar(moved, anAutor())).toMatchObject({ kind: 'gravado' })
    expect(await eventos.find()).toMatchObject({ versao: 2, mudancas: [{ em: NOW }] })
  }),
  'a correction': act('corrigiu', async (on, fail) => {
    const credencialid = await convidadoOf(on)
    const cadastro = aCadastro({ nome: 'OUTRA', telefone: '11987654321', email: '' })
    fail()
    const correction = await on.storage.credenciais.correct(
      { credencialid, cadastro, shown: null, chaveOf: () => 'nova' },
      anAutor(),
    )
    expect(correction).toMatchObject({ kind: 'corrected', credencial: cadastro })
    expect(on.ids('chave')).toEqual(['knova'])
  }),
  'a move': act('mudou-de-empresa', async (on, fail) => {
    on.fake.put('empresa', 'outra', anEmpresa({ empresaid: 'outra', icredencial: 1 }))
    const credencialid = await convidadoOf(on, paid())
    const request = { credencialid, empresaid: 'outra', reservaid: 'nova', now: NOW }
    fail()
    const { credenciais } = on.storage
    expect(await credenciais.move(request, anAutor())).toEqual({
      kind: 'moved',
      from: ID,
      isConfirmed: false,
    })
    expect([on.empresa(ID).licredencial, on.empresa('outra').licredencial]).toEqual([0, 1])
    const usadas = [...on.fake.documents('reserva')].filter(([, { estado }]) => estado === 'usada')
    expect(usadas.map(([id]) => id)).toEqual(['nova'])
  }),
  'a merge': act('juntou', async (on, fail) => {
    const [kept, other] = [await convidadoOf(on, paid()), await convidadoOf(on, paid())]
    await on.storage.entradas.add([anEntrada(other, { entradaid: 'e' })], null)
    fail()
    const merge = await on.storage.credenciais.merge(aMerge(kept, other), anAutor())
    expect(merge).toEqual({ kind: 'merged', returned: ID })
    expect(on.ids('credencial')).toEqual([kept])
    expect(on.ids('entrada')).toEqual(['e', `e~${kept}`])
    expectInvitations(on, 1)
  }),
  'a removal': act('excluiu', async (on, fail) => {
    const credencialid = await convidadoOf(on, paid())
    await on.storage.entradas.add([anEntrada(credencialid, { entradaid: 'e' })], null)
    fail()
    const removal = await on.storage.credenciais.remove(credencialid, true, anAutor())
    expect(removal).toEqual({ kind: 'removed', returned: ID })
    expect(on.ids('credencial')).toEqual([])
    expect(on.ids('entrada')).toEqual(['e', 'e~'])
    expect((await on.storage.entradas.listAnotadas(0, 9)).total).toBe(1)
    expectInvitations(on, 0)
  }),
  'a new link': act('renovou-link', async (on, fail) => {
    const credencialid = await convidadoOf(on)
    fail()
    expect(await on.storage.credenciais.renewLink(credencialid, anAutor())).toBe(1)
    expect([...on.fake.documents('chave').values()]).toMatchObject([{ versao: 1 }])
  }),
  'answers erased': act('apagou-respostas', async (on, fail) => {
    const credencialid = await convidadoOf(on, aRegister({ respostas: 'said' }))
    fail()
    expect(await on.storage.credenciais.forgetRespostas(credencialid, anAutor())).toBe(true)
    expect(await on.storage.credenciais.findRespostas(credencialid)).toBe('')
  }),
  'an admission': act('admitiu', async (on, fail) => {
    const entradas = [anEntrada(await convidadoOf(on))]
    fail()
    expect(await on.storage.entradas.add(entradas, anAutor())).toBe(1)
    expect(await on.storage.entradas.add(entradas, anAutor())).toBe(0)
  }),
  'an admission on the board': act('admitiu', async (on, fail) => {
    const asked = { credencialid: await convidadoOf(on), entradaid: 'e', isAgain: false }
    fail()
    expect(await on.storage.entradas.admit(asked, anAutor())).toEqual({ kind: 'admitted' })
    expect(on.ids('entrada')).toEqual(['e'])
  }),
  'an admission at the link': act('admitiu', async (on, fail) => {
    const link = { credencialid: await convidadoOf(on), entradaid: 'e', versao: 0 }
    fail()
    expect(await on.storage.entradas.admitByLink({ ...link, isAnyway: false }, anAutor())).toBe(true)
    expect(on.ids('entrada')).toEqual(['e'])
  }),
  'a name ticked on paper': act('admitiu', async (on, fail) => {
    const ticked = [{ credencialid: await convidadoOf(on), entradaid: 'e' }]
    const when = { lidaem: NOW, recebidaem: NOW }
    fail()
    expect(await on.storage.entradas.admitTicked(ticked, when, anAutor())).toBe(1)
    expect(await on.storage.entradas.admitTicked(ticked, when, anAutor())).toBe(0)
  }),
  'an annulment': act('anulou', async (on, fail) => {
    const credencialid = await convidadoOf(on)
    await on.storage.entradas.add([anEntrada(credencialid, { entradaid: 'e' })], null)
    fail()
    const asked = { credencialid, entradaid: 'a', anula: 'e' }
    expect(await on.storage.entradas.annul(asked, anAutor())).toEqual({ kind: 'annulled' })
    expect(on.ids('entrada')).toEqual(['a', 'e'])
  }),
  'a delivery': act('admitiu', async (on, fail) => {
    const { aparelhoid, codigo } = invitation('codigo')
    await on.storage.equipe.invite(invitation(codigo), anAutor())
    await on.storage.equipe.pair(codigo, 'segredo', anAutor())
    const facts = [anEntrada(await convidadoOf(on), { aparelhoid })]
    fail()
    const delivery = await on.storage.entradas.deliver('segredo', facts, anAutor())
    expect(delivery.guardadas).toHaveLength(1)
    // It takes room once.
    expect((await on.storage.equipe.listPareamentos()).map(({ entregues }) => entregues)).toEqual([1])
  }),
  'an erasure': act('apagou-tudo', async (on, fail) => {
    await convidadoOf(on)
    fail()
    expect(await on.storage.credenciais.erasePersonalData(anAutor())).toBe(1)
    expect(on.ids('credencial')).toEqual([])
  }),
  'an invitation to the team': act('convidou', async (on, fail) => {
    fail()
    const aparelho = await on.storage.equipe.invite(invitation('codigo'), anAutor())
    expect(await on.storage.equipe.list()).toEqual([aparelho])
  }),
  'a pairing': act('pareou', async (on, fail) => {
    await on.storage.equipe.invite(invitation('codigo'), anAutor())
    fail()
    const pairing = await on.storage.equipe.pair('codigo', 'segredo', anAutor())
    expect(pairing).toMatchObject({ kind: 'paired', aparelho: { segredo: 'segredo' } })
    expect((await on.storage.equipe.pair('codigo', 'outro', anAutor())).kind).toBe('used')
  }),
  'a revocation': act('revogou', async (on, fail) => {
    await on.storage.equipe.invite(invitation('codigo'), anAutor())
    fail()
    expect(await on.storage.equipe.revoke('aparelho-7', anAutor())).toEqual({ kind: 'revoked' })
    expect(await on.storage.equipe.revoke('aparelho-7', anAutor())).toEqual({ kind: 'not-found' })
  }),
  'another code for an aparelho': act('reconectou', async (on, fail) => {
    await on.storage.equipe.invite(invitation('codigo'), anAutor())
    fail()
    const again = await on.storage.equipe.reconnect('aparelho-7', 'novo', NOW, anAutor())
    expect(again).toMatchObject({ codigo: 'novo', codigoate: NOW })
  }),
  'a company written': act('gravou-empresas', async (on, fail) => {
    const row = { empresaid: 'nova', nome: 'Nova', icredencial: 5, licredencial: 0 }
    fail()
    const importation = await on.storage.empresas.importRows([row], false, anAutor())
    expect(importation).toEqual({ inserted: 1, updated: 0, refused: [] })
  }),
  'a company corrected': act('corrigiu-empresa', async (on, fail) => {
    const { nome, contato } = on.empresa(ID) as { nome: string; contato: string }
    const shown = { nome, contato, telefone: '', numero: '' }
    const dados = { ...shown, nome: 'Serra', telefone: '65998124402', numero: '12' }
    fail()
    const request = { empresaid: ID, dados, shown }
    expect(await on.storage.empresas.correct(request, anAutor())).toEqual({ kind: 'corrected' })
    expect(await on.storage.empresas.find(ID, NOW)).toMatchObject({
      empresa: { nome: 'Serra' },
      telefone: '65998124402',
      numero: '12',
    })
  }),
  'a company added': act('gravou-empresas', async (on, fail) => {
    fail()
    const row = {
      empresaid: 'nova',
      nome: 'Nova',
      icredencial: 5,
      licredencial: 0,
      telefone: '65998124402',
    }
    expect(await on.storage.empresas.add(row, anAutor())).toBe(true)
    expect(await on.storage.empresas.find('nova', NOW)).toMatchObject({ left: 5, telefone: '65998124402' })
  }),
  'a company removed': act('removeu-empresa', async (on, fail) => {
    fail()
    expect(await on.storage.empresas.remove(ID, anAutor())).toEqual({ kind: 'removed' })
    expect(on.ids('empresa')).toEqual([])
  }),
  'an export': act('exportou-convidados', async (on, fail) => {
    fail()
    const linha = { ...anAutor(), ato: 'exportou-convidados', alvo: '', detalhe: '3' } as const
    await on.storage.historico.add(linha)
  }),
}

for (const [name, { ato, run }] of Object.entries(ACTS)) {
  for (const { code, name: codeName } of CODES) {
    test.each(FAULTS)(
      `${name} is done once, and so stands in the history, though the commit ends ${codeName} $when it, $times times`,
      async (how) => {
        const on = await openWithEmpresa()
        await run(on, () => on.fake.failNext({ method: 'Commit', code, ...how }))
        expect(await on.storage.historico.list({ ato, after: null, limit: 10 })).toHaveLength(1)
      },
    )
  }
}

test('an import of many that stops half-way stands in the history with what it wrote', async () => {
  const on = await openWithEmpresa()
  const rows = Array.from({ length: 60 }, (_, n) => ({
    empresaid: `e${n}`,
    nome: 'Mesa',
    icredencial: 5,
    licredencial: 0,
  }))
  for (let n = 0; n < 30; n++) on.fake.failNext({ method: 'Commit', code: 0, when: 'before' })
  on.fake.failNext({ method: 'Commit', code: 7, when: 'before' })
  await expect(on.storage.empresas.importRows(rows, false, anAutor())).rejects.toMatchObject({
    name: 'StorageError',
  })
  const [linha] = await on.storage.historico.list({ ato: 'gravou-empresas', after: null, limit: 1 })
  const told = Number(linha?.detalhe.split(' ')[0])
  expect(told).toBeGreaterThanOrEqual(30)
  expect(told).toBeLessThan(60)
})

test('organisers of two servers who move guests about while guests claim lose no invitation', async () => {
  const on = await openWithEmpresa()
  on.fake.put('empresa', 'outra', anEmpresa({ empresaid: 'outra', icredencial: 10 }))
  const another = await on.openAnother()
  const convidados: string[] = []
  for (let n = 0; n < 8; n++)
    convidados.push(await convidadoOf(on, aRegister({ claim: aClaim(ID), now: NOW + n })))
  const moves = convidados.map((credencialid, n) =>
    (n % 2 ? on.storage : another).credenciais.move(
      { credencialid, empresaid: 'outra', reservaid: `mudanca-${n}`, now: NOW },
      anAutor(),
    ),
  )
  const claims = Array.from({ length: 20 }, (_, n) => on.storage.empresas.claim(aClaim(n % 2 ? ID : 'outra')))
  const [moved] = await Promise.all([Promise.all(moves), Promise.all(claims)])
  const taken = (empresaid: string) =>
    [...on.fake.documents('reserva').values()].filter(
      (reserva) => reserva.empresaid === empresaid && reserva.estado !== 'liberada',
    ).length
  for (const empresaid of [ID, 'outra']) {
    expect(on.empresa(empresaid).licredencial).toBe(taken(empresaid))
    expect(taken(empresaid)).toBeLessThanOrEqual(10)
  }
  const kinds = moved.map(({ kind }) => kind)
  expect(kinds.every((kind) => kind === 'moved' || kind === 'limit-reached')).toBe(true)
  const lines = await on.storage.historico.list({ ato: 'mudou-de-empresa', after: null, limit: 20 })
  expect(lines).toHaveLength(kinds.filter((kind) => kind === 'moved').length)
})
