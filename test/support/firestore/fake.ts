import { setTimeout as sleep } from 'node:timers/promises'
import { createRequire } from 'node:module'
import {
  Server,
  ServerCredentials,
  type handleServerStreamingCall,
  type handleUnaryCall,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { fromJSON } from '@grpc/proto-loader'
import type { CompositeIndex } from './indexes.ts'
import { createService, type Method } from './service.ts'
import { createStore } from './store.ts'
import { createTransactions } from './transactions.ts'
import { comparePaths, toMicros, toTimestamp } from './value.ts'
import { Code, StatusError } from './status-error.ts'
import type { Fields, Request, Value } from './wire.ts'

/** A Firestore in this process behind a real gRPC port: one database for every project that calls it. */
export type FakeFirestore = Awaited<ReturnType<typeof startFakeFirestore>>

/**
 * Starts the fake. Its transactions are optimistic: a commit is ABORTED when a document or a query's result
 * that the transaction read has changed since. It has no locks to wait for, no history (`readTime` reads the
 * present), no listeners and no size limits.
 * @param indexes the composite indexes; without it, every query is served
 */
export async function startFakeFirestore(indexes?: CompositeIndex[]) {
  const store = createStore()
  const transactions = createTransactions(store)
  const faults = createFaults()
  let reads = 0
  const service = createService(store, transactions, {
    ...(indexes && { indexes }),
    onRead: (documents) => (reads += documents),
  })
  const calls = new Map<Method, number>()
  let largestQuery = 0
  let writes = 0
  let largestCommit = 0
  const { host, close } = await serve(Object.keys(service) as Method[], (method, request) => {
    calls.set(method, (calls.get(method) ?? 0) + 1)
    const { length } = request.writes ?? []
    writes += length
    largestCommit = Math.max(largestCommit, length)
    return faults.run(method, () => {
      const answers = service[method](request)
      if (method === 'RunQuery') largestQuery = Math.max(largestQuery, answers.length - 1)
      return answers
    })
  })
  return {
    /** `127.0.0.1:port`, the form FIRESTORE_EMULATOR_HOST takes. */
    host,
    /** Cuts every connection and frees the port at once. */
    close,
    /** Makes the next calls of a method fail. Faults queue up, the oldest first. */
    failNext: faults.add,
    /** How many calls of a method came since the start or the reset, including failed ones. */
    calls: (method: Method) => calls.get(method) ?? 0,
    /** How many documents Firestore would bill as read, since the start or the reset. */
    reads: () => reads,
    /** The number of documents in a query's largest answer, since the start or the reset. */
    largestQuery: () => largestQuery,
    /**
     * How many documents commits wrote, and the most in one, since the start or the reset, including failed
     * commits.
     */
    writes: () => writes,
    largestCommit: () => largestCommit,
    /** The documents of a collection by id, in the order of the ids; timestamps are dates. */
    documents(collection: string) {
      const below = [...store.documents.values()].filter(({ path }) => path.startsWith(`${collection}/`))
      const own = below.filter(({ path }) => !path.includes('/', collection.length + 1))
      return new Map(
        own
          .sort((a, b) => comparePaths(a.path, b.path))
          .map(({ path, fields }) => [path.slice(collection.length + 1), toPlain(fields)]),
      )
    },
    /** Replaces or adds a document behind everyone's back; open transactions that read it are refused. */
    put(collection: string, id: string, document: Record<string, unknown>) {
      const path = `${collection}/${id}`
      const updateTime = store.tick()
      const createTime = store.documents.get(path)?.createTime ?? updateTime
      store.apply(new Map([[path, { path, fields: toFields(document), createTime, updateTime }]]))
    },
    remove: (collection: string, id: string) => store.apply(new Map([[`${collection}/${id}`, null]])),
    /** Forgets documents, transactions, faults and counts. */
    reset() {
      for (const part of [store, transactions, faults, calls]) part.clear()
      largestQuery = largestCommit = 0
      reads = writes = 0
    },
  }
}

/** How the next calls of a method go wrong. */
export interface Fault {
  /** `*` is the next call, whatever it is. */
  method: Method | '*'
  /** The gRPC code of the answer. 0 answers normally, or late with `delayMs`; `hang` never answers. */
  code: number | 'hang'
  /** Before the call has done anything, or after it has done everything: then only the answer is lost. */
  when: 'before' | 'after'
  /** How many calls fail: 1 by default, `Infinity` until the reset. */
  times?: number
  /** How long the answer takes. */
  delayMs?: number
}

/** The pending faults, oldest first. */
export type Faults = ReturnType<typeof createFaults>

export function createFaults() {
  let pending: { fault: Fault; left: number }[] = []

  function take(method: Method): Fault | null {
    const next = pending.find(({ fault }) => fault.method === '*' || fault.method === method)
    if (!next) return null
    next.left -= 1
    pending = pending.filter(({ left }) => left > 0)
    return next.fault
  }

  return {
    add: (fault: Fault) => void pending.push({ fault, left: fault.times ?? 1 }),
    clear: () => void (pending = []),
    /** Makes the call, or does what the next fault for its method says. */
    async run(method: Method, call: () => object[]): Promise<object[]> {
      const fault = take(method)
      if (!fault) return call()
      const done = fault.when === 'after' ? call() : null
      if (fault.delayMs !== undefined) await sleep(fault.delayMs, undefined, { ref: false })
      if (fault.code === 'hang') return new Promise(() => {})
      if (fault.code !== Code.OK)
        throw new StatusError(fault.code, `A fault of the test, ${fault.when} ${method}.`)
      return done ?? call()
    },
  }
}

/**
 * A plain object as a document's fields. Whole numbers become integers, dates timestamps; `undefined` is left
 * out.
 */
export function toFields(plain: Record<string, unknown>): Fields {
  return Object.fromEntries(
    Object.entries(plain)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, toValue(value)]),
  )
}

function toValue(plain: unknown): Value {
  if (plain === null) return { nullValue: 'NULL_VALUE' }
  if (typeof plain === 'boolean') return { booleanValue: plain }
  if (typeof plain === 'string') return { stringValue: plain }
  if (typeof plain === 'number')
    return Number.isSafeInteger(plain) ? { integerValue: String(plain) } : { doubleValue: plain }
  if (plain instanceof Date) return { timestampValue: toTimestamp(plain.getTime() * 1000) }
  if (Array.isArray(plain)) return { arrayValue: { values: plain.map(toValue) } }
  if (typeof plain === 'object') return { mapValue: { fields: toFields(plain as Record<string, unknown>) } }
  throw new Error(`[fake firestore] no value of Firestore: ${typeof plain}`)
}

/** A document's fields as a plain object: the inverse of {@link toFields}. References become their names. */
export function toPlain(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fromValue(value)]))
}

function fromValue(value: Value): unknown {
  if (value.nullValue !== undefined) return null
  if (value.integerValue !== undefined) return Number(value.integerValue)
  if (value.timestampValue) return new Date(toMicros(value.timestampValue) / 1000)
  if (value.arrayValue) return (value.arrayValue.values ?? []).map(fromValue)
  if (value.mapValue) return toPlain(value.mapValue.fields ?? {})
  return (
    value.booleanValue ??
    value.doubleValue ??
    value.stringValue ??
    value.referenceValue ??
    value.bytesValue ??
    value.geoPointValue
  )
}

type Answer = (method: Method, request: Request) => Promise<object[]>

/** The service as described by the client library: the same protos on both sides of the port. */
function loadService(): ServiceDefinition {
  const protos = createRequire(import.meta.url)('@google-cloud/firestore/build/protos/v1.json') as Parameters<
    typeof fromJSON
  >[0]
  const definition = fromJSON(protos, { longs: String, enums: String })
  return definition['google.firestore.v1.Firestore'] as ServiceDefinition
}

const definition = loadService()

/** Serves the named methods on a free port of 127.0.0.1; any other is answered UNIMPLEMENTED. */
export async function serve(methods: Method[], answer: Answer): Promise<{ host: string; close: () => void }> {
  const server = new Server()
  server.addService(
    definition,
    Object.fromEntries(methods.map((method) => [method, handlerOf(method, answer)])),
  )
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  return { host: `127.0.0.1:${port}`, close: () => server.forceShutdown() }
}

function handlerOf(method: Method, answer: Answer): UntypedServiceImplementation[string] {
  const unary: handleUnaryCall<Request, object> = (call, callback) => {
    answer(method, call.request).then(
      ([message = {}]) => callback(null, message),
      (error: unknown) => callback(toStatus(error)),
    )
  }
  const streaming: handleServerStreamingCall<Request, object> = (call) => {
    answer(method, call.request).then(
      (messages) => {
        for (const message of messages) call.write(message)
        call.end()
      },
      (error: unknown) => call.emit('error', toStatus(error)),
    )
  }
  return definition[method]?.responseStream === true ? streaming : unary
}

/**
 * Anything but a status is a bug of the fake. It gets a code that the client does not retry, so the test sees
 * it.
 */
function toStatus(error: unknown): { code: number; details: string } {
  if (error instanceof StatusError) return { code: error.code, details: error.message }
  return { code: Code.UNIMPLEMENTED, details: `The fake failed: ${String(error)}` }
}
