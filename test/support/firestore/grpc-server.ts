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
import { Code, StatusError } from './status-error.ts'
import type { Method } from './service.ts'
import type { Request } from './wire.ts'

type Answer = (method: Method, request: Request) => Promise<object[]>

/** The service as the client library itself describes it: the same protos on both sides of the port. */
function loadService(): ServiceDefinition {
  const protos = createRequire(import.meta.url)('@google-cloud/firestore/build/protos/v1.json') as Parameters<
    typeof fromJSON
  >[0]
  const definition = fromJSON(protos, { longs: String, enums: String })
  return definition['google.firestore.v1.Firestore'] as ServiceDefinition
}

const definition = loadService()

/** Serves the methods named on a free port of 127.0.0.1; any other is answered UNIMPLEMENTED. */
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

/** Anything but a status is a bug of the fake: a code the client does not retry, so that the test sees it at once. */
function toStatus(error: unknown): { code: number; details: string } {
  if (error instanceof StatusError) return { code: error.code, details: error.message }
  return { code: Code.UNIMPLEMENTED, details: `The fake failed: ${String(error)}` }
}
