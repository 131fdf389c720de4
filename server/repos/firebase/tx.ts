import type { DocumentReference, Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { guardadaOf, liveOf } from '../../domain/desistencia.ts'
import { parseEmpresa } from '../../domain/empresa.ts'
import { StorageError } from '../../domain/errors.ts'
import type { Payer } from '../../domain/claim.ts'
import type { Reserva } from '../../domain/reserva.ts'
import { followed } from '../../domain/juncao.ts'
import { plainly, type AllotmentRequest, type Tx } from '../../domain/tx.ts'
import { allotmentIn, findEmpresas, getAll, openAllotment } from './allotment.ts'
import {
  chaveIdOf,
  chaveOfId,
  canNameDocument,
  aparelhoFrom,
  chaveFrom,
  conviteFrom,
  credencialFrom,
  entradaDocument,
  entradaFrom,
  mesaFrom,
  mesaIdOf,
  pareamentoFrom,
  reservaFrom,
} from './documents.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { desistenciaIn, putDesistencia } from './desistencia-repo.ts'
import { openRemoval } from './empresa-repo.ts'
import { putLinha } from './historico-repo.ts'
import {
  knownIn,
  trackKnown,
  openBeside,
  makeDue,
  openConvidado,
  type OpenConvidado,
} from './open-convidado.ts'
import { putPareamento, trackPareamento } from './equipe-repo.ts'
import { erasureRef, readErasure, trackErased } from './erasure.ts'
import { readFollowing } from './juncoes.ts'
import type { Unit } from './unit.ts'

/** How often an act may need what it can ask for only once it has read something else. */
const ROUNDS_MAX = 20

/** An act that shares its commit with another found that this one had changed what it reads: it is run again. */
export class OvertakenError extends Error {}

/** One act's view of a unit of work: an act is run dry until all it reads is there, and then for good. */
export interface OpenTx {
  /** Reads what the act asks for, all that it can ask for at once together. Nothing is written. */
  prepare(act: (tx: Tx) => unknown): Promise<void>
  /** @throws OvertakenError before anything is written */
  run<Result>(act: (tx: Tx) => Result): Result
}

/**
 * @param nextId a free credencialid that no other act of this process tries
 * @param lote marks facts of this act: told by it, what an earlier try of it stored is new, whose answer was lost
 */
export function openTx(
  connection: Connection,
  unit: Unit,
  nextId: (now: number) => Promise<string>,
  lote: string,
): OpenTx {
  const { db, credenciais, chaves, empresas, convites, desistencias, entradas, mesas, outbox, reservas } =
    connection
  const { aparelhos, historico, pareamentos, serverTime } = connection
  /** What the act asked for and the unit has not read. */
  const lacking = new Map<string, () => Promise<unknown>>()
  const lackingDocuments = new Map<string, DocumentReference>()
  const lackingEmpresas = new Set<string>()
  let writes: (() => void)[] = []
  let id: string | null = null

  /** What was read under a key; what was not is noted, and undefined for now. */
  const known = <Result>(key: string, read: () => Promise<Result>): Result | undefined => {
    const found = unit.known(key)
    if (found) return found.result as Result
    lacking.set(key, read)
    return undefined
  }
  const document = (ref: DocumentReference) => {
    if (!unit.has(ref)) lackingDocuments.set(ref.path, ref)
    return unit.get(ref)
  }
  const readLacking = async () => {
    const refs = [...lackingDocuments.values()]
    const reads = [...lacking]
    const empresaids = [...lackingEmpresas]
    lacking.clear()
    lackingDocuments.clear()
    lackingEmpresas.clear()
    const found = findEmpresas(connection, empresaids)
    await Promise.all([
      ...empresaids.map((id) => unit.once(`empresa/${id}`, async () => (await found)(id))),
      ...reads.map(([key, read]) => (key === 'id' ? read() : unit.once(key, read))),
      ...(refs.length === 0 ? [] : [readDocuments(refs)]),
    ])
  }
  const readDocuments = async (refs: DocumentReference[]) => {
    for (const snapshot of await within(ATTEMPT_MS, db.getAll(...refs))) unit.track(snapshot)
  }

  const trackAll = async (query: Query) => {
    for (const snapshot of await getAll(query)) unit.track(snapshot)
  }
  /** The document of a company that was read, or that a new one gets; null for one that was not read. */
  const empresaRef = (empresaid: string) => {
    const read = unit.known(`empresa/${empresaid}`) as { result: QueryDocumentSnapshot | null } | null
    if (!read) return null
    if (read.result) unit.track(read.result)
    return read.result?.ref ?? empresas.doc(empresaid)
  }
  const readConvidado = (credencialid: string) => () => openConvidado(connection, unit, credencialid)
  const convidadoAt = (credencialid: string) =>
    canNameDocument(credencialid)
      ? (known(`convidado/${credencialid}`, readConvidado(credencialid)) ?? null)
      : null
  const allotmentAt = (request: AllotmentRequest) => {
    const { empresaid, sid, origem, now, isPersonal } = request
    const key = JSON.stringify(['allotment', empresaid, sid, origem, now, isPersonal])
    return known(key, () => openAllotment(connection, unit, request)) ?? null
  }
  const withEmpresa = (reserva: Reserva | null): Payer | null => {
    const asked = reserva && plainly(reserva.empresaid, 0)
    const allotment = asked && allotmentAt(asked)?.read(asked)
    return allotment ? { reserva, empresa: allotment.empresa } : null
  }
  const desistenciaOf = (credencialid: string) =>
    canNameDocument(credencialid) ? desistenciaIn(connection, unit, credencialid) : null
  const keyOf = (credencialid: string) =>
    unit.list(chaves).find(({ document }) => document.credencialid === credencialid) ?? null

  /** Of two acts on one guest at once, one is done again. */
  const touch = (credencialid: string) => {
    const key = keyOf(credencialid)
    if (key) unit.set(chaves.doc(key.id), { ...key.document, mudouem: serverTime })
    // A guest of another product has no key: the entry of their avip tells two acts apart.
    else if (unit.has(outbox.doc(credencialid))) makeDue(unit, outbox.doc(credencialid))
  }
  /** The key remembers which reserva pays, so that two tables cannot both pay for one guest. */
  const rememberPayer = (credencialid: string | null, reservaid: string | null) => {
    const key = credencialid === null ? null : keyOf(credencialid)
    if (key) unit.set(chaves.doc(key.id), { ...key.document, reservaid, mudouem: serverTime })
    else if (credencialid !== null) touch(credencialid)
  }
  const forgetPayer = (credencialid: string | null, reservaid: string) => {
    const key = credencialid === null ? null : keyOf(credencialid)
    // A key of an earlier release does not say which reserva pays.
    const { reservaid: payer = reservaid } = key?.document ?? {}
    if (payer === reservaid) rememberPayer(credencialid, null)
  }

  const tx: Tx = {
    allotment: (request) => allotmentAt(request)?.read(request) ?? null,
    empresa(empresaid) {
      const ref = empresaRef(empresaid)
      if (!ref) lackingEmpresas.add(empresaid)
      const stored = ref && unit.get(ref)
      return stored ? parseEmpresa(empresaid, stored) : null
    },
    mesa: (empresaid) => mesaFrom(empresaid, document(mesas.doc(mesaIdOf(empresaid))) ?? undefined),
    credencial(credencialid) {
      const stored = convidadoAt(credencialid)?.read()
      return stored ? credencialFrom(credencialid, stored) : null
    },
    ownerOf(key) {
      const owner = document(chaves.doc(chaveIdOf(key)))?.credencialid
      return typeof owner === 'string' ? owner : null
    },
    known(key) {
      const ref = chaves.doc(chaveIdOf(key))
      known(ref.path, () => trackKnown(connection, unit, ref))
      return knownIn(connection, unit, ref)
    },
    chaveOf(credencialid) {
      const key = convidadoAt(credencialid)?.key()
      return key ? { key: chaveOfId(key.ref.id), chave: chaveFrom(key.document) } : null
    },
    payerOf(credencialid) {
      const usada = convidadoAt(credencialid)?.usada()
      return withEmpresa(usada ? reservaFrom(usada.ref.id, usada.document) : null)
    },
    desistencia(credencialid) {
      if (!convidadoAt(credencialid)) return null
      // After the key, which a withdrawal changes too: one after it makes the commit fail.
      document(desistencias.doc(credencialid))
      return desistenciaOf(credencialid)
    },
    isAwaited(empresaid) {
      const live = desistencias.where('empresaid', '==', empresaid).where('desfeitaem', '==', null).limit(1)
      return (known(`voltam/${empresaid}`, () => getAll(live)) ?? []).length > 0
    },
    guardadaOf(desistencia) {
      const live = liveOf(desistencia)
      if (!live?.empresaid || !live.reservaid) return null
      const stored = document(reservas.doc(live.reservaid))
      return withEmpresa(stored && guardadaOf(live, reservaFrom(live.reservaid, stored)))
    },
    isStored: (credencialid) =>
      canNameDocument(credencialid) && document(credenciais.doc(credencialid)) !== null,
    entradasFollowing(credencialid) {
      const found = known(`seguem/${credencialid}`, () => readFollowing(connection, credencialid))
      if (!found) return []
      for (const fact of found.facts) unit.track(fact)
      // As the unit has them: an act of the same group may have stored another.
      const facts = unit
        .list(entradas)
        .map(({ id, document }) => entradaFrom(id, document))
        .filter((fact) => found.ids.includes(fact.credencialid))
      return followed(facts, (id) => found.stored.has(id), found.juncoes).get(credencialid) ?? []
    },
    entradas: (entradaids) =>
      entradaids.flatMap((id) => {
        const stored = document(entradas.doc(id))
        return stored ? [entradaFrom(id, stored)] : []
      }),
    keptFor: null,
    entradasOf(credencialid) {
      const query = entradas.where('credencialid', '==', credencialid)
      const found = known(`entradas/${credencialid}`, () => getAll(query)) ?? []
      return found.map((fact) => entradaFrom(fact.id, fact.data()))
    },
    convite(codigo) {
      const stored = document(convites.doc(codigo))
      const convite = stored && conviteFrom(codigo, stored)
      const reserva = convite && document(reservas.doc(convite.reservaid))
      return reserva ? { convite, reserva: reservaFrom(convite.reservaid, reserva) } : null
    },
    aparelho(aparelhoid) {
      const stored = canNameDocument(aparelhoid) ? document(aparelhos.doc(aparelhoid)) : null
      return stored && aparelhoFrom(aparelhoid, stored)
    },
    aparelhoBy(field, hash) {
      known(`aparelho/${field}/${hash}`, () => trackAll(aparelhos.where(field, '==', hash).limit(1)))
      const found = unit.list(aparelhos).find(({ document }) => document[field] === hash)
      return found ? aparelhoFrom(found.id, found.document) : null
    },
    equipe() {
      known('equipe', () => trackAll(aparelhos))
      const all = unit.list(aparelhos)
      for (const { id } of all) unit.demand(aparelhos.doc(id))
      return all.map(({ id, document }) => aparelhoFrom(id, document))
    },
    pareamento(segredo) {
      const ref = pareamentos.doc(chaveIdOf(segredo))
      const former = known(ref.path, () => trackPareamento(connection, unit, segredo))
      const stored = unit.get(ref)
      return stored ? pareamentoFrom(segredo, stored) : (former?.() ?? null)
    },
    freeId(now) {
      if (id === null) lacking.set('id', async () => (id = await nextId(now)))
      return id ?? ''
    },
    isErased: () => known('apagado', () => trackErased(connection, unit)) ?? false,

    allot(change) {
      if (!change) return
      writes.push(() => {
        allotmentIn(connection, unit, change.empresaid).write(change)
        for (const { credencialid, reservaid } of change.release) forgetPayer(credencialid, reservaid)
        for (const { credencialid, estado, reservaid } of change.store)
          rememberPayer(credencialid, estado === 'usada' ? reservaid : null)
      })
    },
    putEmpresa(empresaid, fields) {
      const ref = empresaRef(empresaid)
      writes.push(() => {
        if (ref) unit.set(ref, { ...unit.get(ref), ...fields })
      })
    },
    eraseEmpresa(empresaid) {
      const removal = known(`remove/${empresaid}`, () => openRemoval(connection, unit, empresaid))
      writes.push(() => removal?.erase())
      return removal?.isWhole ?? true
    },
    putAparelho(aparelho) {
      const ref = aparelhos.doc(aparelho.aparelhoid)
      document(ref)
      writes.push(() => unit.set(ref, { ...unit.get(ref), ...aparelho }))
    },
    putPareamento: (pareamento) => void writes.push(() => putPareamento(connection, unit, pareamento)),
    putMesa: (mesa) => void writes.push(() => unit.set(mesas.doc(mesaIdOf(mesa.empresaid)), { ...mesa })),
    addCredencial(credencial) {
      const ref = credenciais.doc(credencial.credencialid || 'none')
      if (unit.get(ref)) throw new StorageError('[firebase] the credencialid is taken')
      writes.push(() => {
        unit.set(ref, { ...credencial })
        makeDue(unit, outbox.doc(credencial.credencialid))
      })
    },
    putCredencial(credencial, isAvipDue) {
      const { credencialid } = credencial
      const due = outbox.doc(credencialid)
      if (isAvipDue) document(due)
      writes.push(() => {
        const stored = unit.get(credenciais.doc(credencialid)) ?? {}
        const was = credencialFrom(credencialid, stored)
        const changed = (['nome', 'telefone', 'email'] as const).filter(
          (field) => was[field] !== credencial[field],
        )
        const fields = Object.fromEntries(changed.map((field) => [field, credencial[field]]))
        unit.set(credenciais.doc(credencialid), { ...stored, ...fields })
        if (isAvipDue) makeDue(unit, due)
        touch(credencialid)
      })
    },
    putChave(key, chave) {
      const { credencialid } = chave
      const convidado = unit.known(`convidado/${credencialid}`) as { result: OpenConvidado } | null
      writes.push(() => {
        const ref = chaves.doc(chaveIdOf(key))
        const former = keyOf(credencialid)
        const kept = former?.document ?? { reservaid: convidado?.result.usada()?.ref.id ?? null }
        if (former && former.id !== ref.id) unit.delete(chaves.doc(former.id))
        unit.set(ref, { ...kept, ...chave, mudouem: serverTime })
      })
    },
    eraseConvidado(credencialid, taken) {
      const convidado = convidadoAt(credencialid)
      const eraseBeside =
        convidado && known(`beside/${credencialid}`, () => openBeside(connection, unit, convidado))
      writes.push(() => {
        convidado?.erase()
        eraseBeside?.(taken)
      })
    },
    forgetPayer(credencialid) {
      const convidado = convidadoAt(credencialid)
      writes.push(() => {
        const usada = convidado?.usada()
        if (usada) unit.set(usada.ref, { ...usada.document, origem: null, ritmo: null, sid: '' })
      })
    },
    putDesistencia(desistencia) {
      if (!desistencia) return
      writes.push(() => {
        putDesistencia(connection, unit, desistencia)
        touch(desistencia.credencialid)
      })
    },
    append(facts, linhaDoHistorico) {
      const fresh = facts.filter((entrada) => {
        if (linhaDoHistorico) document(historico.doc(linhaDoHistorico(entrada).historicoid))
        const stored = document(entradas.doc(entrada.entradaid))
        return stored === null || stored.lote === lote
      })
      writes.push(() => {
        for (const entrada of fresh) {
          const ref = entradas.doc(entrada.entradaid)
          if (unit.get(ref)) continue
          unit.set(ref, { ...entradaDocument(connection, entrada), lote })
          putLinha(connection, unit, linhaDoHistorico?.(entrada) ?? null)
        }
      })
      return fresh.length
    },
    eraseNext(parte, after) {
      const page = known(`expurgo/${parte}/${after}`, () => readErasure(connection, unit, parte, after))
      if (!page) return { ids: [], next: null }
      writes.push(() => page.erase())
      return page
    },
    markErased({ em, historicoid }) {
      const ref = erasureRef(connection)
      document(ref)
      writes.push(() => unit.set(ref, { em, historicoid }))
    },
    putConvite: (convite) => void writes.push(() => unit.set(convites.doc(convite.codigo), { ...convite })),
    repoint(from, to) {
      const found = known(`convites/${from}`, async () => {
        const personal = await getAll(convites.where('reservaid', '==', from))
        for (const convite of personal) unit.track(convite)
        return personal
      })
      writes.push(() => {
        for (const { ref } of found ?? []) unit.set(ref, { ...unit.get(ref), reservaid: to })
      })
    },
    done(linha) {
      if (!linha) return
      writes.push(() => {
        putLinha(connection, unit, linha)
        if (unit.known(`convidado/${linha.alvo}`)) touch(linha.alvo)
      })
    },
  }

  const isLacking = () => lacking.size + lackingDocuments.size + lackingEmpresas.size > 0
  return {
    async prepare(act) {
      for (let rounds = 0; ; rounds++) {
        if (rounds === ROUNDS_MAX) throw new Error('[firebase] an act asks for something else at each run')
        writes = []
        try {
          act(tx)
        } catch (cause) {
          // On half of what it reads an act may fail.
          if (!isLacking()) throw cause
        }
        if (!isLacking()) return
        await readLacking()
      }
    },
    run(act) {
      writes = []
      const result = act(tx)
      if (isLacking()) throw new OvertakenError('[firebase] another act of the group was faster')
      for (const write of writes) write()
      return result
    },
  }
}
