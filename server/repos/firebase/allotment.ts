import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import type { ClaimRequest } from '../../domain/claim.ts'
import { parseEmpresa } from '../../domain/empresa.ts'
import { DuplicateEmpresaError } from '../../domain/errors.ts'
import { PACE_MS } from '../../domain/limits-per-address.ts'
import { isEnded, isGuardada, type Allotment, type AllotmentChange } from '../../domain/reserva.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { mesaIdOf, PESSOAL, reservaDocument, reservaFrom, ritmosOf } from './documents.ts'
import type { Unit } from './unit.ts'

/** A company and its reservas as one unit of work sees them, changes of earlier acts of the group included. */
export interface OpenAllotment {
  read(request: Pick<ClaimRequest, 'sid' | 'origem' | 'now'>): Allotment
  write(change: AllotmentChange | null): void
}

/**
 * Reads a company, its pendentes, and what an address has of it. The company first: a change of its number after
 * that makes the commit fail.
 * @param pace the address whose pace counts, and the instant; null when none does
 * @param pessoal the `sid` of a personal invitation that is to pay; null when none is
 * @returns null when there is no such company
 */
export async function openAllotment(
  connection: Connection,
  unit: Unit,
  empresaid: string,
  pace: { origem: string | null; now: number } | null = null,
  pessoal: string | null = null,
): Promise<OpenAllotment | null> {
  const path = `empresa/${empresaid}`
  const empresa = await unit.once(path, () => findEmpresa(connection, empresaid))
  if (!empresa) return null
  unit.track(empresa)
  const trackAll = (query: Query) => async () => {
    for (const reserva of await getAll(query)) unit.track(reserva)
  }
  await Promise.all([
    unit.once(`${path}/mesa`, async () => {
      unit.track(await within(ATTEMPT_MS, connection.mesas.doc(mesaIdOf(empresaid)).get()))
    }),
    ...(pessoal === null
      ? []
      : [unit.once(`${path}/${pessoal}`, trackAll(pessoalOf(connection, empresaid, pessoal)))]),
    unit.once(`${path}/pendentes`, trackAll(pendentesOf(connection, empresaid))),
    ...(pace?.origem ? ritmosOf(pace.origem, pace.now) : []).map((ritmo) =>
      unit.once(`${path}/${ritmo}`, trackAll(takenAt(connection, empresaid, ritmo))),
    ),
  ])
  return allotmentIn(connection, unit, empresaid)
}

/** A company the unit has read. @throws Error for any other */
export function allotmentIn(connection: Connection, unit: Unit, empresaid: string): OpenAllotment {
  const found = unit.known(`empresa/${empresaid}`) as { result: QueryDocumentSnapshot | null } | null
  const ref = found?.result?.ref
  if (!ref) throw new Error('[firebase] a company is written that was not read')
  return {
    read({ sid, origem, now }) {
      const all = unit
        .list(connection.reservas)
        .map(({ id, document }) => reservaFrom(id, document))
        .filter((reserva) => reserva.empresaid === empresaid)
      const pendentes = all.filter(({ estado }) => estado === 'pendente')
      return {
        empresa: parseEmpresa(empresaid, unit.get(ref) ?? {}),
        isFechada: unit.get(connection.mesas.doc(mesaIdOf(empresaid)))?.fechada === true,
        mine: pendentes.find((reserva) => reserva.sid === sid) ?? null,
        ended: pendentes.filter((reserva) => isEnded(reserva, now)),
        heldFromOrigem: pendentes.filter((r) => r.origem === origem && !isEnded(r, now) && !isGuardada(r))
          .length,
        takenFromOrigem: all.filter((r) => r.origem === origem && r.criadaem > now - PACE_MS).length,
      }
    },
    write(change) {
      if (!change) return
      unit.set(ref, { ...unit.get(ref), licredencial: change.licredencial })
      for (const reserva of change.release) {
        unit.set(
          connection.reservas.doc(reserva.reservaid),
          reservaDocument(connection, { ...reserva, estado: 'liberada' }),
        )
      }
      for (const reserva of change.store)
        unit.set(connection.reservas.doc(reserva.reservaid), reservaDocument(connection, reserva))
    },
  }
}

/**
 * The company's document, found by its field: its document may have another name, and the field may be a number.
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
 * The documents of companies, by as many reads as there are.
 * @returns what finds one of them, and throws as {@link findEmpresa} does
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

/** What the field may hold for an id. */
export function valuesOfEmpresaid(empresaid: string): (string | number)[] {
  const asNumber = Number(empresaid)
  return String(asNumber) === empresaid ? [empresaid, asNumber] : [empresaid]
}

/** A company's holds that are neither used nor released, ended ones among them. */
export function pendentesOf({ reservas }: Connection, empresaid: string): Query {
  return reservas.where('empresaid', '==', empresaid).where('estado', '==', 'pendente')
}

/** The holds of a company's personal invitations nobody has used. */
export function pessoaisOf({ reservas }: Connection, empresaid: string): Query {
  return reservas.where('empresaid', '==', empresaid).where('estado', '==', PESSOAL)
}

/** The hold of one of them. */
function pessoalOf({ reservas }: Connection, empresaid: string, sid: string): Query {
  return reservas.where('empresaid', '==', empresaid).where('estado', '==', PESSOAL).where('sid', '==', sid)
}

/** The reserva that paid for a guest. */
export function usadaOf({ reservas }: Connection, credencialid: string): Query {
  return reservas.where('credencialid', '==', credencialid).where('estado', '==', 'usada').limit(1)
}

/** The queue of acts on a guest: that of the company whose invitation pays, if one does. */
export async function queueOf(connection: Connection, credencialid: string): Promise<string> {
  const [usada] = await getAll(usadaOf(connection, credencialid))
  return usada ? `empresa/${usada.get('empresaid')}` : `credencial/${credencialid}`
}

/** What an address took of a company in one minute, whatever has become of it. */
function takenAt({ reservas }: Connection, empresaid: string, ritmo: string): Query {
  return reservas.where('empresaid', '==', empresaid).where('ritmo', '==', ritmo)
}

/** All documents of a query. @throws StorageError when Firestore does not answer */
export async function getAll(query: Query, ms = ATTEMPT_MS): Promise<QueryDocumentSnapshot[]> {
  return (await within(ms, query.get())).docs
}

/** Values by as many as a query by `in` takes. */
export function chunksOf<Value>(values: Value[], size = 30): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, n) =>
    values.slice(n * size, (n + 1) * size),
  )
}
