import { newChave, type Chave } from './acesso.ts'
import { NOTHING_DONE, type Andamento, type PlanilhaEnviada } from './planilha-repo.ts'
import { UNPAIRED, type Aparelho } from './aparelho.ts'
import type { Avip, Credencial } from './credencial.ts'
import { NAMES_NOBODY, namesNobody, newConvite, type ConvitePessoal } from './convite-pessoal.ts'
import type { Desistencia } from './desistencia.ts'
import type { Empresa } from './empresa.ts'
import type { Entrada } from './entrada.ts'
import type { Envio, Texto } from './envio.ts'
import type { EventoGuardado, Imagem } from './evento-gravado.ts'
import type { LinhaDoHistorico } from './historico.ts'
import { PREPARO } from './imagem.ts'
import type { Importado } from './importacao.ts'
import { newMesa, type Mesa } from './mesa.ts'
import { own } from './own.ts'
import { newPareamento, type Pareamento } from './pareamento.ts'
import { contactsIn, hasContacts } from './personal-data.ts'
import { usadaFor, type Reserva } from './reserva.ts'

/** A company as stored: its counters may be text, and it may have fields of other products. */
export type StoredEmpresa = Partial<Record<keyof Empresa, unknown>> & { empresaid: string }

/** Something a storage records about itself, by name. */
export interface Meta {
  nome: string
  valor: string
}

/** Everything that is stored, by kind. */
export interface Stored {
  empresas: StoredEmpresa
  credenciais: Credencial
  /** Stored under a natural key: the guest it belongs to, and who may see the credencial. */
  chaves: Chave & { chave: string }
  avips: Avip
  reservas: Reserva
  aparelhos: Aparelho
  pareamentos: Pareamento
  entradas: Entrada
  historico: LinhaDoHistorico
  convites: ConvitePessoal
  mesas: Mesa
  desistencias: Desistencia
  envios: Envio
  textos: Texto
  imagens: Imagem
  eventos: EventoGuardado
  planilhas: PlanilhaEnviada
  andamentos: Andamento
  importados: Importado
  meta: Meta
}

export type Kind = keyof Stored

/**
 * What happens to a record: these fields change, or it is deleted, now or once its owner is gone, or it stays
 * as it is (null).
 */
export type Fate<Record> = Partial<Record> | 'gone' | 'orphan' | null

export interface RecordKind<Record> {
  /** The fields that identify a record; their values, joined by a blank, are its id. */
  key: readonly (keyof Record & string)[]
  /** A record without values, which shows the stored fields. Null for kinds that adapters store whole. */
  empty: Record | null
  /** The record of another kind that it belongs to. */
  owner?: { kind: Kind; idIn: (record: Record) => string }
  /** Fields that name a person: an old value stays in the file until the file is rewritten. */
  personal?: readonly (keyof Record & string)[]
  /** What is left of one when every guest is erased; a kind without it stays. */
  onErasure?: (record: Record) => Fate<Record>
  /** What is left of one when those who answer for companies are erased too, by choice. */
  onContacts?: (record: Record) => Fate<Record>
  /** What is left of one when another event begins. */
  onEnd?: (record: Record) => Fate<Record>
}

const kind = <Record>(declared: RecordKind<Record>) => declared
/** Deletes all of a kind. */
export const gone = () => 'gone' as const
const orphan = () => 'orphan' as const

/** The single table of what is stored: adapters, erasure, another event and transfers loop over it. */
export const RECORDS: { [K in Kind]: RecordKind<Stored[K]> } = {
  empresas: kind<StoredEmpresa>({
    key: ['empresaid'],
    empty: {
      empresaid: '',
      cnpj: '',
      nome: '',
      contato: '',
      categoria: '',
      solicitante: '',
      lcredencial: '',
      icredencial: 0,
      estacionamento: '',
      llcredencial: '',
      licredencial: 0,
      lestacionamento: '',
      status: '',
      usuarioid: '',
    },
    onContacts: (stored) => (hasContacts(stored) ? contactsIn(stored) : null),
    onEnd: () => ({ licredencial: 0 }),
  }),
  credenciais: kind<Credencial>({
    key: ['credencialid'],
    empty: {
      empresaid: '',
      usuarioid: '',
      credencialid: '',
      cpf: '',
      nome: '',
      telefone: '',
      email: '',
      qrcode: '',
      tipo: '',
      controle: '',
    },
    personal: ['nome', 'telefone', 'email'],
    onErasure: gone,
  }),
  chaves: kind<Stored['chaves']>({
    key: ['chave'],
    empty: { chave: '', ...newChave('') },
    owner: { kind: 'credenciais', idIn: ({ credencialid }) => credencialid },
    personal: ['respostas'],
    // On Firestore a guest may have registered between two pages.
    onErasure: orphan,
  }),
  avips: kind<Avip>({
    key: ['vipid'],
    empty: { vipid: '', cpf: '', nome: '', tipo: '', controle: '', usuarioid: '' },
    onErasure: gone,
  }),
  reservas: kind<Reserva>({
    key: ['reservaid'],
    empty: usadaFor('', '', '', 0),
    // A hold that is still pendente keeps its browser.
    onErasure({ estado, origem, sid }) {
      const left = estado === 'usada' || estado === 'liberada' ? '' : sid
      return origem === null && sid === left ? null : { origem: null, sid: left }
    },
    onEnd: gone,
  }),
  aparelhos: kind<Aparelho>({
    key: ['aparelhoid'],
    empty: { aparelhoid: '', nome: '', papel: 'porta', codigo: null, codigoate: 0, ...UNPAIRED },
    onErasure: ({ nome }) => (nome === '' ? null : { nome: '' }),
    onEnd: ({ papel }) => (papel === 'porta' ? 'gone' : null),
  }),
  pareamentos: kind<Pareamento>({
    key: ['segredo'],
    empty: newPareamento('', '', 0),
    owner: { kind: 'aparelhos', idIn: ({ aparelhoid }) => aparelhoid },
    onErasure: ({ fechadoem }) => (fechadoem === null ? null : 'gone'),
    // The pairings of the door's browsers end with the event, as the browsers do.
    onEnd: orphan,
  }),
  entradas: kind<Entrada>({
    key: ['entradaid'],
    empty: {
      entradaid: '',
      credencialid: '',
      aparelhoid: '',
      seq: 0,
      lidaem: 0,
      desvio: 0,
      modo: 'painel',
      recebidaem: 0,
      anula: null,
      anotado: null,
    },
    onErasure: ({ anotado }) => (anotado === null ? null : { anotado: null }),
    onEnd: gone,
  }),
  historico: kind<LinhaDoHistorico>({
    key: ['historicoid'],
    empty: { historicoid: '', quem: '', em: 0, ato: 'gravou-empresas', alvo: '', detalhe: '' },
    onEnd: gone,
  }),
  convites: kind<ConvitePessoal>({
    key: ['codigo'],
    empty: { ...newConvite('', ''), rotulo: '', reservaid: '', criadoem: 0 },
    personal: ['rotulo', 'telefone', 'nota'],
    onErasure: (convite) => (namesNobody(convite) ? null : NAMES_NOBODY),
    onEnd: gone,
  }),
  mesas: kind<Mesa>({
    key: ['empresaid'],
    empty: newMesa(''),
    personal: ['telefone', 'motivo'],
    onErasure: ({ motivo }) => (motivo === '' ? null : { motivo: '' }),
    onContacts: ({ telefone }) => (telefone === '' ? null : { telefone: '' }),
  }),
  desistencias: kind<Desistencia>({
    key: ['credencialid'],
    empty: { credencialid: '', em: 0, por: 'convidado', desfeitaem: null, empresaid: null, reservaid: null },
    onErasure: gone,
  }),
  envios: kind<Envio>({
    key: ['tipo', 'para'],
    empty: { tipo: 'mesa', para: '', versao: 0, numero: '', estado: 'pego', em: 0, quem: '', ate: null },
    onErasure: gone,
  }),
  textos: kind<Texto>({ key: ['tipo'], empty: { tipo: 'mesa', abertura: '', recado: '' }, onEnd: gone }),
  imagens: kind<Imagem>({
    key: ['imagemid'],
    empty: null,
    onErasure: ({ imagemid }) => (imagemid.startsWith(PREPARO) ? 'gone' : null),
  }),
  eventos: kind<EventoGuardado>({ key: [], empty: null }),
  planilhas: kind<PlanilhaEnviada>({
    key: ['planilhaid'],
    empty: { planilhaid: '', enviadaem: 0, tipo: 'convidados', arquivo: '', bytes: new Uint8Array() },
    personal: ['bytes'],
    onErasure: gone,
  }),
  andamentos: kind<Andamento>({
    key: ['planilhaid'],
    empty: {
      planilhaid: '',
      enviadaem: 0,
      tipo: 'convidados',
      arquivo: '',
      fase: 'lendo',
      quem: '',
      vistaem: 0,
      ...NOTHING_DONE,
    },
    onErasure: gone,
  }),
  importados: kind<Importado>({
    key: ['importadoid'],
    empty: {
      importadoid: '',
      planilhaid: '',
      tipo: 'convidado',
      alvo: '',
      marca: '',
      mudancas: '',
      desfeitoem: null,
    },
    onErasure: gone,
  }),
  meta: kind<Meta>({ key: ['nome'], empty: { nome: '', valor: '' } }),
}

/** The only event's id, which no field gives. */
export const EVENTO = 'evento'

export function idOf<K extends Kind>(kind: K, record: Stored[K]): string {
  const { key } = RECORDS[kind]
  return key.length === 0 ? EVENTO : key.map((field) => String(record[field])).join(' ')
}

/** The id of the note on one message, or on one label. */
export const envioId = ({ tipo, para }: Pick<Envio, 'tipo' | 'para'>) => `${tipo} ${para}`

/** The required value of a field: equal to this, or within bounds. Only one field may have bounds. */
export type Wanted<Value> = Value | Bounds<Value>

export interface Bounds<Value> {
  not?: Value
  above?: Value
  atMost?: Value
  below?: Value
}

export type Where<Record> = { [Field in keyof Record]?: Wanted<Record[Field]> }

export function isBounds<Value>(wanted: Wanted<Value>): wanted is Bounds<Value> {
  return typeof wanted === 'object' && wanted !== null && !(wanted instanceof Uint8Array)
}

/** Makes a test for a question's records, for storage that cannot search for them itself. */
export function testOf(where: object): (record: object) => boolean {
  const tests = Object.entries(where).map(([field, wanted]) => testOfField(field, wanted))
  return (record) => tests.every((test) => test(record as Record<string, unknown>))
}

function testOfField(field: string, wanted: unknown): (record: Record<string, unknown>) => boolean {
  if (!isBounds(wanted)) return (record) => own(record, field) === wanted
  const { not, above, atMost, below } = wanted as { not?: unknown } & Record<string, string | number>
  return (record) => {
    const value = own(record, field)
    if (not !== undefined && value === not) return false
    if ((above ?? atMost ?? below) === undefined) return true
    // Null is within no bounds.
    if (typeof value !== 'string' && typeof value !== 'number') return false
    return (
      (above === undefined || value > above) &&
      (atMost === undefined || value <= atMost) &&
      (below === undefined || value < below)
    )
  }
}

/** Records of a kind, in the order of their ids. */
export interface Page<Record> {
  records: Record[]
  /** Where the next page starts; null after the last one. */
  next: string | null
}

/** What a query can read. An adapter answers it as of one instant, if it can. */
export interface Reads {
  get: <K extends Kind>(kind: K, id: string) => Stored[K] | null
  /** Records that have these values, in no order. */
  find: <K extends Kind>(kind: K, where: Where<Stored[K]>, limit?: number) => Stored[K][]
  /** The ids of such records, because the contents of uploads and pictures are megabytes. */
  ids: <K extends Kind>(kind: K, where: Where<Stored[K]>, limit?: number) => string[]
  count: <K extends Kind>(kind: K, where: Where<Stored[K]>) => number
  page: <K extends Kind>(kind: K, after: string | null, size?: number) => Page<Stored[K]>
}

/** What an act can read and write, inside one transaction. It reads its own writes. */
export interface Records extends Reads {
  /** Reads a record that must stay as it is until the act is done, even if others commit meanwhile. */
  hold: <K extends Kind>(kind: K, id: string) => Stored[K] | null
  /**
   * Stores a record in place of one with the same id; other data stored under that id stays. A credencial is
   * only ever created.
   * @throws when a credencial of this id is stored
   */
  put: <K extends Kind>(kind: K, record: Stored[K]) => void
  /** Changes fields of a stored record; does nothing if there is none. */
  change: <K extends Kind>(kind: K, id: string, fields: Partial<Stored[K]>) => void
  delete: (kind: Kind, id: string) => void
  /** Deletes all of a kind, on storage whose transactions take any number of writes. */
  clear: (kind: Kind) => void
  /** This millisecond, or the first one after it, under which no credencial is stored. */
  freeId: (now: number) => string
}
