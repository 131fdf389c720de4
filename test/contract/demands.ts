import type { Storage } from '../../server/domain/storage.ts'
import type { Autor } from '../../server/domain/historico.ts'
import { NOTHING_DONE, STOPPED_MS } from '../../server/domain/planilha-repo.ts'
import type { bindActs } from '../../server/repos/bind.ts'
import {
  aCadastro,
  aClaim,
  aGravar,
  aMerge,
  anEntrada,
  anEvento,
  anInvitation,
  aRegister,
  NOW,
  unique,
} from '../support/factories.ts'
import { aNamed, aNovo } from './convite.cases.ts'
import type { House, Meanwhile } from './meanwhile.ts'
import { aRow } from './correct.cases.ts'

/** An act, and its answers when something else happens between its reads and its commit. */
export interface Demand {
  act: (storage: Storage, house: House, autor: Autor) => Promise<unknown>
  /** The kind of its outcome, or the outcome itself, or the name of its error. */
  when: Partial<Record<Meanwhile, unknown>>
  /** The act is refused while any guest is stored. */
  isBare?: true
}

/** What opened the request no longer opens anything. */
export const GONE = 'NoLongerOpenError'
/** For an organiser's act. */
const REVOKED = { revogou: GONE }
/** For an act at a table's link, too. */
const OF_MESA = { ...REVOKED, 'renovou-mesa': GONE }
/** Storage answers that the act may be retried. */
const BEGINNING = { 'esta-comecando': 'StorageError' }
const NOBODY = { excluiu: 'credencial-not-found', apagou: 'credencial-not-found', ...REVOKED }
const NO_EMPRESA = { removeu: 'empresa-not-found' }

const dados = { nome: 'Sindicato Rural', contato: '', telefone: '', numero: '' }
const TELEFONE = '65987654321'
const aDestino = (para: string, tipo: 'mesa' | 'lembrete' = 'mesa') => ({
  tipo,
  para,
  versao: 0,
  numero: 'n',
})
const aPlanilha = { planilhaid: 'planilha', enviadaem: NOW, tipo: 'convidados' as const, arquivo: 'a.csv' }
const anAndamento = {
  ...aPlanilha,
  fase: 'gravando' as const,
  quem: 'run',
  vistaem: NOW,
  ...NOTHING_DONE,
}

/**
 * What each act demands of the data it decides by, besides what it writes: that nothing was erased, that no
 * other event began, that the company, the guest and the event are unchanged, and that what opened the
 * request still opens it (decision 0049). An act without a row does not compile. A row that demands nothing
 * means that the act decides only by what it writes.
 */
type BoundActs = ReturnType<typeof bindActs>

export const DEMANDS: { [Repo in keyof BoundActs]: { [Act in keyof BoundActs[Repo]]: Demand } } = {
  empresas: {
    claim: {
      act: (s, { empresaid }) => s.empresas.claim(aClaim(empresaid)),
      when: {
        'outro-evento': 'closed',
        'esta-comecando': 'closed',
        cancelou: 'closed',
        fechou: 'link-closed',
        ...NO_EMPRESA,
      },
    },
    changeTotal: {
      act: (s, { empresaid }, autor) => s.empresas.changeTotal(empresaid, 5, autor),
      when: { ...NO_EMPRESA, ...BEGINNING, ...REVOKED },
    },
    add: {
      act: (s, _house, autor) => s.empresas.add(aRow({ empresaid: 'nova', telefone: TELEFONE }), autor),
      when: { ...BEGINNING, ...REVOKED },
    },
    correct: {
      act: (s, { empresaid }, autor) =>
        s.empresas.correct({ empresaid, shown: dados, dados: { ...dados, telefone: TELEFONE } }, autor),
      when: { ...NO_EMPRESA, ...BEGINNING, ...REVOKED },
    },
    remove: {
      act: (s, { vazia }, autor) => s.empresas.remove(vazia, autor),
      when: { corrigiu: 'removed', ...BEGINNING, ...REVOKED },
    },
    importRows: {
      act: (s, { empresaid, planilha }, autor) =>
        s.empresas.importRows(
          [aRow({ empresaid, telefone: TELEFONE })],
          false,
          autor,
          undefined,
          planilha ? aPlanilha : undefined,
        ),
      when: {
        removeu: { inserted: 1, updated: 0, refused: [] },
        ...BEGINNING,
        ...REVOKED,
        'apagou-planilha': { inserted: 0, updated: 0, refused: [] },
      },
    },
    releaseEnded: { act: (s) => s.empresas.releaseEnded(NOW), when: {} },
  },
  credenciais: {
    register: {
      act: (s, { empresaid, planilha }, autor) =>
        s.credenciais.register(
          planilha
            ? aRegister({ autor, now: NOW + 9, planilha: aPlanilha })
            : aRegister({ now: NOW + 9, claim: aClaim(empresaid) }),
        ),
      when: {
        'outro-evento': 'closed',
        'esta-comecando': 'closed',
        cancelou: 'closed',
        fechou: 'link-closed',
        ...NO_EMPRESA,
        'apagou-planilha': 'closed',
      },
    },
    correct: {
      act: (s, { credencialid }, autor) =>
        s.credenciais.correct(
          { credencialid, cadastro: aCadastro(), shown: null, chaveOf: ({ nome }) => nome },
          autor,
        ),
      when: NOBODY,
    },
    remove: {
      act: (s, { credencialid }, autor) => s.credenciais.remove(credencialid, true, autor),
      when: NOBODY,
    },
    removeOutside: {
      act: (s, { credencialid }, autor) => s.credenciais.removeOutside(credencialid, true, autor),
      when: NOBODY,
    },
    move: {
      act: (s, { credencialid, vazia }, autor) =>
        s.credenciais.move({ credencialid, empresaid: vazia, reservaid: unique('r'), now: NOW }, autor),
      when: { ...NOBODY, 'removeu-vazia': 'empresa-not-found' },
    },
    merge: {
      act: (s, { credencialid, outro }, autor) => s.credenciais.merge(aMerge(outro, credencialid), autor),
      when: NOBODY,
    },
    renewLink: {
      act: (s, { credencialid }, autor) => s.credenciais.renewLink(credencialid, autor),
      when: { excluiu: null, apagou: null, 'renovou-link': 2, ...REVOKED },
    },
    forgetRespostas: {
      act: (s, { credencialid }, autor) => s.credenciais.forgetRespostas(credencialid, autor),
      when: { excluiu: false, apagou: false, ...REVOKED },
    },
    // Once its first page is erased, the erasure goes on, whatever happens to the one who began it.
    erasePersonalData: { act: (s, _house, autor) => s.credenciais.erasePersonalData(autor), when: {} },
  },
  // What was exported is recorded, whatever became of it.
  historico: { add: { act: async () => {}, when: {} } },
  entradas: {
    // Facts are never refused, even when their guest was erased: they lose what was typed
    // (`erasure.cases.ts`).
    add: { act: (s) => s.entradas.add([anEntrada('fora', { anotado: 'ANA' })], null), when: { apagou: 1 } },
    // The outcome says that a pairing is closed (`equipe-revoked.cases.ts`).
    deliver: { act: async () => {}, when: {} },
    admit: {
      act: (s, { credencialid }, autor) =>
        s.entradas.admit({ credencialid, entradaid: unique('e'), isAgain: false }, autor),
      when: NOBODY,
    },
    admitByLink: {
      act: (s, { credencialid }, autor) =>
        s.entradas.admitByLink({ credencialid, entradaid: unique('e'), versao: 0, isAnyway: false }, autor),
      when: { 'renovou-link': false, desistiu: false, ...REVOKED },
    },
    admitTicked: {
      act: (s, { credencialid }, autor) =>
        s.entradas.admitTicked(
          [{ credencialid, entradaid: unique('e') }],
          { lidaem: NOW, recebidaem: NOW },
          autor,
        ),
      when: REVOKED,
    },
    annul: {
      act: (s, { outro: credencialid, anula }, autor) =>
        s.entradas.annul({ credencialid, entradaid: unique('e'), anula }, autor),
      when: REVOKED,
    },
  },
  casa: {
    definir: { act: (s, _house, autor) => s.casa.definir(50, autor), when: { ...BEGINNING, ...REVOKED } },
    acertarConvidados: {
      act: (s, { outro }, autor) => s.casa.acertarConvidados([outro], autor),
      // Without a house it writes nothing.
      when: {},
    },
    acertarConvites: {
      act: (s, { codigo }, autor) => s.casa.acertarConvites([codigo], autor),
      when: {},
    },
  },
  convites: {
    create: {
      act: (s, { empresaid }, autor) => s.convites.create(empresaid, [aNovo()], NOW, autor),
      when: { 'outro-evento': GONE, ...NO_EMPRESA, ...BEGINNING, ...OF_MESA },
    },
    correct: {
      act: (s, { codigo }, autor) => s.convites.correct(codigo, aNamed('Tio'), autor),
      when: { revogou: GONE },
    },
    answer: {
      act: (s, { codigo }, autor) =>
        s.convites.answer({ codigo, isRecusa: true, now: NOW, isClosed: false }, autor),
      when: { revogou: GONE },
    },
    revoke: { act: (s, { codigo }, autor) => s.convites.revoke(codigo, autor), when: OF_MESA },
  },
  equipe: {
    invite: {
      act: (s, _house, autor) => s.equipe.invite(anInvitation({ papel: 'porta' }), autor),
      when: { ...BEGINNING, ...REVOKED },
    },
    pair: {
      act: (s, { invitation }, autor) => s.equipe.pair(invitation.codigo, unique('segredo'), autor),
      when: { revogou: 'revoked', ...BEGINNING },
    },
    revoke: { act: (s, { aparelhoid }, autor) => s.equipe.revoke(aparelhoid, autor), when: REVOKED },
    // The act looks up the secret that leaves.
    leave: { act: (s, { segredo }, autor) => s.equipe.leave(segredo, autor), when: { revogou: 'not-found' } },
    reconnect: {
      act: (s, { aparelhoid }, autor) => s.equipe.reconnect(aparelhoid, unique('codigo'), NOW + 1, autor),
      when: { ...BEGINNING, ...REVOKED },
    },
    see: { act: (s, { aparelhoid }) => s.equipe.see(aparelhoid, NOW), when: {} },
    notePendentes: { act: (s, { segredo }) => s.equipe.notePendentes(segredo, 1, NOW), when: {} },
    receive: { act: (s, { segredo }, autor) => s.equipe.receive(segredo, autor), when: {} },
  },
  mesas: {
    setFechada: {
      act: (s, { empresaid }, autor) => s.mesas.setFechada(empresaid, true, autor),
      when: { 'outro-evento': GONE, ...NO_EMPRESA, ...BEGINNING, ...OF_MESA },
    },
    renewLink: {
      act: (s, { empresaid }, autor) => s.mesas.renewLink(empresaid, autor),
      when: { removeu: null, ...BEGINNING, ...REVOKED },
    },
    pedir: {
      act: (s, { vazia }, autor) => s.mesas.pedir(vazia, { pedido: 5, motivo: '' }, autor),
      when: { ...NO_EMPRESA, ...BEGINNING, ...OF_MESA },
    },
    responder: {
      act: (s, { empresaid }, autor) => s.mesas.responder(empresaid, 5, 5, autor),
      when: REVOKED,
    },
  },
  planilhas: {
    begin: {
      act: (s) => s.planilhas.begin({ ...anAndamento, quem: 'other', vistaem: NOW + STOPPED_MS }),
      when: {},
    },
    note: {
      act: (s) => s.planilhas.note('run', { ...anAndamento, feitas: 1 }),
      when: { 'apagou-planilha': false },
    },
    takeBack: {
      act: (s, _house, autor) => s.planilhas.takeBack(['planilha vazia'], autor),
      when: { ...BEGINNING, ...REVOKED },
    },
  },
  desistencias: {
    withdraw: {
      act: (s, { credencialid }, autor) =>
        s.desistencias.withdraw({ credencialid, empresaid: null, now: NOW, isClosed: false }, autor),
      when: { ...NOBODY, 'renovou-mesa': GONE, 'renovou-link': GONE },
    },
    undo: {
      act: (s, { outro: credencialid }, autor) =>
        s.desistencias.undo({ credencialid, now: NOW, isClosed: false }, autor),
      when: { 'renovou-link': GONE },
    },
  },
  envios: {
    take: {
      act: (s, { empresaid }, autor) => s.envios.take([aDestino(empresaid)], autor),
      when: { removeu: null, ...OF_MESA },
    },
    open: {
      act: (s, { empresaid }, autor) => s.envios.open(aDestino(empresaid), false, autor),
      when: { removeu: 'aberto', ...OF_MESA },
    },
    tell: {
      act: (s, { empresaid }, autor) => s.envios.tell(aDestino(empresaid), 'enviado', autor),
      when: { removeu: undefined, ...OF_MESA },
    },
    mark: {
      act: (s, { credencialid }, autor) =>
        s.envios.mark([{ credencialid, impresso: 'i', versao: 0 }], NOW, autor),
      when: { excluiu: 'marcada', ...REVOKED },
    },
    unmark: { act: (s, _house, autor) => s.envios.unmark(NOW, 1, autor), when: REVOKED },
    putTexto: {
      act: (s, _house, autor) => s.envios.putTexto({ tipo: 'lembrete', abertura: '', recado: 'Até!' }, autor),
      when: { ...BEGINNING, ...REVOKED },
    },
  },
  eventos: {
    // A file is taken when there is no event, and never refused.
    adotar: { act: async () => {}, when: {} },
    gravar: {
      act: (s, _house, autor) =>
        s.eventos.gravar(aGravar({ versao: 1, evento: anEvento({ local: 'Outro' }) }), autor),
      when: { cancelou: 'mudou-entretanto', ...REVOKED },
    },
    comecarOutro: {
      act: (s, _house, autor) =>
        s.eventos.comecarOutro(
          { de: 'evento-1', eventoid: 'meu', areContactsErased: false, balanco: null, entradas: null },
          autor,
        ),
      when: { 'outro-evento': 'ja-comecou', ...REVOKED },
      isBare: true,
    },
    // Each page demands that the beginning is still going on (`outro-evento.cases.ts`).
    terminarComeco: { act: async () => {}, when: {} },
  },
}
