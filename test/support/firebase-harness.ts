import { WriteBatch } from 'firebase-admin/firestore'
import { readFileSync } from 'node:fs'
import type { Avip } from '../../server/domain/credencial.ts'
import { chaveFrom, chaveIdOf, recordOf } from '../../server/repos/firebase/table.ts'
import { openFirebase } from '../../server/repos/firebase/index.ts'
import type { Storage } from '../../server/domain/storage.ts'
import type { Harness } from '../contract/harness.ts'
import { openClient } from './firestore/client.ts'
import type { CompositeIndex } from './firestore/indexes.ts'
import { letOther, meet } from './meeting.ts'
import { startFakeFirestore } from './firestore/fake.ts'
import { startFakeRtdb, type FakeRtdb } from './rtdb/fake.ts'

/** The composite indexes Firestore has in production. */
export const DEPLOYED_INDEXES = (
  JSON.parse(readFileSync('deploy/firebase/firestore.indexes.json', 'utf8')) as { indexes: CompositeIndex[] }
).indexes

// Holds the client's own commit: its reads and writes are calls to a server of its own, where no test code
// can wait.
const commit = Reflect.get(WriteBatch.prototype, 'commit')
WriteBatch.prototype.commit = async function () {
  await letOther()
  return commit.call(this)
}

let serial = 0

/** Opens the adapter on a Firestore at `host`, whatever FIRESTORE_EMULATOR_HOST says. */
export async function openFirebaseAt(host: string, projectId: string, rtdbUrl: string): Promise<Storage> {
  process.env.METADATA_SERVER_DETECTION = 'none'
  const outer = process.env.FIRESTORE_EMULATOR_HOST
  // The SDK reads it once, when the client is created.
  process.env.FIRESTORE_EMULATOR_HOST = host
  try {
    return await openFirebase({ projectId, rtdbUrl, serviceAccount: null })
  } finally {
    if (outer === undefined) delete process.env.FIRESTORE_EMULATOR_HOST
    else process.env.FIRESTORE_EMULATOR_HOST = outer
  }
}

/** A harness on a new project in a Firestore at `host`, with a new realtime database. */
export async function openFirebaseHarness(
  host: string,
): Promise<Harness & { rtdb: FakeRtdb; db: FirebaseFirestore.Firestore; projectId: string }> {
  const projectId = `demo-convites-${process.pid}-${++serial}`
  const rtdb = await startFakeRtdb()
  const storage = await openFirebaseAt(host, projectId, rtdb.url)
  const another: Storage[] = []
  const openAnother = async () => {
    const opened = await openFirebaseAt(host, projectId, rtdb.url)
    another.push(opened)
    return opened
  }
  const client = openClient(host, projectId)
  const { db } = client
  const read = async (query: FirebaseFirestore.Query) =>
    (await query.get()).docs.map((snapshot) => snapshot.data())
  return {
    storage,
    async meet(act, other) {
      const elsewhere = await openAnother()
      return meet(
        () => act(storage),
        () => other(elsewhere),
      )
    },
    rtdb,
    db,
    projectId,
    putEmpresa: async (document) => {
      await db.collection('empresa').doc(document.empresaid).set(document)
    },
    breakCounter: async (empresaid, licredencial) => {
      await db.collection('empresa').doc(empresaid).update({ licredencial })
    },
    readEmpresa: async (empresaid) => (await db.collection('empresa').doc(empresaid).get()).data() ?? {},
    readReservas: async (empresaid) =>
      (await read(db.collection('reserva').where('empresaid', '==', empresaid))).map((stored) =>
        recordOf('reservas', String(stored.reservaid), stored),
      ),
    readCredenciais: () => read(db.collection('credencial')),
    putCredencial: async (document) => {
      await db.collection('credencial').doc(document.credencialid).set(document)
    },
    readAvip: async (vipid) => rtdb.value(`avip/${vipid}`) as unknown as Avip | null,
    countChaves: async () => (await db.collection('chave').count().get()).data().count,
    readAcesso: async (chave) => {
      const stored = (await db.collection('chave').doc(chaveIdOf(chave)).get()).data()
      if (!stored) return null
      const { versao, recibo, reciboate } = chaveFrom(stored)
      return { versao, recibo, reciboate }
    },
    async close() {
      for (const opened of [storage, ...another]) await opened.close()
      await client.close()
      await rtdb.close()
    },
  }
}

/** A harness on a new fake Firestore. */
export async function openFakeHarness(): Promise<Harness> {
  const fake = await startFakeFirestore(DEPLOYED_INDEXES)
  const harness = await openFirebaseHarness(fake.host)
  return {
    ...harness,
    async close() {
      await harness.close()
      fake.close()
    },
  }
}
