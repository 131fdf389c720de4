import type { Acesso } from '../../domain/acesso.ts'
import type { Avip } from '../../domain/avip.ts'
import type { Credencial } from '../../domain/credencial.ts'
import type { AllotmentChange, Allotment, ConviteRequest } from '../../domain/claim.ts'
import { parseEmpresa, type Empresa } from '../../domain/empresa.ts'
import { isEnded, PACE_MS, type Reserva } from '../../domain/reserva.ts'

/** A guest's natural key, and what lies beside it. */
export interface Chave extends Acesso {
  credencialid: string
  /** Keyed hash of the address that registered; null when none was kept, or it was erased. */
  origem: string | null
  /** Milliseconds since the epoch; null once the address was erased. */
  criadaem: number | null
}

/** Documents as storage holds them; a company's counters may be text, as the product before this one left them. */
export interface MemoryStore {
  empresas: Map<string, Record<string, unknown>>
  reservas: Map<string, Reserva>
  credenciais: Map<string, Credencial>
  /** By natural key: whose it is, and what lies beside it. */
  chaves: Map<string, Chave>
  avips: Map<string, Avip>
  /** Of the CREDENCIAL_SECRET it is used with; null until it is used. */
  mark: string | null
  /** Whether it is a copy nobody has used yet. */
  isCopy: boolean
}

/** Both repositories work on one store; each of their acts runs in one turn of the event loop, which is its transaction. */
export function createMemoryStore(): MemoryStore {
  return {
    empresas: new Map(),
    reservas: new Map(),
    credenciais: new Map(),
    chaves: new Map(),
    avips: new Map(),
    mark: null,
    isCopy: false,
  }
}

export function readEmpresa(store: MemoryStore, empresaid: string): Empresa | null {
  const stored = store.empresas.get(empresaid)
  return stored ? parseEmpresa(empresaid, stored) : null
}

/** A company's holds that are neither used nor released, ended ones among them. */
export function pendentesOf(store: MemoryStore, empresaid: string): Reserva[] {
  return [...store.reservas.values()].filter((r) => r.empresaid === empresaid && r.estado === 'pendente')
}

export function readAllotment(store: MemoryStore, request: ConviteRequest): Allotment | null {
  const empresa = readEmpresa(store, request.empresaid)
  if (!empresa) return null
  const pendentes = pendentesOf(store, request.empresaid)
  const isTaken = (r: Reserva) =>
    r.empresaid === request.empresaid && r.origem === request.origem && r.criadaem > request.now - PACE_MS
  return {
    empresa,
    mine: pendentes.find((r) => r.sid === request.sid) ?? null,
    ended: pendentes.filter((r) => isEnded(r, request.now)),
    heldFromOrigem: pendentes.filter((r) => r.origem === request.origem && !isEnded(r, request.now)).length,
    takenFromOrigem: [...store.reservas.values()].filter(isTaken).length,
  }
}

export function writeAllotment(store: MemoryStore, change: AllotmentChange | null): void {
  if (!change) return
  store.empresas.set(change.empresaid, {
    ...store.empresas.get(change.empresaid),
    licredencial: change.licredencial,
  })
  for (const reserva of change.release)
    store.reservas.set(reserva.reservaid, { ...reserva, estado: 'liberada' })
  if (change.store) store.reservas.set(change.store.reservaid, change.store)
}
