import { parseEmpresa } from '../../domain/empresa.ts'
import type { EmpresaConvites, EmpresaRepo } from '../../domain/empresa-repo.ts'
import { notasOf } from '../../domain/envio.ts'
import { isEnded } from '../../domain/reserva.ts'
import { byEmpresaid, convitesOf, listedIn as convitesIn } from '../empresas-listed.ts'
import { findEmpresa, getAll, pessoaisOf, readPendentes, trackEmpresa } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import { envioRef, forgetEnvio } from './envio-repo.ts'
import { listedIn, pendentesRef } from './pendentes.ts'
import { PESSOAL, mesaFrom, mesaIdOf, recordOf, recordsOf } from './table.ts'
import type { Unit } from './unit.ts'

/** How often all reservas are searched for holds that have ended. */
const LOOK_THROUGH_MS = 3_600_000

/** Queries about companies: their pendentes come from the lists kept for them, at one read each. */
export function createEmpresaQueries(connection: Connection): Pick<EmpresaRepo, 'find' | 'list'> {
  const { reservas } = connection

  const readReservas = async (query: FirebaseFirestore.Query) => recordsOf('reservas', await getAll(query))

  const find = async (empresaid: string, now: number): Promise<EmpresaConvites | null> => {
    const finding = findEmpresa(connection, empresaid)
    const [found, pendentes, pessoais, mesa] = await Promise.all([
      finding,
      readPendentes(connection, empresaid, finding),
      within(ATTEMPT_MS, pessoaisOf(connection, empresaid).count().get()),
      within(ATTEMPT_MS, connection.mesas.doc(mesaIdOf(empresaid)).get()),
    ])
    if (!found) return null
    const ended = pendentes.filter((reserva) => isEnded(reserva, now)).length
    const { count } = pessoais.data()
    return convitesOf(
      parseEmpresa(empresaid, found.data()),
      { all: pendentes.length + count, ended, pessoais: count },
      mesaFrom(empresaid, mesa.data()),
    )
  }

  return {
    find: (empresaid, now) => within(DEADLINE_MS, find(empresaid, now)),

    async list(now) {
      const [pendentes, pessoais, mesas] = await Promise.all([
        readReservas(reservas.where('estado', '==', 'pendente')),
        readReservas(reservas.where('estado', '==', PESSOAL)),
        getAll(connection.mesas, DEADLINE_MS),
      ])
      const mesaOf = new Map(recordsOf('mesas', mesas).map((mesa) => [mesa.empresaid, mesa]))
      return convitesIn(await readEmpresas(connection), [...pendentes, ...pessoais], mesaOf, now)
    },
  }
}

/** All companies by empresaid, and those stored twice or more. */
export async function readEmpresas({ empresas }: Connection) {
  const { docs } = await within(DEADLINE_MS, empresas.get())
  return byEmpresaid(new Map(docs.map((snapshot) => [snapshot.id, snapshot.data()])))
}

/** How many of a company's documents of each kind are erased per commit; other acts share the commit. */
const ERASED_AT_ONCE = 30

/**
 * Reads a company into the unit, with its mesa, its list, the first of its personal invitations and reservas,
 * and what was noted of sending them.
 */
export async function openRemoval(connection: Connection, unit: Unit, empresaid: string) {
  const { convites, reservas, mesas } = connection
  const empresa = await unit.once(`empresa/${empresaid}`, () => trackEmpresa(connection, unit, empresaid))
  const refs = [mesas.doc(mesaIdOf(empresaid)), pendentesRef(connection, empresaid)]
  const [house, ...beside] = await Promise.all([
    unit.read(refs),
    ...[convites, reservas].map((collection) =>
      getAll(collection.where('empresaid', '==', empresaid).limit(ERASED_AT_ONCE)),
    ),
  ])
  const isWhole = beside.every((page) => page.length < ERASED_AT_ONCE)
  const erased = [...beside.flat(), ...(isWhole ? [...house, ...(empresa ? [empresa] : [])] : [])]
  const codigos = beside[0]?.map(({ id }) => id) ?? []
  const notas = [
    ...notasOf('empresas', empresaid),
    ...codigos.flatMap((codigo) => notasOf('convites', codigo)),
  ]
  for (const snapshot of erased) unit.track(snapshot)
  await unit.read(notas.map(({ tipo, para }) => envioRef(connection, tipo, para)))
  return {
    /** True if this commit erases everything; if not, the company itself stays until a later one. */
    isWhole,
    /** Neither may be created by anyone else meanwhile, even if it does not exist yet. */
    house: refs,
    erase() {
      for (const { ref } of erased) if (unit.get(ref)) unit.delete(ref)
      for (const { tipo, para } of notas) forgetEnvio(connection, unit, tipo, para)
    },
  }
}

/**
 * Finds the companies with holds that have ended: by their lists, and once an hour by the reservas
 * themselves, because an earlier release running alongside this one does not write lists, and neither does a
 * transfer. A list that lacks an ended hold is erased, because holds are released from the list alone. The
 * list's number may still match: an earlier release that gave one hold back and took another left the number
 * unchanged.
 */
export function createFindEnded(connection: Connection): (now: number) => Promise<Set<string>> {
  const { db, reservas, pendentes } = connection
  const progress = db.collection('meta').doc('pendentes')
  /** When all reservas were last searched, as this process knows. */
  let lookedThrough = -Infinity
  const isFresh = (now: number) => now - lookedThrough < LOOK_THROUGH_MS

  return async (now) => {
    const ended = await getAll(pendentes.where('proximo', '<=', now))
    const companies = new Set(ended.map((found) => String(found.get('empresaid'))))
    if (isFresh(now)) return companies
    lookedThrough = Number((await within(ATTEMPT_MS, progress.get())).get('em') ?? -Infinity)
    if (isFresh(now)) return companies
    const lists = new Map(ended.map((found) => [String(found.get('empresaid')), listedIn(found.data())]))
    const lacking = new Set<string>()
    for (const found of await getAll(reservas.where('estado', '==', 'pendente'))) {
      const { empresaid, reservaid, ...reserva } = recordOf('reservas', found.id, found.data())
      if (!isEnded(reserva, now)) continue
      companies.add(empresaid)
      if (!lists.get(empresaid)?.get(reservaid)?.isOpen) lacking.add(empresaid)
    }
    for (const empresaid of lacking) await within(ATTEMPT_MS, pendentesRef(connection, empresaid).delete())
    await within(ATTEMPT_MS, progress.set({ em: now }))
    lookedThrough = now
    return companies
  }
}
