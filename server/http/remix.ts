import type { IncomingMessage } from 'node:http'
import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node'
import type { Services } from '../composition.ts'
import type { Papel } from '../domain/aparelho.ts'
import type { EmpresaConvites } from '../domain/empresa-repo.ts'
import type { Phone } from '../domain/pareamento.ts'
import { ROUTES, routeOf, type Route } from '../route-table.ts'
import { answerOf, headerOf, streamedOf, type Answer } from './answer.ts'
import { compressed } from './compression.ts'
import { errorPage } from './error-page.ts'
import type { Target } from './target.ts'

export interface RemixContext {
  services: Services
  /** The client's address, as far as the proxies in front are trusted; an IPv6 address as its /56. */
  address: string
  /** Whether a page of ours sent the post; a client that does not say is no browser. */
  isOwnPost?: boolean
  /** The company of the address as already read, even if reading failed: read again, its n might differ. */
  empresaConvites?: Promise<EmpresaConvites | null>
}

/** Remix's request handler. Rejects on bugs only. */
export type RemixHandler = (request: Request, context: RemixContext) => Promise<Response>

/** What the server in front needs from the app. */
export interface Remix {
  handler: RemixHandler
  /** The `Set-Cookie` that gives a browser its sid, from its `Cookie`; null when it has one. */
  sidCookie: (cookie: string | null, services: Services) => Promise<string | null>
  /** The `Set-Cookie` that comes with the form, from the browser's `Cookie`; null when it has one. */
  formCookie: (cookie: string | null, services: Services) => Promise<string | null>
  /**
   * Whether a browser's `Cookie` may belong to a paired member of the team with one of these roles, so that a
   * large body is read.
   */
  isOfEquipe: (cookie: string | null, services: Services, papeis: readonly Papel[]) => Promise<boolean>
  /** The pairing that a phone's `Cookie` belongs to, so that its admissions are read. */
  phoneIn: (cookie: string | null, services: Services) => Promise<Phone>
  /** Whether a browser's `Cookie` has a session, which makes pages personal. */
  hasSession: (cookie: string, services: Services) => boolean
  /** Whether a browser's `Cookie` may hold an invitation, which its company's page then shows. */
  hasClaimed: (cookie: string, services: Services) => Promise<boolean>
  /** Whether a browser's `Cookie` may be the team's. */
  hasEquipeCookie: (cookie: string, services: Services) => boolean
  /** The keyed hash of the secret in a browser's `Cookie`, valid or not; null without one. */
  segredoIn: (cookie: string, services: Services) => Promise<string | null>
  /** Identifies a browser's signed session if it holds an invitation or has registered; else null. */
  convidadoIn: (cookie: string, services: Services) => Promise<string | null>
  /** The aparelhoid that a team code was made for; null for a wrong one. */
  invitedWith: (typed: string, services: Services) => Promise<string | null>
}

/** Remix's build, with the other exports of `app/entry.server.tsx`. */
type Build = ServerBuild & { entry: { module: Omit<Remix, 'handler'> } }

/**
 * Loads Remix's build and renders a page once: the first render is slow, and no guest should wait for it.
 * @param build address of `build/server/index.js`
 */
export async function loadRemix(build: URL, services: Services): Promise<Remix> {
  const env: Partial<NodeJS.ProcessEnv> = process.env
  // React picks its slow or its fast half by this when it is first imported.
  env.NODE_ENV ??= 'production'
  const loaded = (await import(build.href)) as Build
  const handle = remixHandler(loaded)
  const handler: RemixHandler = (request, context) => handle(request, { ...context })
  await handler(new Request('http://localhost/cadastro'), { services, address: 'unknown' })
  return { ...loaded.entry.module, handler }
}

/** An address that Remix may read differently from the route table: escapes, or a catch-all. */
const isDoubtful = (route: Route, pathname: string) =>
  route.id === null ||
  route.path.endsWith('*') ||
  pathname.includes('%') ||
  // Remix takes `/CADASTRO` for `/cadastro`; the table takes it for a company's.
  routeOf(pathname.toLowerCase()) !== route

/** The build with the routes of these rows only, inside the root: a folder without a row is never served. */
function only(build: ServerBuild, rows: readonly Route[]): ServerBuild {
  const ids = new Set(['root', ...rows.flatMap(({ id }) => (id === null ? [] : `routes/${id}`))])
  const named = <Value>(routes: Record<string, Value>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))
  const { assets } = build
  return { ...build, routes: named(build.routes), assets: { ...assets, routes: named(assets.routes) } }
}

/**
 * Remix's request handler, one for each row of the route table. Given all routes, Remix ranks them twice for
 * every request. Gains: a third of what a small page costs.
 */
export function remixHandler(build: ServerBuild): RequestHandler {
  const whole = createRequestHandler(only(build, ROUTES), 'production')
  const byRow = new Map<Route, RequestHandler>()
  return (request, context) => {
    const { pathname } = new URL(request.url)
    const route = routeOf(pathname)
    if (isDoubtful(route, pathname)) return whole(request, context)
    const handle = byRow.get(route) ?? createRequestHandler(only(build, [route]), 'production')
    byRow.set(route, handle)
    return handle(request, context)
  }
}

/**
 * Headers withheld from Remix: its own check of the origin believes X-Forwarded-Host and answers an empty
 * 500, and ours has already been made. The others belong to the connection, or to a body that has been read.
 */
const KEPT_BACK =
  /^(origin|host|forwarded|x-forwarded-.*|connection|keep-alive|upgrade|transfer-encoding|content-(length|type)|expect|te|trailer|proxy-.*)$/

/**
 * The request for Remix. HEAD becomes GET, so that both have the same headers. It is not aborted when the
 * client goes away: a registration under way is finished.
 */
export function remixRequest(
  req: IncomingMessage,
  target: Target,
  body: { bytes: Buffer; type: string } | null,
): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined && !KEPT_BACK.test(name)) headers.set(name, value.toString())
  }
  headers.set('host', new URL(target.origin).host)
  const url = target.origin + target.pathname + target.search
  if (body === null) return new Request(url, { headers })
  // The media type as readForm gives it: parameters it ignores would be a TypeError in `formData()`.
  headers.set('content-type', body.type)
  return new Request(url, { method: 'POST', headers, body: new Uint8Array(body.bytes) })
}

/** Remix's answer with a cache rule, compressed where that pays; a streamed 200 is sent while it is made. */
export async function remixAnswer(
  response: Response,
  acceptEncoding: IncomingMessage['headers']['accept-encoding'],
  isStreamed = false,
): Promise<Answer> {
  if (isStreamed && response.status === 200 && response.body) return streamedOf(response, response.body)
  const answer = await answerOf(response)
  // When not even the error page can be rendered, Remix falls back to a line of English.
  const isBare = answer.status === 500 && /^(text\/plain|$)/.test(headerOf(answer, 'content-type'))
  if (isBare) return errorPage(500)
  answer.headers['cache-control'] ??= 'private, no-cache'
  return compressed(answer, acceptEncoding)
}
