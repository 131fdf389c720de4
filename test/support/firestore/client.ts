import { deleteApp, initializeApp } from 'firebase-admin/app'
import { getFirestore, type Firestore } from 'firebase-admin/firestore'

let serial = 0

/** A client of the admin SDK, over gRPC, on a fake or an emulator. */
export interface Client {
  db: Firestore
  /** Ends its connections; without this the process does not end by itself. */
  close: () => Promise<void>
}

/** Opens a client that connects only to `host` (`127.0.0.1:port`), whatever FIRESTORE_EMULATOR_HOST says. */
export function openClient(host: string, projectId = 'demo-convites'): Client {
  process.env.METADATA_SERVER_DETECTION = 'none'
  const outer = process.env.FIRESTORE_EMULATOR_HOST
  // The SDK reads it once, when the client is created, and prefers it to any setting.
  process.env.FIRESTORE_EMULATOR_HOST = host
  try {
    const app = initializeApp({ projectId }, `client-${++serial}`)
    return { db: getFirestore(app), close: () => deleteApp(app) }
  } finally {
    if (outer === undefined) delete process.env.FIRESTORE_EMULATOR_HOST
    else process.env.FIRESTORE_EMULATOR_HOST = outer
  }
}
