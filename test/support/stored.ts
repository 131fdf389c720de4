import type { Chave } from '../../server/domain/acesso.ts'
import type { Andamento } from '../../server/domain/andamento.ts'
import type { Aparelho } from '../../server/domain/aparelho.ts'
import type { Avip } from '../../server/domain/avip.ts'
import type { ConvitePessoal } from '../../server/domain/convite-pessoal.ts'
import type { Credencial } from '../../server/domain/credencial.ts'
import type { Desistencia } from '../../server/domain/desistencia.ts'
import type { Empresa } from '../../server/domain/empresa.ts'
import type { Entrada } from '../../server/domain/entrada.ts'
import type { Envio, Texto } from '../../server/domain/envio.ts'
import type { EventoGuardado, Imagem } from '../../server/domain/evento-gravado.ts'
import type { LinhaDoHistorico } from '../../server/domain/historico.ts'
import type { Mesa } from '../../server/domain/mesa.ts'
import type { Pareamento } from '../../server/domain/pareamento.ts'
import type { PlanilhaEnviada } from '../../server/domain/planilha-repo.ts'
import type { Reserva } from '../../server/domain/reserva.ts'
import { StorageError } from '../../server/domain/errors.ts'
import type { Storage } from '../../server/domain/storage.ts'
import type { Run } from '../../server/domain/tx.ts'
import { openMemory } from '../../server/repos/memory/index.ts'
import { createMemoryStore, envioKey, EVENTO, type MemoryStore } from '../../server/repos/memory/store.ts'

/** A company as it lies in storage: its counters may be text, and it may have fields of other products. */
export type StoredEmpresa = Partial<Record<keyof Empresa, unknown>> & { empresaid: string }

/** Everything that is stored, by its kind. */
export interface Stored {
  empresas: StoredEmpresa
  credenciais: Credencial
  /** Under a natural key: whose it is, and what lies beside it. */
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
  meta: { nome: string; valor: string }
}

export type Kind = keyof Stored

/** What a test puts into a memory storage and reads of it, past every act. */
export interface Store {
  get: <K extends Kind>(kind: K, id: string) => Stored[K] | null
  /** The records in the order in which they were stored first. */
  all: <K extends Kind>(kind: K) => Stored[K][]
  ids: (kind: Kind) => string[]
  /** The records that have these values. */
  find: <K extends Kind>(kind: K, where: Partial<Stored[K]>) => Stored[K][]
  count: (kind: Kind) => number
  /** Stores a record in place of the one under its id. */
  put: <K extends Kind>(kind: K, record: Stored[K]) => void
  change: <K extends Kind>(kind: K, id: string, fields: Partial<Stored[K]>) => void
  remove: (kind: Kind, id: string) => void
  clear: (kind: Kind) => void
  /** All there is, as it is now, to compare with what there is later. */
  copy: () => object
  /** The storage itself; `run` is another way to run acts on it. */
  open: (run?: Run) => Storage
  /** What the storage is opened on. */
  memory: MemoryStore
}

/** The id of a record: a field of it, but for the one event there is and for messages. */
const ID_OF: { [K in Kind]: (record: Stored[K]) => string } = {
  empresas: ({ empresaid }) => empresaid,
  credenciais: ({ credencialid }) => credencialid,
  chaves: ({ chave }) => chave,
  avips: ({ vipid }) => vipid,
  reservas: ({ reservaid }) => reservaid,
  aparelhos: ({ aparelhoid }) => aparelhoid,
  pareamentos: ({ segredo }) => segredo,
  entradas: ({ entradaid }) => entradaid,
  historico: ({ historicoid }) => historicoid,
  convites: ({ codigo }) => codigo,
  mesas: ({ empresaid }) => empresaid,
  desistencias: ({ credencialid }) => credencialid,
  envios: envioKey,
  textos: ({ tipo }) => tipo,
  imagens: ({ imagemid }) => imagemid,
  eventos: () => EVENTO,
  planilhas: ({ planilhaid }) => planilhaid,
  andamentos: ({ planilhaid }) => planilhaid,
  meta: ({ nome }) => nome,
}

/** A memory storage of its own for each test. */
export function createStore(memory: MemoryStore = createMemoryStore()): Store {
  const maps: Record<Kind, Map<string, unknown>> = {
    ...memory,
    /** Two fields of this storage, which no test writes. */
    get meta() {
      return new Map([
        ['copia', { nome: 'copia', valor: String(memory.isCopy) }],
        ['fingerprint', { nome: 'fingerprint', valor: memory.fingerprint ?? '' }],
      ])
    },
  }
  const mapOf = <K extends Kind>(kind: K) => maps[kind] as Map<string, Stored[K]>
  /** A key lies beside its record in this storage. */
  const recordOf = <K extends Kind>(kind: K, id: string, record: Stored[K]): Stored[K] =>
    kind === 'chaves' ? { ...record, chave: id } : record
  const all = <K extends Kind>(kind: K) => [...mapOf(kind)].map(([id, record]) => recordOf(kind, id, record))
  const get = <K extends Kind>(kind: K, id: string) => {
    const record = mapOf(kind).get(id)
    return record === undefined ? null : recordOf(kind, id, record)
  }
  const put = <K extends Kind>(kind: K, record: Stored[K]) => {
    const id = ID_OF[kind](record)
    const stored = { ...record }
    if (kind === 'chaves') Reflect.deleteProperty(stored, 'chave')
    mapOf(kind).set(id, stored)
  }
  return {
    get,
    all,
    ids: (kind) => [...mapOf(kind).keys()],
    find(kind, where) {
      const wanted = Object.entries(where)
      const has = (record: object) => wanted.every(([field, value]) => Reflect.get(record, field) === value)
      return all(kind).filter(has)
    },
    count: (kind) => mapOf(kind).size,
    put,
    change(kind, id, fields) {
      const record = get(kind, id)
      if (!record) throw new Error(`nothing is stored in ${kind} under ${id}`)
      put(kind, { ...record, ...fields })
    },
    remove: (kind, id) => void mapOf(kind).delete(id),
    clear: (kind) => mapOf(kind).clear(),
    copy: () => structuredClone(Object.fromEntries(KINDS.map((kind) => [kind, mapOf(kind)]))),
    open: (run) => openMemory(memory, run),
    memory,
  }
}

const KINDS = Object.keys(ID_OF) as Kind[]

type Repo = Exclude<keyof Storage, 'backups' | 'check' | 'close'>

/** A storage on the given store of which one repository does otherwise. */
export const otherwise =
  <R extends Repo>(repo: R, change: (own: Storage[R]) => Partial<Storage[R]>) =>
  (store: Store): { storage: Storage } => {
    const memory = store.open()
    return { storage: { ...memory, [repo]: { ...memory[repo], ...change(memory[repo]) } } }
  }

/** What a repository whose database is away answers to everything. */
export const down = (): Promise<never> => Promise.reject(new StorageError('[test] down'))
