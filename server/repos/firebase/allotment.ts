import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { parseEmpresa } from '../../domain/empresa.ts'
import { DuplicateEmpresaError, isBrokenEmpresa, StorageError } from '../../domain/errors.ts'
import type { AllotmentRequest } from '../../domain/tx.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import {
  type Listed,
  type Pendentes,
  enlist,
  listedIn,
  pendentesDocument,
  pendentesFrom,
  pendentesRef,
} from './pendentes.ts'
import { PESSOAL, recordOf, ritmosOf } from './table.ts'
import type { Document, Unit } from './unit.ts'

/** A company as the unit has read it, and the list of its pendentes, which changes as acts change them. */
export interface House {
  pendentes: Pendentes
  /** Whether the list differs from the stored one. */
  isChanged: boolean
}

/** The key of a company's house in a unit. */
export const houseKey = (empresaid: string) => `allotment/${empresaid}`

type HouseRequest = Pick<AllotmentRequest, 'empresaid' | 'origem' | 'now'>

/** Reads a company and the list of its pendentes. @returns null when there is no such company */
export async function openHouse(
  connection: Connection,
  unit: Unit,
  request: HouseRequest,
): Promise<House | null> {
  const { empresaid } = request
  const listRef = pendentesRef(connection, empresaid)
  const [empresa, listed] = await Promise.all([
    unit.once(`empresa/${empresaid}`, () => trackEmpresa(connection, unit, empresaid)),
    within(ATTEMPT_MS, listRef.get()),
  ])
  if (!empresa) return null
  // Another act may have begun the read and not tracked it yet.
  for (const snapshot of [empresa, listed]) unit.track(snapshot)
  const { ref } = empresa
  const countIn = () => licredencialIn(empresaid, unit.get(ref))
  const known = pendentesFrom(unit.get(listRef) ?? undefined, countIn())
  const pendentes = known ?? (await listAnew(connection, unit, empresa, request))
  const house: House = { pendentes, isChanged: known === null }
  unit.late(listRef, () => (house.isChanged ? pendentesDocument(empresaid, countIn(), pendentes) : null))
  return house
}

/**
 * Builds the list of a company from its reservas, when it has none yet or something else wrote there.
 * Everything is read after the company, so a change of its number since then makes the commit fail.
 * @throws StorageError when the company has changed since it was read: the change wrote the list, too
 */
async function listAnew(
  connection: Connection,
  unit: Unit,
  empresa: QueryDocumentSnapshot,
  { empresaid, origem, now }: HouseRequest,
): Promise<Pendentes> {
  const again = await within(ATTEMPT_MS, empresa.ref.get())
  if (!again.updateTime?.isEqual(empresa.updateTime)) {
    throw new StorageError('[firebase] a company changed while its list was read')
  }
  const paces = origem === null ? [] : ritmosOf(origem, now)
  const queries = [
    pendentesOf(connection, empresaid),
    ...paces.map((ritmo) => takenAt(connection, empresaid, ritmo)),
  ]
  const pendentes: Pendentes = new Map()
  for (const found of await Promise.all(queries.map((query) => getAll(query)))) {
    for (const snapshot of found) {
      unit.track(snapshot)
      enlist(pendentes, recordOf('reservas', snapshot.id, snapshot.data()))
    }
  }
  return pendentes
}

/**
 * Reads reservas of the list into the unit. An earlier release may list reservas that are no longer pendente:
 * they leave the list.
 */
export async function trackListed(
  connection: Connection,
  unit: Unit,
  house: House,
  ids: string[],
): Promise<void> {
  const refs = ids.map((id) => connection.reservas.doc(id)).filter((ref) => !unit.has(ref))
  for (const snapshot of await unit.read(refs)) {
    if (snapshot.get('estado') === 'pendente') continue
    house.pendentes.delete(snapshot.id)
    house.isChanged = true
  }
}

/** The number of invitations a company has used or held; null if it is not valid. */
export function licredencialIn(empresaid: string, stored: Document | null): number | null {
  try {
    return parseEmpresa(empresaid, stored ?? {}).licredencial
  } catch (error) {
    if (!isBrokenEmpresa(error)) throw error
    return null
  }
}

/** Reads a company into the unit. */
export async function trackEmpresa(
  connection: Connection,
  unit: Unit,
  empresaid: string,
): Promise<QueryDocumentSnapshot | null> {
  const found = await findEmpresa(connection, empresaid)
  if (found) unit.track(found)
  return found
}

/**
 * The pendentes of a company, without personal ones, for display only: from its list when that matches the
 * company's number, else from the reservas.
 * @param empresa the company as read with them; null takes the list whatever its number
 */
export async function readPendentes(
  connection: Connection,
  empresaid: string,
  empresa: Promise<QueryDocumentSnapshot | null> | null,
): Promise<Listed[]> {
  const [found, company] = await Promise.all([
    within(ATTEMPT_MS, pendentesRef(connection, empresaid).get()),
    empresa,
  ])
  const stored = found.data()
  const number = licredencialIn(empresaid, company?.data() ?? null)
  const known = empresa === null ? stored && listedIn(stored) : pendentesFrom(stored, number)
  const pendentes: Pendentes = known ?? new Map<string, Listed>()
  if (!known) {
    for (const reserva of await getAll(pendentesOf(connection, empresaid)))
      enlist(pendentes, recordOf('reservas', reserva.id, reserva.data()))
  }
  return [...pendentes.values()].filter(({ isOpen }) => isOpen)
}

/**
 * The company's document, found by its field: the document may have another name, and the field may be a
 * number.
 * @throws DuplicateEmpresaError when more than one company has the id
 */
export async function findEmpresa(
  { empresas }: Connection,
  empresaid: string,
): Promise<QueryDocumentSnapshot | null> {
  const found = getAll(empresas.where('empresaid', 'in', valuesOfEmpresaid(empresaid)).limit(2))
  return oneOf(empresaid, await found)
}

function oneOf(empresaid: string, found: QueryDocumentSnapshot[]): QueryDocumentSnapshot | null {
  const [first = null, second] = found
  if (first && second) throw new DuplicateEmpresaError(empresaid, [first.id, second.id])
  return first
}

/**
 * The documents of companies, in as many reads as there are companies.
 * @returns a function that finds one of them, and throws as {@link findEmpresa} does
 */
export async function findEmpresas(
  connection: Connection,
  empresaids: string[],
): Promise<(empresaid: string) => Promise<QueryDocumentSnapshot | null> | QueryDocumentSnapshot | null> {
  if (empresaids.length <= 1) return (empresaid) => findEmpresa(connection, empresaid)
  const values = empresaids.flatMap(valuesOfEmpresaid)
  const queries = chunksOf(values).map((some) => getAll(connection.empresas.where('empresaid', 'in', some)))
  const found = (await Promise.all(queries)).flat()
  return (empresaid) =>
    oneOf(
      empresaid,
      found.filter((one) => String(one.get('empresaid')) === empresaid),
    )
}

/** The values the field may have for an id. */
export function valuesOfEmpresaid(empresaid: string): (string | number)[] {
  const asNumber = Number(empresaid)
  return String(asNumber) === empresaid ? [empresaid, asNumber] : [empresaid]
}

/** A company's holds that are neither used nor released, including ended ones. */
export function pendentesOf({ reservas }: Connection, empresaid: string): Query {
  return reservas.where('empresaid', '==', empresaid).where('estado', '==', 'pendente')
}

/** The holds of a company's unused personal invitations. */
export function pessoaisOf({ reservas }: Connection, empresaid: string): Query {
  return reservas.where('empresaid', '==', empresaid).where('estado', '==', PESSOAL)
}

/** The reserva that paid for a guest. */
export function usadaOf({ reservas }: Connection, credencialid: string): Query {
  return reservas.where('credencialid', '==', credencialid).where('estado', '==', 'usada').limit(1)
}

/** The queue for acts on a guest: its company's, if a company's invitation pays for the guest. */
export async function queueOf(connection: Connection, credencialid: string): Promise<string> {
  const [usada] = await getAll(usadaOf(connection, credencialid))
  return usada ? `empresa/${usada.get('empresaid')}` : `credencial/${credencialid}`
}

/** What an address took from a company in one minute, whatever became of it. */
function takenAt({ reservas }: Connection, empresaid: string, ritmo: string): Query {
  return reservas.where('empresaid', '==', empresaid).where('ritmo', '==', ritmo)
}

/** All documents of a query. @throws StorageError when Firestore does not answer */
export async function getAll(query: Query, ms = ATTEMPT_MS): Promise<QueryDocumentSnapshot[]> {
  return (await within(ms, query.get())).docs
}

/** Splits values into groups as large as an `in` query takes. */
export function chunksOf<Value>(values: Value[], size = 30): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, n) =>
    values.slice(n * size, (n + 1) * size),
  )
}
