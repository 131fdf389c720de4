import type { Query } from 'firebase-admin/firestore'
import { NINGUEM } from '../../domain/casa.ts'
import { PACE_MS } from '../../domain/convites-per-address.ts'
import { idOf, testOf, type Kind, type Records, type Stored, type Where } from '../../domain/records.ts'
import { ENDED_AT_ONCE, type Reserva } from '../../domain/reserva.ts'
import { type House, getAll, houseKey, openHouse, pendentesOf, trackListed, usadaOf } from './allotment.ts'
import type { Asking } from './asking.ts'
import { envioRef, enviosIn, forgetEnvio, partsOfEnvioId, putEnvio } from './envio-repo.ts'
import { makeDue } from './open-convidado.ts'
import { type Listed, enlist, pendentesRef, shortHash } from './pendentes.ts'
import { changeOf, type Plain, documentOf, queryOf, recordOf, recordsIn, refOf } from './table.ts'
import { type Document, OvertakenError } from './unit.ts'

/** The verbs of storage in a unit of work: reads are requested, and writes made once nothing is missing. */
export interface UnitRecords extends Records {
  /** Forgets what the previous run has written. */
  begin: () => void
  /** Queues a change of the unit that the verbs do not write, in its turn. */
  write: (change: () => void) => void
  /** Writes into the unit what the run wrote. */
  apply: () => void
}

type Question = Record<string, unknown>

const isPlain = (kind: Kind): kind is Plain => !['avips', 'envios', 'planilhas', 'imagens'].includes(kind)

/** @param isDeciding false for a query, which does not read what detects a conflict between two acts */
export function openRecords(
  { connection, unit, known, document, demand, ...asking }: Asking,
  isDeciding = true,
): UnitRecords {
  const { aparelhos, chaves, credenciais, outbox, reservas, serverTime } = connection
  /** The writes of this run, by kind and id; null for a deletion. */
  const written = new Map<string, { kind: Kind; record: unknown }>()
  let writes: (() => void)[] = []

  /** @returns false until it is read */
  const track = (key: string, query: Query): boolean =>
    known(key, async () => {
      for (const snapshot of await getAll(query)) unit.track(snapshot)
      return true
    }) ?? false

  const storedKey = (credencialid: string) =>
    unit.list(chaves).find(({ document: stored }) => stored.credencialid === credencialid) ?? null
  /**
   * The key of a guest, read before the records it guards: whatever changes those changes the key, too. A
   * guest of another product has no key; the entry of their avip then detects a conflict between two acts.
   * @returns undefined until it is read
   */
  const keyOf = (credencialid: string) => {
    const isNew = written.has(`credenciais ${credencialid}`) && !unit.has(credenciais.doc(credencialid))
    const found = storedKey(credencialid)
    if (found) demand(chaves.doc(found.id))
    if (found || isNew) return found
    const ref = refOf(connection, 'credenciais', credencialid)
    if (!ref) return null
    if (!track(`chave/${credencialid}`, chaves.where('credencialid', '==', credencialid))) return undefined
    if (isDeciding) document(outbox.doc(credencialid))
    return null
  }
  /** Makes one of two simultaneous acts on a guest fail, so that it is run again. */
  const touch = (credencialid: string, fields: Document = {}) => {
    const key = storedKey(credencialid)
    if (key) unit.set(chaves.doc(key.id), { ...key.document, ...fields, mudouem: serverTime })
    else if (credencialid !== '' && unit.has(outbox.doc(credencialid)))
      makeDue(unit, outbox.doc(credencialid))
  }
  /** The key says which reserva pays, so that two tables cannot both pay for one guest. */
  const settlePayer = ({ estado, credencialid, reservaid }: Reserva) => {
    if (credencialid === null) return
    if (estado !== 'liberada') {
      touch(credencialid, { reservaid: estado === 'usada' ? reservaid : null })
      return
    }
    // A key from an earlier release does not say which reserva pays.
    const { reservaid: payer = reservaid } = storedKey(credencialid)?.document ?? {}
    if (payer === reservaid) touch(credencialid, { reservaid: null })
  }

  /** A company's list of pendentes. An act that decides by one depends on the whole list (decision 0031). */
  const houseOf = (empresaid: string, origem: string | null = null, now = 0): House | null => {
    if (empresaid === NINGUEM.empresaid) return null
    const read = () => openHouse(connection, unit, { empresaid, origem, now })
    demand(pendentesRef(connection, empresaid))
    return known(houseKey(empresaid), read) ?? null
  }
  const listedIn = (house: House, { sid, origem, ...where }: Question): Listed[] => {
    const { empresaid: _, estado, ...others } = where
    const test = testOf({
      ...others,
      ...(typeof sid === 'string' && { sid: shortHash(sid) }),
      ...(typeof origem === 'string' && { origem: shortHash(origem) }),
    })
    return [...house.pendentes.values()].filter(
      (listed) => (estado === undefined || listed.isOpen) && test(listed),
    )
  }
  /** Personal ones are on no list: `words.ts` reads them where a request says so. */
  const askListed = (empresaid: string, where: Question, limit = ENDED_AT_ONCE) => {
    const house = houseOf(empresaid)
    if (!house || where.sid === '') return
    const ids = listedIn(house, where)
      .slice(0, limit)
      .map(({ reservaid }) => reservaid)
    if (ids.some((id) => !unit.has(reservas.doc(id))))
      known(`${houseKey(empresaid)}/${ids.join()}`, () => trackListed(connection, unit, house, ids))
  }

  const askPayer = (credencialid: string) => {
    const key = keyOf(credencialid)
    if (key === undefined) return
    const payer = key?.document.reservaid
    if (typeof payer === 'string') document(reservas.doc(payer))
    else if (payer !== null) track(`usada/${credencialid}`, usadaOf(connection, credencialid))
  }
  /** Reads the records a question is about into the unit. */
  const ask = (kind: Plain, where: Question, limit?: number): void => {
    const { credencialid, empresaid, estado } = where
    if (kind === 'chaves' && typeof credencialid === 'string') keyOf(credencialid)
    else if (kind === 'reservas' && estado === 'usada' && typeof credencialid === 'string')
      askPayer(credencialid)
    else if (
      kind === 'reservas' &&
      estado === 'pendente' &&
      typeof empresaid === 'string' &&
      empresaid !== ''
    )
      askListed(empresaid, where, limit)
    // Of invitations that no company pays for, those that have ended are found among those nobody has used.
    else if (kind === 'reservas' && estado === 'pendente' && 'expiraem' in where)
      track(houseKey(''), pendentesOf(connection, ''))
    else track(`${kind}/${limit ?? ''}/${JSON.stringify(where)}`, queryOf(connection[kind], where, limit))
  }

  const get = <K extends Kind>(kind: K, id: string): Stored[K] | null => {
    const mine = written.get(`${kind} ${id}`)
    if (mine) return mine.record as Stored[K] | null
    return stored(kind, id) as Stored[K] | null
  }
  const stored = (kind: Kind, id: string): unknown => {
    if (kind === 'envios') {
      const [tipo, para] = partsOfEnvioId(id)
      const rows = enviosIn(document(envioRef(connection, tipo, para)))
      return rows.find((envio) => envio.para === para) ?? null
    }
    if (!isPlain(kind)) throw new Error(`[firebase] ${kind} are read by their repository`)
    if (id === '') return null
    const ref = kind === 'empresas' ? asking.empresa(id) : refOf(connection, kind, id)
    if (!ref) return null
    // A history line is only ever created, so nothing is read for it.
    if (kind === 'historico' && !unit.has(ref)) return null
    // After the key, which a withdrawal changes, too: a later withdrawal makes the commit fail.
    if (kind === 'desistencias' && isDeciding && keyOf(id) === undefined) return null
    const found = kind === 'empresas' ? unit.get(ref) : document(ref)
    return found && recordOf(kind, ref.id, found)
  }
  const find = <K extends Kind>(kind: K, where: Where<Stored[K]>, limit?: number): Stored[K][] => {
    if (!isPlain(kind)) throw new Error(`[firebase] ${kind} are looked for by their repository`)
    ask(kind, where, limit)
    const test = testOf(where)
    const there = recordsIn(kind, unit.list(connection[kind])).filter(
      (record) => !written.has(`${kind} ${idOf(kind, record)}`),
    )
    const mine = [...written.values()].flatMap((one) =>
      one.kind === kind && one.record !== null ? [one.record as Stored[K]] : [],
    )
    const all = [...(there as Stored[K][]), ...mine]
    const found = all.filter((record) => test(record)).slice(0, limit)
    if (kind === 'aparelhos')
      for (const { aparelhoid } of found as Stored['aparelhos'][]) demand(aparelhos.doc(aparelhoid))
    return found
  }

  /** Requests the reads a change needs, and returns the change, which is made once nothing is missing. */
  const PUT: { [K in Kind]?: (record: Stored[K]) => () => void } = {
    credenciais(credencial) {
      const ref = credenciais.doc(credencial.credencialid || 'none')
      // Read for another question of the act; a commit would find the id taken, too.
      if (unit.get(ref)) throw new OvertakenError('[firebase] the credencialid is taken')
      return () => unit.set(ref, { ...credencial })
    },
    avips({ vipid }) {
      const ref = outbox.doc(vipid || 'none')
      // A new guest has no entry.
      if (unit.get(credenciais.doc(vipid || 'none'))) document(ref)
      return () => makeDue(unit, ref)
    },
    chaves(chave) {
      const former = storedKey(chave.credencialid)?.document
      const paid = unit
        .list(reservas)
        .find(
          ({ document: { credencialid, estado } }) =>
            credencialid === chave.credencialid && estado === 'usada',
        )
      const kept = former ?? { reservaid: paid?.id ?? null }
      const ref = refOf(connection, 'chaves', chave.chave)
      return () => ref && unit.set(ref, { ...kept, ...documentOf(connection, 'chaves', chave) })
    },
    reservas(reserva) {
      const house = houseOf(reserva.empresaid)
      return () => {
        unit.set(reservas.doc(reserva.reservaid), documentOf(connection, 'reservas', reserva))
        if (house) {
          enlist(house.pendentes, reserva)
          house.isChanged = true
        }
        settlePayer(reserva)
      }
    },
    historico(linha) {
      const ref = connection.historico.doc(linha.historicoid)
      return () => {
        if (!unit.get(ref)) unit.set(ref, documentOf(connection, 'historico', linha))
        touch(linha.alvo)
      }
    },
    desistencias(desistencia) {
      const ref = connection.desistencias.doc(desistencia.credencialid)
      keyOf(desistencia.credencialid)
      document(ref)
      return () => {
        unit.set(ref, documentOf(connection, 'desistencias', desistencia))
        touch(desistencia.credencialid)
      }
    },
    envios(envio) {
      document(envioRef(connection, envio.tipo, envio.para))
      return () => putEnvio(connection, unit, envio)
    },
  }
  const plainly = <K extends Plain>(kind: K, id: string, record: Stored[K]) => {
    const ref = kind === 'empresas' ? asking.empresa(id) : refOf(connection, kind, id)
    if (ref && kind !== 'empresas') document(ref)
    return () => ref && unit.set(ref, { ...unit.get(ref), ...documentOf(connection, kind, record) })
  }

  return {
    begin() {
      written.clear()
      writes = []
    },
    write: (change) => void writes.push(change),
    apply() {
      for (const write of writes) write()
    },
    get,
    hold: get,
    find,
    ids: (kind, where, limit) => find(kind, where, limit).map((record) => idOf(kind, record)),
    count(kind, where) {
      const { empresaid, origem, criadaem, expiraem, credencialid, estado } = where as Question
      // The key says so, and the reserva that pays need not be read.
      const isOfPayer = kind === 'reservas' && estado === 'usada' && typeof credencialid === 'string'
      if (isOfPayer && typeof keyOf(credencialid)?.document.reservaid === 'string') return 1
      if (kind !== 'reservas' || typeof empresaid !== 'string' || typeof origem !== 'string')
        return find(kind, where).length
      const { above = 0 } = (criadaem ?? expiraem ?? {}) as { above?: number }
      const house = houseOf(empresaid, origem, above + (criadaem === undefined ? 0 : PACE_MS))
      return house ? listedIn(house, where).length : 0
    },
    page: (kind) => {
      throw new Error(`[firebase] pages of ${kind} are read outside of acts`)
    },
    put(kind, record) {
      const id = idOf(kind, record)
      const put = PUT[kind] as ((record: unknown) => () => void) | undefined
      writes.push(put ? put(record) : plainly(kind as Plain, id, record as Stored[Plain]))
      written.set(`${kind} ${id}`, { kind, record })
    },
    change(kind, id, fields) {
      const was = get(kind, id)
      const ref = kind === 'empresas' ? asking.empresa(id) : refOf(connection, kind as Plain, id)
      if (kind === 'credenciais') keyOf(id)
      if (!was || !ref) return
      written.set(`${kind} ${id}`, { kind, record: { ...was, ...fields } })
      // A field whose value is the same stays as another product wrote it.
      const changed = Object.fromEntries(
        Object.entries(fields).filter(([field, value]) => was[field as keyof typeof was] !== value),
      )
      writes.push(() => {
        unit.set(ref, { ...unit.get(ref), ...changed, ...changeOf(connection, kind as Plain) })
        if (kind === 'credenciais') touch(id)
      })
    },
    delete(kind, id) {
      written.set(`${kind} ${id}`, { kind, record: null })
      if (kind === 'avips') {
        document(outbox.doc(id))
        writes.push(() => makeDue(unit, outbox.doc(id)))
      } else if (kind === 'envios') {
        const [tipo, para] = partsOfEnvioId(id)
        document(envioRef(connection, tipo, para))
        writes.push(() => forgetEnvio(connection, unit, tipo, para))
      } else {
        const ref = kind === 'empresas' ? asking.empresa(id) : refOf(connection, kind as Plain, id)
        if (ref && kind !== 'empresas') document(ref)
        writes.push(() => ref && unit.get(ref) && unit.delete(ref))
      }
    },
    clear: (kind) => {
      throw new Error(`[firebase] ${kind} are erased page by page`)
    },
    freeId: (now) => asking.freeIds(now, 1)[0] ?? '',
  }
}
