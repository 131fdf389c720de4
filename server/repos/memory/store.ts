import type { Chave } from '../../domain/acesso.ts'
import type { Aparelho } from '../../domain/aparelho.ts'
import { avipOf, type Avip } from '../../domain/avip.ts'
import type { Credencial } from '../../domain/credencial.ts'
import type { ConviteRequest } from '../../domain/claim.ts'
import type { ConvitePessoal } from '../../domain/convite-pessoal.ts'
import { liveOf, type Desistencia } from '../../domain/desistencia.ts'
import { parseEmpresa, type Empresa } from '../../domain/empresa.ts'
import { admissionsIn, instantOf, type Entrada } from '../../domain/entrada.ts'
import type { Feito } from '../../domain/historico.ts'
import type { Mesa } from '../../domain/mesa.ts'
import type { Payer } from '../../domain/payment.ts'
import type { PlanilhaEnviada } from '../../domain/planilha-repo.ts'
import type { RegisterFacts, RegisterRequest, RegisterWrites } from '../../domain/register.ts'
import { PACE_MS } from '../../domain/limits-per-address.ts'
import { isEnded, type Allotment, type AllotmentChange, type Reserva } from '../../domain/reserva.ts'

/** Documents as storage holds them; a company's counters may be text, as the product before this one left them. */
export interface MemoryStore {
  empresas: Map<string, Record<string, unknown>>
  reservas: Map<string, Reserva>
  credenciais: Map<string, Credencial>
  /** By natural key: whose it is, and what lies beside it. */
  chaves: Map<string, Chave>
  avips: Map<string, Avip>
  aparelhos: Map<string, Aparelho>
  entradas: Map<string, Entrada>
  /** By codigo. */
  convites: Map<string, ConvitePessoal>
  /** By empresaid; one that is missing is as `newMesa` says. */
  mesas: Map<string, Mesa>
  /** By credencialid. */
  desistencias: Map<string, Desistencia>
  /** By historicoid. */
  historico: Map<string, Feito>
  planilhas: Map<string, PlanilhaEnviada>
  /** Of the CREDENCIAL_SECRET it is used with; null until it is used. */
  fingerprint: string | null
  /** Whether it is a copy nobody has used yet. */
  isCopy: boolean
}

/** All repositories work on one store; each of their acts runs in one turn of the event loop, which is its transaction. */
export function createMemoryStore(): MemoryStore {
  return {
    empresas: new Map(),
    reservas: new Map(),
    credenciais: new Map(),
    chaves: new Map(),
    avips: new Map(),
    aparelhos: new Map(),
    entradas: new Map(),
    convites: new Map(),
    mesas: new Map(),
    desistencias: new Map(),
    historico: new Map(),
    planilhas: new Map(),
    fingerprint: null,
    isCopy: false,
  }
}

export function readEmpresa(store: MemoryStore, empresaid: string): Empresa | null {
  const stored = store.empresas.get(empresaid)
  return stored ? parseEmpresa(empresaid, stored) : null
}

/** A company's holds that are neither used nor released, ended ones among them. */
/** When a guest was first admitted; null while outside. */
export function dentroDesdeOf(store: MemoryStore, credencialid: string): number | null {
  const [first] = admissionsIn([...store.entradas.values()].filter((e) => e.credencialid === credencialid))
  return first ? instantOf(first) : null
}

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
    isFechada: store.mesas.get(request.empresaid)?.fechada ?? false,
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
  for (const reserva of change.store) store.reservas.set(reserva.reservaid, reserva)
}

/** The reserva usada that paid for a credencial. */
export function usadaOf(store: MemoryStore, credencialid: string): Reserva | null {
  const isPayer = (r: Reserva) => r.credencialid === credencialid && r.estado === 'usada'
  return [...store.reservas.values()].find(isPayer) ?? null
}

/** The company whose invitation pays for a credencial. */
export function payerOf(store: MemoryStore, credencialid: string): Payer | null {
  const reserva = usadaOf(store, credencialid)
  const empresa = reserva && readEmpresa(store, reserva.empresaid)
  return empresa && { reserva, empresa }
}

/** Erases a credencial with key, avip, withdrawal and the label of its personal invitation. @returns false when there is none */
export function eraseGuest(store: MemoryStore, credencialid: string): boolean {
  const { credenciais, avips, chaves } = store
  if (!credenciais.delete(credencialid)) return false
  avips.delete(credencialid)
  store.desistencias.delete(credencialid)
  for (const [codigo, convite] of store.convites)
    if (store.reservas.get(convite.reservaid)?.credencialid === credencialid)
      store.convites.set(codigo, { ...convite, rotulo: '' })
  for (const [key, chave] of chaves) if (chave.credencialid === credencialid) chaves.delete(key)
  return true
}

/** Appends an act to the history. */
export function putFeito(store: MemoryStore, feito: Feito | null): void {
  if (feito && !store.historico.has(feito.historicoid)) store.historico.set(feito.historicoid, feito)
}

/** The guest stored under a natural key. */
export function knownUnder(store: MemoryStore, key: string | null): RegisterFacts['known'] {
  const chave = key === null ? undefined : store.chaves.get(key)
  const credencial = chave && store.credenciais.get(chave.credencialid)
  if (key === null || !credencial) return null
  const desistencia = liveOf(store.desistencias.get(chave.credencialid))
  return { credencial, chave, key, isPaid: usadaOf(store, chave.credencialid) !== null, desistencia }
}

export function readFacts(store: MemoryStore, request: RegisterRequest): RegisterFacts {
  const { chave, chaveAntiga, claim, now } = request
  let freeId = now
  while (store.credenciais.has(String(freeId))) freeId++
  return {
    known: knownUnder(store, chave) ?? knownUnder(store, chaveAntiga),
    allotment: claim && readAllotment(store, claim),
    freeId: String(freeId),
  }
}

export function writeRegistration(store: MemoryStore, writes: RegisterWrites): void {
  if (writes.credencial) putCredencial(store, writes.credencial)
  if (writes.chave) store.chaves.set(writes.key, writes.chave)
  writeAllotment(store, writes.change)
  if (writes.desistencia) store.desistencias.set(writes.desistencia.credencialid, writes.desistencia)
  putFeito(store, writes.feito)
}

/** The avip lies beside the credencial, so both are stored at once. */
export function putCredencial(store: MemoryStore, credencial: Credencial): void {
  store.credenciais.set(credencial.credencialid, credencial)
  store.avips.set(credencial.credencialid, avipOf(credencial))
}
