import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App, ServiceAccount } from 'firebase-admin/app'
import type { AggregateField, CollectionReference, FieldValue, Firestore } from 'firebase-admin/firestore'
import type { Kind } from '../../domain/records.ts'
import { NAMES } from '../names.ts'
import { ATTEMPT_MS, within } from './deadline.ts'

/** How long closing waits for calls in flight: a server that stops has already finished its requests. */
const CLOSE_MS = 1_000

/** The adapter's options; `serviceAccount` is the JSON of a key, needed off Google Cloud only. */
export interface FirebaseOptions {
  projectId: string
  rtdbUrl: string
  serviceAccount: string | null
}

/** Our collections that hold no kind of record. */
const BESIDE = { pendentes: 'pendentes', outbox: 'avip_outbox' }

type Collections = Record<Exclude<Kind, 'avips'> | keyof typeof BESIDE, CollectionReference>

/** The database and its collections: two from the product before this one, and ours beside them. */
export interface Connection extends Collections {
  app: App
  db: Firestore
  /** A placeholder for the instant of the commit, by Firestore's clock: the clocks of processes differ. */
  serverTime: FieldValue
  /** The sum of a field, counting numbers only. */
  sumOf: (field: string) => AggregateField<number>
  /** Ends the calls once `acts` have settled, or after a second: the SDK does not handle a later call. */
  close: (acts: Promise<void>) => Promise<void>
}

/**
 * Connects over gRPC; over REST, `create()` on an existing document is retried for ten minutes. The SDK is
 * loaded only here, so that other storages never pay for it. Nothing is sent yet.
 * @throws Error when the service account is not a key
 */
export async function openConnection({ projectId, serviceAccount }: FirebaseOptions): Promise<Connection> {
  const [{ cert, deleteApp, initializeApp }, { AggregateField, FieldValue, getFirestore }] =
    await Promise.all([import('firebase-admin/app'), import('firebase-admin/firestore')])
  const options = serviceAccount === null ? {} : { credential: cert(parseKey(serviceAccount)) }
  const app = initializeApp({ projectId, ...options }, `convites-${randomUUID()}`)
  const db = getFirestore(app)
  // Without the first setting a failed read is retried twice, after two seconds each, whatever its code:
  // permission denied would look like silence. Without the second, after a long outage the next attempt to
  // connect would come minutes later.
  db.settings({ gaxServerStreamingRetries: true, 'grpc.max_reconnect_backoff_ms': 5_000 })
  return {
    app,
    db,
    ...collectionsOf(db),
    serverTime: FieldValue.serverTimestamp(),
    sumOf: (field) => AggregateField.sum(field),
    async close(acts) {
      await Promise.race([acts, sleep(CLOSE_MS, undefined, { ref: false })])
      // Both wait for calls in flight, which may hang for minutes, and fail if one begins meanwhile.
      const ended = Promise.allSettled([db.terminate(), deleteApp(app)])
      await Promise.race([ended, sleep(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

function collectionsOf(db: Firestore): Collections {
  const { avips: _, ...names } = { ...NAMES, ...BESIDE }
  const named = Object.entries(names).map(([name, collection]) => [name, db.collection(collection)])
  return Object.fromEntries(named) as Collections
}

/**
 * Fetches a token once, unless it is an emulator, which needs none. A token that is late may still come;
 * missing credentials are for the operator to fix.
 * @throws Error saying what to set when there is no credential of Google Cloud
 */
export async function refuseWithoutCredential({ app }: Connection): Promise<void> {
  if (process.env.FIRESTORE_EMULATOR_HOST !== undefined) return
  try {
    await within(ATTEMPT_MS, app.options.credential?.getAccessToken() ?? Promise.resolve(null))
  } catch (cause) {
    if (!(cause instanceof Error) || !cause.message.includes('default credentials')) return
    throw new Error(
      'there is no credential of Google Cloud: set GCP_SERVICE_ACCOUNT_JSON, or run on Google Cloud',
      {
        cause,
      },
    )
  }
}

function parseKey(json: string): ServiceAccount {
  try {
    return JSON.parse(json) as ServiceAccount
  } catch {
    // The cause would quote the key.
    throw new Error(
      'GCP_SERVICE_ACCOUNT_JSON is not JSON: paste the whole key of the service account on one line',
    )
  }
}
