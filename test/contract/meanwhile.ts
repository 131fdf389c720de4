import { expect } from 'vitest'
import { importadoOf } from '../../server/domain/importacao.ts'
import { storedRespostas } from '../../server/domain/perguntas.ts'
import { NOTHING_DONE } from '../../server/domain/planilha-repo.ts'
import type { Autor, Opening } from '../../server/domain/historico.ts'
import type { Invitation } from '../../server/domain/aparelho.ts'
import type { Storage } from '../../server/domain/storage.ts'
import {
  aClaim,
  aGravar,
  anAutor,
  anEmpresa,
  anEntrada,
  anEventoGravado,
  anInvitation,
  NOW,
  unique,
} from '../support/factories.ts'
import { withConvites } from './convite.cases.ts'
import type { Harness } from './harness.ts'
import { registered } from '../support/registered.ts'

/** One of each thing an act may need. */
export interface House {
  /** A company; an empty text when the act is not about one. */
  empresaid: string
  /** A company with no holds. */
  vazia: string
  credencialid: string
  outro: string
  /** The entradaid of a guest's admission; `codigo` is a personal invitation. */
  anula: string
  codigo: string
  aparelhoid: string
  segredo: string
  invitation: Invitation
  /** Whether the guest came from an upload. */
  planilha: boolean
}

const another = { eventoid: 'outro', areContactsErased: false, balanco: null, entradas: null }
const erase = { isEarlyAllowed: true, areContactsErased: true }

/** What another process does, and what opened the act's request. */
export const MEANWHILE = {
  apagou: { other: (s) => s.credenciais.erasePersonalData(anAutor(), undefined, erase) },
  'apagou-planilha': { other: (s) => s.credenciais.erasePersonalData(anAutor(), undefined, erase) },
  'outro-evento': {
    other: (s) => s.eventos.comecarOutro({ ...another, de: 'evento-1' }, anAutor()),
    openingOf: ({ empresaid }) => ({ kind: 'mesa', empresaid, versao: 0 }),
  },
  // A beginning that was cut off: on Firestore it takes a while, and its act is done by then.
  'esta-comecando': {
    other: async (s) => {
      const { anteriores } = anEventoGravado()
      const linha = { ...anAutor(), ato: 'comecou-evento', alvo: '', detalhe: '' } as const
      const entre = { versao: 2, eventoid: 'outro', evento: null, anteriores }
      await s.transfer.write([
        { kind: 'evento', evento: { ...entre, comeco: { linha, areContactsErased: false } } },
      ])
    },
  },
  removeu: { other: (s, { vazia }) => s.empresas.remove(vazia, anAutor()) },
  'removeu-vazia': { other: (s, { vazia }) => s.empresas.remove(vazia, anAutor()) },
  corrigiu: {
    other: (s, { vazia: empresaid }) => {
      const shown = { nome: 'Sindicato Rural', contato: '', telefone: '', numero: '' }
      return s.empresas.correct({ empresaid, shown, dados: { ...shown, telefone: '65987654321' } }, anAutor())
    },
  },
  cancelou: { other: (s) => s.eventos.gravar(aGravar({ versao: 1, cancelado: true }), anAutor()) },
  fechou: { other: (s, { empresaid }) => s.mesas.setFechada(empresaid, true, anAutor()) },
  excluiu: { other: (s, { credencialid }) => s.credenciais.remove(credencialid, true, anAutor()) },
  desistiu: {
    other: (s, { credencialid }) =>
      s.desistencias.withdraw({ credencialid, empresaid: null, now: NOW, isClosed: false }, anAutor()),
  },
  'renovou-link': {
    other: (s, { credencialid }) => s.credenciais.renewLink(credencialid, anAutor()),
    openingOf: ({ credencialid }) => ({ kind: 'credencial', credencialid, versao: 0 }),
  },
  'renovou-mesa': {
    other: (s, { empresaid }) => s.mesas.renewLink(empresaid, anAutor()),
    openingOf: ({ empresaid }) => ({ kind: 'mesa', empresaid, versao: 0 }),
  },
  revogou: {
    other: async (s, { aparelhoid, invitation }) => {
      for (const id of [aparelhoid, invitation.aparelhoid]) await s.equipe.revoke(id, anAutor())
    },
    openingOf: ({ aparelhoid, segredo }) => ({ kind: 'equipe', aparelhoid, segredo }),
  },
} as const satisfies Record<
  string,
  { other: (s: Storage, house: House) => Promise<unknown>; openingOf?: (house: House) => Opening }
>

export type Meanwhile = keyof typeof MEANWHILE

/** Changes that require that no person is stored, or that the company has no holds. */
const IS_BARE: Meanwhile[] = ['outro-evento', 'esta-comecando', 'removeu', 'corrigiu']

export async function aHouse(
  harness: Harness,
  meanwhile: Meanwhile,
  isBare = IS_BARE.includes(meanwhile),
): Promise<House> {
  const { storage } = harness
  await storage.eventos.adotar(anEventoGravado(), NOW)
  const nome = 'Sindicato Rural'
  for (const empresaid of ['mesa', 'vazia'])
    await harness.putEmpresa(anEmpresa({ empresaid, nome, contato: '', solicitante: '', icredencial: 9 }))
  if (meanwhile !== 'esta-comecando') await storage.mesas.pedir('mesa', { pedido: 5, motivo: '' }, anAutor())
  const aparelho = anInvitation({ nome: '', papel: 'organizacao' })
  const invitation = anInvitation({ nome: '', papel: 'organizacao' })
  const last = anInvitation({ nome: '', papel: 'organizacao' })
  for (const one of [aparelho, invitation, last]) await storage.equipe.invite(one, anAutor())
  const segredo = unique('segredo')
  await storage.equipe.pair(aparelho.codigo, segredo, anAutor())
  await storage.equipe.pair(last.codigo, unique('segredo'), anAutor())
  const none = { credencialid: '0', outro: '0', anula: '', codigo: 'z' }
  const there = isBare ? none : await people(harness)
  const planilha = meanwhile === 'apagou-planilha'
  if (planilha) await storage.planilhas.begin({ ...andamento, quem: 'run' })
  await storage.transfer.write([{ kind: 'importado', importado }])
  return {
    ...there,
    aparelhoid: aparelho.aparelhoid,
    segredo,
    invitation,
    planilha,
    vazia: 'vazia',
    empresaid: meanwhile === 'removeu' ? 'vazia' : 'mesa',
  }
}

/** A company as it was before an import: nothing of it is left to take back. */
const importado = importadoOf({ planilhaid: 'planilha' }, 'empresa', 'vazia', {
  mudancas: JSON.stringify([['contato', '', 'Ana']]),
})

const andamento = {
  planilhaid: 'planilha',
  enviadaem: NOW,
  tipo: 'convidados' as const,
  arquivo: 'a.csv',
  fase: 'gravando' as const,
  vistaem: NOW,
  ...NOTHING_DONE,
}

const RESPOSTAS = storedRespostas([{ pergunta: 'Vem?', resposta: 'Sim', consentidaem: null }])

async function people(harness: Harness) {
  const { storage } = harness
  const ids: string[] = []
  for (const now of [NOW, NOW + 1]) {
    ids.push(await registered(storage.credenciais, { now, claim: aClaim('mesa'), respostas: RESPOSTAS }))
  }
  const [credencialid = '', outro = ''] = ids
  const [convite] = await withConvites(harness, 'mesa')
  const entrada = anEntrada(outro)
  const withdrawn = { credencialid: outro, empresaid: null, now: NOW, isClosed: false }
  await storage.desistencias.withdraw(withdrawn, anAutor())
  await storage.entradas.add([entrada], null)
  return { credencialid, outro, anula: entrada.entradaid, codigo: convite?.codigo ?? '' }
}

/** Checks that nothing is left where nobody may be, whatever the act answered. */
export async function expectNothingLeft(harness: Harness, meanwhile: Meanwhile, autor: Autor): Promise<void> {
  const { storage } = harness
  if (meanwhile === 'apagou' || meanwhile === 'apagou-planilha')
    expect(await storage.credenciais.countPersonalData()).toMatchObject({
      convidados: 0,
      chaves: 0,
      anotados: 0,
      envios: 0,
    })
  if (meanwhile === 'outro-evento') {
    expect(await harness.readCredenciais()).toEqual([])
    expect(await harness.readReservas('mesa')).toEqual([])
    expect((await storage.empresas.find('mesa', NOW))?.empresa.licredencial).toBe(0)
    expect(await storage.convites.list('mesa')).toEqual([])
  }
  if (meanwhile === 'removeu' && (await storage.empresas.find('vazia', NOW)) === null) {
    expect(await storage.mesas.find('vazia')).toMatchObject({ telefone: '', fechada: false, versao: 0 })
    expect(await harness.readReservas('vazia')).toEqual([])
    expect(await storage.convites.list('vazia')).toEqual([])
    expect(await storage.envios.list('mesa')).toEqual([])
  }
  if (meanwhile === 'excluiu') expect(await storage.envios.list('etiqueta')).toEqual([])
  if (meanwhile === 'corrigiu') expect((await storage.mesas.find('vazia')).telefone).toBe('')
  // What was refused is not recorded as done.
  if (autor.opening)
    expect(await storage.historico.list({ quem: autor.quem, after: null, limit: 9 })).toEqual([])
}
