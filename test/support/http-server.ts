import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { compose, type Services } from '../../server/composition.ts'
import { readConfig } from '../../server/config.ts'
import { createHttpServer, type HttpServerParts } from '../../server/http/server.ts'
import type { Remix } from '../../server/http/remix.ts'
import { sketch } from './arte.ts'
import { EVENTO, production, PRODUCTION } from './environment.ts'
import { NOW } from './factories.ts'
import { collectLog, type LogLine } from './log.ts'
import { createStore, type Store } from './stored.ts'

export const { PUBLIC_ORIGIN } = production

const DEMONSTRATION = { STORAGE: 'memory', EVENTO }

export interface RunningServer extends ReturnType<typeof createHttpServer> {
  port: number
  clientDirectory: string
  lines: LogLine[]
  /** Every request that reached Remix, with its body. */
  seen: { request: Request; body: string; address: string }[]
  ask: (options?: Ask) => Promise<Told>
  services: Services
  /** The token of a credencial, signed by the server under test. */
  tokenOf: Services['tokenOf']
  raw: (text: string) => Promise<string>
}

export interface Ask {
  method?: string
  path?: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
}

export interface Told {
  status: number
  headers: IncomingHttpHeaders
  body: string
  bytes: Buffer
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
export const html = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } })

/** What a fake Remix finds in a request's cookies. */
const NOBODY = {
  sidCookie: async () => null,
  formCookie: async () => null,
  hasSession: () => true,
  hasEquipeCookie: () => true,
  isOfEquipe: async () => true,
  segredoIn: async () => null,
  phoneIn: async () => ({ kind: 'paired' as const }),
  convidadoIn: async () => null,
  hasClaimed: async () => false,
  invitedWith: async () => null,
}

/** A server on a free port with a fake Remix, except for the given parts, stopped when the test ends. */
export async function startServer({
  env = {},
  isDemonstration = false,
  handler = async () => html('<p>remix</p>'),
  files = {},
  now = () => NOW,
  store = createStore(),
  timeouts,
  ...remix
}: Partial<Remix> & {
  env?: Record<string, string>
  isDemonstration?: boolean
  files?: Record<string, string | Buffer>
  now?: () => number
  store?: Store
  timeouts?: HttpServerParts['timeouts']
} = {}): Promise<RunningServer> {
  const { log, lines } = collectLog()
  const config = readConfig({
    ...(isDemonstration ? DEMONSTRATION : { ...PRODUCTION, PUBLIC_ORIGIN, LOG_LEVEL: 'trace' }),
    ...env,
  })
  const services = await compose(config, { storage: store.open(), arteOf: sketch, log, now })
  const seen: RunningServer['seen'] = []
  const clientDirectory = makeFiles(files)
  const { server, stop } = createHttpServer({
    services,
    clientDirectory,
    ...(timeouts && { timeouts }),
    remix: {
      ...NOBODY,
      ...remix,
      handler: async (request, context) => {
        seen.push({ request, body: await request.clone().text(), address: context.address })
        return handler(request, context)
      },
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rmSync(clientDirectory, { recursive: true })
  })
  return {
    server,
    stop,
    port,
    clientDirectory,
    lines,
    seen,
    services,
    tokenOf: services.tokenOf,
    ask: (options) => ask(port, options),
    raw: (text) => raw(port, text),
  }
}

function makeFiles(files: Record<string, string | Buffer>): string {
  const directory = mkdtempSync(join(tmpdir(), 'convites-client-'))
  for (const [name, contents] of Object.entries(files)) {
    mkdirSync(join(directory, name, '..'), { recursive: true })
    writeFileSync(join(directory, name), contents)
  }
  return directory
}

export function ask(
  port: number,
  { method = 'GET', path = '/', headers = {}, body }: Ask = {},
): Promise<Told> {
  return new Promise((resolve, reject) => {
    const req = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body: bytes.toString(), bytes })
      })
    })
    req.on('error', reject)
    req.end(body)
  })
}

/** Writes the bytes as they are and returns everything that came back until the server closed. */
export function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
