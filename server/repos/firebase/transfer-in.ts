import type { DocumentReference } from 'firebase-admin/firestore'
import { carriedOf } from '../../domain/acesso.ts'
import type { Envio } from '../../domain/envio.ts'
import { isErasure } from '../../domain/historico.ts'
import { own } from '../../domain/own.ts'
import { idOf } from '../../domain/records.ts'
import type { Registro, Transfer } from '../../domain/transfer.ts'
import { recordIn } from '../transfer.ts'
import { chunksOf, findEmpresa, getAll } from './allotment.ts'
import type { Connection } from './connection.ts'
import { envioRef, forgetEnvio, putEnvio } from './envio-repo.ts'
import { erasureRef } from './erasure.ts'
import { putImagem } from './evento-repo.ts'
import { makeDue } from './open-convidado.ts'
import { pendentesRef } from './pendentes.ts'
import { trackProgress } from './procedencias.ts'
import { createRun, type Queues } from './run-transaction.ts'
import { chaveIdOf, documentOf, fieldsOf, refOf } from './table.ts'
import type { Document, Unit } from './unit.ts'

/** Registros of one commit; a credencial takes up to four of Firestore's 500 writes. */
const CHUNK = 100

/** The registros that share a commit with others: pictures are too large for that. */
type Small = Exclude<Registro, { kind: 'imagem' }>
/** The registros with a document of their own. */
type Plain = Exclude<Small, { kind: 'empresa' | 'credencial' | 'envio' }>

/** Transfers everything into Firestore; an avip that is new or changed becomes due. */
export function createTransferIn(connection: Connection, queues: Queues): Pick<Transfer, 'write' | 'erase'> {
  const { empresas, credenciais, chaves, outbox, serverTime } = connection
  const run = createRun(connection, queues)

  const plainRefOf = (registro: Plain): DocumentReference => {
    const { kind, record } = recordIn(registro)
    return refOf(connection, kind, idOf(kind, record)) ?? connection[kind].doc(idOf(kind, record))
  }
  const envioRefOf = ({ tipo, para }: Pick<Envio, 'tipo' | 'para'>) => envioRef(connection, tipo, para)
  const importadoRefOf = (id: string) => connection.importados.doc(id)
  const keyRefOf = (chave: string | null) => (chave === null ? null : chaves.doc(chaveIdOf(chave)))

  /** The documents a registro is written to; the document of a company is found by its field. */
  const refsOf = (registro: Small): DocumentReference[] => {
    switch (registro.kind) {
      case 'empresa':
        return [pendentesRef(connection, registro.empresa.empresaid)]
      case 'credencial': {
        const { credencialid } = registro.credencial
        const key = keyRefOf(registro.chave)
        return [credenciais.doc(credencialid), outbox.doc(credencialid), ...(key ? [key] : [])]
      }
      case 'envio':
        return [envioRefOf(registro.envio)]
      default: {
        const ref = plainRefOf(registro)
        return registro.kind === 'linha' && isErasure(registro.linha) ? [ref, erasureRef(connection)] : [ref]
      }
    }
  }

  const putCredencial = (unit: Unit, registro: Extract<Small, { kind: 'credencial' }>) => {
    const { credencial, chave, reservaid } = registro
    const ref = credenciais.doc(credencial.credencialid)
    const isChanged = !isEqual(unit.get(ref), { ...credencial })
    if (isChanged) {
      makeDue(unit, outbox.doc(ref.id))
      unit.set(ref, { ...credencial })
    }
    const key = keyRefOf(chave)
    for (const { id, document } of unit.list(chaves)) {
      if (document.credencialid === ref.id && id !== key?.id) unit.delete(chaves.doc(id))
    }
    if (!key) return
    const kept = { credencialid: ref.id, ...carriedOf(registro), reservaid }
    const isKept = isEqual(unit.get(key), kept) && !isChanged
    if (!isKept) unit.set(key, { ...unit.get(key), ...kept, mudouem: serverTime })
  }

  const putPlain = (unit: Unit, registro: Plain) => {
    const { kind, record } = recordIn(registro)
    const ref = plainRefOf(registro)
    const stored = unit.get(ref)
    // A line of the history never changes.
    const isKept = kind === 'historico' ? stored !== null : isEqual(stored, fieldsOf(kind, record))
    if (!isKept) unit.set(ref, documentOf(connection, kind, record))
    if (registro.kind !== 'linha' || !isErasure(registro.linha)) return
    const { em, historicoid } = registro.linha
    // The last erasure comes last.
    unit.set(erasureRef(connection), { em, historicoid })
  }

  const put = (unit: Unit, registro: Small, empresaRef: DocumentReference | undefined): void => {
    if (registro.kind === 'credencial') putCredencial(unit, registro)
    else if (registro.kind === 'envio') putEnvio(connection, unit, registro.envio)
    else if (registro.kind !== 'empresa') putPlain(unit, registro)
    else {
      const { empresaid } = registro.empresa
      const ref = empresaRef ?? empresas.doc(empresaid)
      unit.set(ref, { ...unit.get(ref), ...registro.empresa })
      // The next claim builds the list again, from the transferred reservas.
      const list = pendentesRef(connection, empresaid)
      if (unit.get(list)) unit.delete(list)
    }
  }

  /** Reads the keys the guests had before a correction. */
  const trackKeys = async (unit: Unit, registros: Small[]) => {
    const ids = registros.flatMap((one) => (one.kind === 'credencial' ? [one.credencial.credencialid] : []))
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
      await Promise.all([unit.read(registros.flatMap(refsOf)), ...registros.map(findCompany)])
      await trackKeys(unit, registros)
      const lookAgain = await trackProgress(connection, unit)
      return () => {
        lookAgain()
        for (const registro of registros) put(unit, registro, found.get(registro))
      }
    })

  /** Erases some of these in each commit, once their documents are read. */
  const forgetEach = async <One>(
    all: One[],
    refOf: (one: One) => DocumentReference,
    erase: (unit: Unit, one: One) => void,
  ) => {
    for (const some of chunksOf(all, CHUNK))
      await queues.run('transfer', async (unit) => {
        await unit.read(some.map(refOf))
        return () => some.forEach((one) => erase(unit, one))
      })
  }

  return {
    async write(registros) {
      const small: Small[] = []
      for (const registro of registros)
        if (registro.kind === 'imagem') await putImagem(connection, registro.imagem)
        else small.push(registro)
      for (const chunk of chunksOf(small, CHUNK)) await writeChunk(chunk)
    },

    async erase(credencialids, empresaids = [], noted = [], importadoids = []) {
      const eraseStored = (id: string) =>
        run({ tudo: true }, null, (tx) => {
          if (tx.get('credenciais', id)) tx.eraseConvidado(id, null)
        })
      for (const chunk of chunksOf(credencialids, CHUNK)) await Promise.all(chunk.map(eraseStored))
      for (const empresaid of empresaids)
        while (!(await run({ empresaid }, null, (tx) => tx.eraseEmpresa(empresaid))));
      await forgetEach(noted, envioRefOf, (unit, { tipo, para }) => forgetEnvio(connection, unit, tipo, para))
      await forgetEach(importadoids, importadoRefOf, (unit, id) => unit.delete(importadoRefOf(id)))
    },
  }
}

/** Whether a document has these fields, whatever else it holds. */
function isEqual(stored: Document | null, fields: Document): boolean {
  return stored !== null && Object.entries(fields).every(([field, value]) => own(stored, field) === value)
}
