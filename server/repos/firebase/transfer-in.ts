import { isErasure } from '../../domain/historico.ts'
import type { DocumentReference } from 'firebase-admin/firestore'
import { carriedOf } from '../../domain/acesso.ts'
import { DO_CONVIDADO, type Envio } from '../../domain/envio.ts'
import type { Registro, Transfer } from '../../domain/transfer.ts'
import { own } from '../../domain/own.ts'
import { chunksOf, findEmpresa, getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { ATTEMPT_MS, within } from './deadline.ts'
import { openRemoval } from './empresa-repo.ts'
import { envioRef, forgetEnvio, putEnvio } from './envio-repo.ts'
import { putPareamento } from './equipe-repo.ts'
import { erasureRef } from './erasure.ts'
import { putImagem } from './evento-repo.ts'
import { putLinha } from './historico-repo.ts'
import { makeDue } from './open-convidado.ts'
import { pendentesRef } from './pendentes.ts'
import { trackProgress } from './procedencias.ts'
import type { Queues } from './run-transaction.ts'
import { chaveIdOf, documentOf, eventoRef, fieldsOf, mesaIdOf } from './table.ts'
import type { Document, Unit } from './unit.ts'

/** Registros of one commit; a credencial takes up to four writes of Firestore's 500. */
const CHUNK = 100

/** What goes with others into one commit: pictures are too large for that. */
type Small = Exclude<Registro, { kind: 'imagem' }>

/** Brings everything into Firestore; an avip that is new or changed becomes due. */
export function createTransferIn(connection: Connection, queues: Queues): Pick<Transfer, 'write' | 'erase'> {
  const { db, empresas, credenciais, chaves, reservas, outbox, aparelhos, entradas, historico, serverTime } =
    connection
  const { convites, mesas, desistencias } = connection

  const refsOf = (registro: Small): DocumentReference[] => {
    switch (registro.kind) {
      case 'empresa':
        return [pendentesRef(connection, registro.empresa.empresaid)]
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
      case 'pareamento':
        return [connection.pareamentos.doc(chaveIdOf(registro.pareamento.segredo))]
      case 'entrada':
        return [entradas.doc(registro.entrada.entradaid)]
      case 'linha': {
        const line = historico.doc(registro.linha.historicoid)
        return isErasure(registro.linha) ? [line, erasureRef(connection)] : [line]
      }
      case 'convite':
        return [convites.doc(registro.convite.codigo)]
      case 'mesa':
        return [mesas.doc(mesaIdOf(registro.mesa.empresaid))]
      case 'desistencia':
        return [desistencias.doc(registro.desistencia.credencialid)]
      case 'envio':
        return [envioRef(connection, registro.envio.tipo, registro.envio.para)]
      case 'texto':
        return [connection.textos.doc(registro.texto.tipo)]
      case 'evento':
        return [eventoRef(connection)]
      default:
        return registro satisfies never
    }
  }

  const put = (unit: Unit, registro: Small, empresaRef: DocumentReference | undefined): void => {
    switch (registro.kind) {
      case 'empresa': {
        const ref = empresaRef ?? empresas.doc(registro.empresa.empresaid)
        unit.set(ref, { ...unit.get(ref), ...registro.empresa })
        // It is made anew of the reservas that come.
        const list = pendentesRef(connection, registro.empresa.empresaid)
        if (unit.get(list)) unit.delete(list)
        return
      }
      case 'credencial': {
        const { credencial, chave, reservaid } = registro
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
          const kept = { credencialid: ref.id, ...carriedOf(registro), reservaid }
          const isKept = isEqual(unit.get(key), kept) && !isChanged
          if (!isKept) unit.set(key, { ...unit.get(key), ...kept, mudouem: serverTime })
        }
        return
      }
      case 'reserva': {
        const { reserva } = registro
        const ref = reservas.doc(reserva.reservaid)
        const { mudouem, ...document } = documentOf(connection, 'reservas', reserva)
        if (!isEqual(unit.get(ref), document)) unit.set(ref, { ...document, mudouem })
        return
      }
      case 'aparelho':
        unit.set(aparelhos.doc(registro.aparelho.aparelhoid), { ...registro.aparelho })
        return
      case 'pareamento':
        putPareamento(connection, unit, registro.pareamento)
        return
      case 'entrada': {
        const { entrada } = registro
        const ref = entradas.doc(entrada.entradaid)
        if (!isEqual(unit.get(ref), { ...entrada }))
          unit.set(ref, documentOf(connection, 'entradas', entrada))
        return
      }
      case 'linha': {
        const { em, historicoid } = registro.linha
        putLinha(connection, unit, registro.linha)
        // The last erasure comes last.
        if (isErasure(registro.linha)) unit.set(erasureRef(connection), { em, historicoid })
        return
      }
      case 'convite':
        unit.set(convites.doc(registro.convite.codigo), { ...registro.convite })
        return
      case 'mesa':
        unit.set(mesas.doc(mesaIdOf(registro.mesa.empresaid)), { ...registro.mesa })
        return
      case 'desistencia': {
        const { desistencia } = registro
        const ref = desistencias.doc(desistencia.credencialid)
        if (!isEqual(unit.get(ref), { ...desistencia }))
          unit.set(ref, { ...desistencia, mudouem: serverTime })
        return
      }
      case 'envio':
        putEnvio(connection, unit, registro.envio)
        return
      case 'texto': {
        const { tipo, ...texto } = registro.texto
        unit.set(connection.textos.doc(tipo), texto)
        return
      }
      case 'evento':
        unit.set(eventoRef(connection), fieldsOf('eventos', registro.evento))
        return
      default:
        return registro satisfies never
    }
  }

  const trackKeys = async (unit: Unit, ids: string[]) => {
    for (const chunk of chunksOf(ids))
      for (const snapshot of await getAll(chaves.where('credencialid', 'in', chunk))) unit.track(snapshot)
  }

  const writeChunk = (registros: Small[]) =>
    queues.run('transfer', async (unit) => {
      const found = new Map<Small, DocumentReference>()
      const findCompany = async (registro: Small) => {
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
      // A key the guest had before a correction.
      await trackKeys(unit, ids)
      const lookAgain = await trackProgress(connection, unit)
      return () => {
        lookAgain()
        for (const registro of registros) put(unit, registro, found.get(registro))
      }
    })

  const eraseChunk = (ids: string[]) =>
    queues.run('transfer', async (unit) => {
      const refs = ids.flatMap((id) => [
        ...[credenciais.doc(id), outbox.doc(id), desistencias.doc(id)],
        ...DO_CONVIDADO.map((tipo) => envioRef(connection, tipo, id)),
      ])
      for (const snapshot of await within(ATTEMPT_MS, db.getAll(...refs))) unit.track(snapshot)
      await trackKeys(unit, ids)
      return () => {
        for (const { id, document } of unit.list(chaves))
          if (ids.includes(String(document.credencialid))) unit.delete(chaves.doc(id))
        for (const id of ids) {
          for (const tipo of DO_CONVIDADO) forgetEnvio(connection, unit, tipo, id)
          if (!unit.get(credenciais.doc(id))) continue
          unit.delete(credenciais.doc(id))
          unit.delete(desistencias.doc(id))
          makeDue(unit, outbox.doc(id))
        }
      }
    })

  const erasePart = (empresaid: string) =>
    queues.run('transfer', async (unit) => {
      const removal = await openRemoval(connection, unit, empresaid)
      return () => {
        removal.erase()
        return removal.isWhole
      }
    })

  const forgetChunk = (noted: Pick<Envio, 'tipo' | 'para'>[]) =>
    queues.run('transfer', async (unit) => {
      const refs = noted.map(({ tipo, para }) => envioRef(connection, tipo, para))
      for (const snapshot of await within(ATTEMPT_MS, db.getAll(...refs))) unit.track(snapshot)
      return () => {
        for (const { tipo, para } of noted) forgetEnvio(connection, unit, tipo, para)
      }
    })

  return {
    async write(registros) {
      const small: Small[] = []
      for (const registro of registros)
        if (registro.kind === 'imagem') await putImagem(connection, registro.imagem)
        else small.push(registro)
      for (const chunk of chunksOf(small, CHUNK)) await writeChunk(chunk)
    },

    async erase(credencialids, empresaids = [], noted = []) {
      for (const chunk of chunksOf(credencialids, CHUNK)) await eraseChunk(chunk)
      for (const id of empresaids) while (!(await erasePart(id)));
      for (const chunk of chunksOf(noted, CHUNK)) await forgetChunk(chunk)
    },
  }
}

function isEqual(stored: Document | null, document: Document): boolean {
  return stored !== null && Object.entries(document).every(([field, value]) => own(stored, field) === value)
}
