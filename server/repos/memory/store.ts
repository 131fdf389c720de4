import { newestFirst, type LinhaDoHistorico } from '../../domain/historico.ts'
import { RECORDS, type Kind, type Stored } from '../../domain/records.ts'
import { createPainel, type Painel } from '../painel.ts'

/** Records by their ids, a map for each kind. */
export type MemoryStore = { [K in Kind]: Map<string, Stored[K]> }

/** All repositories share one store. Each act runs in one turn of the event loop, its transaction. */
export function createMemoryStore(): MemoryStore {
  return Object.fromEntries(Object.keys(RECORDS).map((kind) => [kind, noting()])) as MemoryStore
}

/** The board of a store: kept, and updated by the records written since the last call. */
export function painelOf(store: MemoryStore): Painel {
  const painel = paineis.get(store) ?? newPainel(store)
  const linhas: LinhaDoHistorico[] = []
  const isWhole = [
    putWritten(store.credenciais, (id, credencial) => painel.putCredencial(id, credencial)),
    putWritten(store.desistencias, (id, desistencia) => painel.putDesistencia(id, desistencia)),
    putWritten(store.empresas, (empresaid, stored) => painel.putEmpresa(empresaid, stored)),
    putWritten(store.convites, (codigo, convite) => painel.putConvite(codigo, convite)),
    follow(store.chaves, (_, chave) => painel.putChave(chave)),
    follow(store.reservas, (_, reserva) => painel.putReserva(reserva)),
    follow(store.entradas, (_, entrada) => painel.putEntrada(entrada)),
    putWritten(store.envios, (id, envio) => painel.putEnvios(id, envio ? [envio] : [])),
    follow(store.aparelhos, (_, aparelho) => painel.putAparelho(aparelho)),
    follow(store.mesas, (_, mesa) => painel.putMesa(mesa)),
    follow(store.historico, (_, linha) => linhas.push(linha)),
  ]
  for (const linha of linhas.sort(newestFirst).reverse()) painel.putLinha(linha)
  if (!isWhole.includes(false)) return painel
  paineis.delete(store)
  return painelOf(store)
}

const paineis = new WeakMap<MemoryStore, Painel>()

function newPainel(store: MemoryStore): Painel {
  for (const map of Object.values(store)) for (const key of map.keys()) written.get(map)?.add(key)
  const painel = createPainel()
  paineis.set(store, painel)
  return painel
}

/** The keys of a map that were written or deleted since the board was last read. */
const written = new WeakMap<object, Set<string>>()

/** A map that notes its writes. Its constructor is Map’s, so that it compares as equal to a copy. */
function noting<Value>(): Map<string, Value> {
  const map = new Map<string, Value>()
  const keys = new Set<string>()
  written.set(map, keys)
  const { prototype } = Map<string, Value>
  const methods = {
    set: (key: string, value: Value) => (keys.add(key), prototype.set.call(map, key, value)),
    delete: (key: string) => (keys.add(key), prototype.delete.call(map, key)),
    clear() {
      for (const key of map.keys()) keys.add(key)
      prototype.clear.call(map)
    },
  }
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(map, name, { value })
  return map
}

/** @param put null removes it from the board */
function putWritten<Value>(
  map: Map<string, Value>,
  put: (key: string, value: Value | null) => void,
): boolean {
  const keys = written.get(map) ?? new Set()
  for (const key of keys) put(key, map.get(key) ?? null)
  keys.clear()
  return true
}

/** @returns false if something is gone that the board cannot remove: then the board is built again */
function follow<Value>(map: Map<string, Value>, put: (key: string, value: Value) => void): boolean {
  let isWhole = true
  putWritten(map, (key, value) => (value === null ? (isWhole = false) : put(key, value)))
  return isWhole
}
