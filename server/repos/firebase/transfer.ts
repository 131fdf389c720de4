import type { DocumentReference, Query, QueryDocumentSnapshot } from 'firebase-admin/firestore'
import { parseEmpresa } from '../../domain/empresa.ts'
import type { Reserva } from '../../domain/reserva.ts'
import type { Registro, Transfer } from '../../domain/transfer.ts'
import type { Acts } from './acts.ts'
import { findEmpresa, getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { chaveIdOf, chaveOfId } from './chave-id.ts'
import { ATTEMPT_MS, DEADLINE_MS, within } from './deadline.ts'
import {
  aparelhoFrom,
  chaveFrom,
  credencialFrom,
  documentOf,
  entradaDocument,
  entradaFrom,
  reservaFrom,
} from './documents.ts'
import { feitoFrom, putFeito } from './feitos.ts'
import { readEmpresas } from './import.ts'
import { makeDue } from './open-guest.ts'
import { documentsOf } from './pages.ts'
import { trackProgress } from './rastros.ts'
import type { Document, Unit } from './unit.ts'

/** Registros of one commit; a credencial takes up to four writes of Firestore's 500. */
const CHUNK = 100

/** Carries everything in and out of Firestore; an avip that is new or changed becomes due. */
export function createTransfer(connection: Connection, acts: Acts): Transfer {
  const { db, empresas, credenciais, chaves, reservas, outbox, aparelhos, entradas, historico, serverTime } =
    connection
  const copyMark = db.collection('meta').doc('copia')

  const refsOf = (registro: Registro): DocumentReference[] => {
    switch (registro.kind) {
      case 'empresa':
        return []
      case 'credencial': {
        const { credencial, chave } = registro
        const { credencialid } = credencial
        const refs = [credenciais.doc(credencialid), outbox.doc(credencialid)]
        return chave === null ? refs : [...refs, chaves.doc(chaveIdOf(chave))]
      }
      case 'reserva':
        return [reservas.doc(registro.reserva.reservaid)]
      case 'aparelho':
        return [aparelhos.doc(registro.aparelho.aparelhoid)]
      case 'entrada':
        return [entradas.doc(registro.entrada.entradaid)]
      case 'feito':
        return [historico.doc(registro.feito.historicoid)]
      default:
        return registro satisfies never
    }
  }

  const put = (unit: Unit, registro: Registro, empresaRef: DocumentReference | undefined): void => {
    switch (registro.kind) {
      case 'empresa': {
        const ref = empresaRef ?? empresas.doc(registro.empresa.empresaid)
        unit.set(ref, { ...unit.get(ref), ...registro.empresa })
        return
      }
      case 'credencial': {
        const { credencial, chave, versao, origem, criadaem, reservaid } = registro
        const ref = credenciais.doc(credencial.credencialid)
        const isChanged = !isEqual(unit.get(ref), { ...credencial })
        if (isChanged) {
          makeDue(unit, outbox.doc(ref.id))
          unit.set(ref, { ...credencial })
        }
        const key = chave === null ? null : chaves.doc(chaveIdOf(chave))
        for (const { id, document } of unit.list(chaves)) {
          if (document.credencialid === ref.id && id !== key?.id) unit.delete(chaves.doc(id))
        }
        if (key) {
          const kept = { credencialid: ref.id, versao, origem, criadaem, reservaid }
          const isKept = isEqual(unit.get(key), kept) && !isChanged
          if (!isKept) unit.set(key, { ...unit.get(key), ...kept, alteradaem: serverTime })
        }
        return
      }
      case 'reserva':
        unit.set(reservas.doc(registro.reserva.reservaid), documentOf(registro.reserva))
        return
      case 'aparelho':
        unit.set(aparelhos.doc(registro.aparelho.aparelhoid), { ...registro.aparelho })
        return
      case 'entrada': {
        const { entrada } = registro
        const ref = entradas.doc(entrada.entradaid)
        if (!isEqual(unit.get(ref), { ...entrada })) unit.set(ref, entradaDocument(connection, entrada))
        return
      }
      case 'feito':
        putFeito(connection, unit, registro.feito)
        return
      default:
        return registro satisfies never
    }
  }

  const writeChunk = (registros: Registro[]) =>
    acts.run('transfer', async (unit) => {
      const found = new Map<Registro, DocumentReference>()
      const findCompany = async (registro: Registro) => {
        if (registro.kind !== 'empresa') return
        const snapshot = await findEmpresa(connection, registro.empresa.empresaid)
        if (!snapshot) return
        unit.track(snapshot)
        found.set(registro, snapshot.ref)
      }
      const refs = registros.flatMap(refsOf)
      const [others] = await Promise.all([
        refs.length === 0 ? [] : within(ATTEMPT_MS, db.getAll(...refs)),
        ...registros.map(findCompany),
      ])
      for (const snapshot of others) unit.track(snapshot)
      const ids = registros.flatMap((registro) =>
        registro.kind === 'credencial' ? [registro.credencial.credencialid] : [],
      )
      // A key the guest had before a correction; Firestore compares with thirty values at most.
      for (let from = 0; from < ids.length; from += 30) {
        const keys = chaves.where('credencialid', 'in', ids.slice(from, from + 30))
        for (const snapshot of await getAll(keys)) unit.track(snapshot)
      }
      const lookAgain = await trackProgress(connection, unit)
      return () => {
        lookAgain()
        for (const registro of registros) put(unit, registro, found.get(registro))
      }
    })

  const countOf = async (query: Query) => (await within(DEADLINE_MS, query.count().get())).data().count

  return {
    async *read() {
      const { found, twice } = await readEmpresas(connection)
      if (twice[0]) throw twice[0]
      for (const [empresaid, snapshot] of found) {
        yield { kind: 'empresa', empresa: parseEmpresa(empresaid, snapshot.data()) }
      }
      const all: Reserva[] = []
      for await (const snapshot of documentsOf(reservas)) all.push(reservaFrom(snapshot.id, snapshot.data()))
      const usadas = all.filter(({ estado }) => estado === 'usada')
      const paidBy = new Map(usadas.map(({ credencialid, reservaid }) => [credencialid, reservaid]))
      const keys = new Map<string, QueryDocumentSnapshot>()
      for await (const key of documentsOf(chaves)) keys.set(String(key.get('credencialid')), key)
      for await (const snapshot of documentsOf(credenciais)) {
        const key = keys.get(snapshot.id)
        const { versao, origem, criadaem } = chaveFrom(key?.data() ?? {})
        yield {
          kind: 'credencial',
          credencial: credencialFrom(snapshot.id, snapshot.data()),
          chave: key ? chaveOfId(key.id) : null,
          ...{ versao, origem, criadaem },
          reservaid: paidBy.get(snapshot.id) ?? null,
        }
      }
      for (const reserva of all) yield { kind: 'reserva', reserva }
      for await (const snapshot of documentsOf(aparelhos))
        yield { kind: 'aparelho', aparelho: aparelhoFrom(snapshot.id, snapshot.data()) }
      for await (const snapshot of documentsOf(entradas))
        yield { kind: 'entrada', entrada: entradaFrom(snapshot.id, snapshot.data()) }
      for await (const snapshot of documentsOf(historico))
        yield { kind: 'feito', feito: feitoFrom(snapshot.data()) }
    },

    async write(registros) {
      for (let from = 0; from < registros.length; from += CHUNK) {
        await writeChunk(registros.slice(from, from + CHUNK))
      }
    },

    async count() {
      const [all, due] = await Promise.all([
        // What has no empresaid is no company.
        Promise.all(
          [
            empresas.orderBy('empresaid'),
            ...[credenciais, chaves, reservas, aparelhos, entradas, historico],
          ].map(countOf),
        ),
        countOf(outbox),
      ])
      const [empresasCount = 0, credenciaisCount = 0, chavesCount = 0, reservasCount = 0, ...team] = all
      const [aparelhosCount = 0, entradasCount = 0, feitosCount = 0] = team
      return {
        ...{ empresas: empresasCount, credenciais: credenciaisCount, chaves: chavesCount },
        ...{ reservas: reservasCount, avips: credenciaisCount - due },
        ...{ aparelhos: aparelhosCount, entradas: entradasCount, feitos: feitosCount },
      }
    },

    async isCopy() {
      return (await within(ATTEMPT_MS, copyMark.get())).exists
    },

    setCopy: (isCopy) =>
      acts.run('copia', async (unit) => {
        unit.track(await within(ATTEMPT_MS, copyMark.get()))
        return () => {
          if (!isCopy) unit.delete(copyMark)
          else if (!unit.get(copyMark)) unit.set(copyMark, { valor: true })
        }
      }),

    keepFingerprint: (mark) =>
      acts.run('marca', async (unit) => {
        const ref = db.collection('meta').doc('marca')
        unit.track(await within(ATTEMPT_MS, ref.get()))
        return () => {
          const kept = unit.get(ref)?.valor
          if (typeof kept === 'string') return kept
          unit.set(ref, { valor: mark })
          return mark
        }
      }),
  }
}

function isEqual(stored: Document | null, document: Document): boolean {
  return stored !== null && Object.entries(document).every(([field, value]) => stored[field] === value)
}
