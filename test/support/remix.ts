import type { ServerBuild } from '@remix-run/node'
import * as entry from '../../app/entry.server.tsx'
import * as root from '../../app/root.tsx'
import remixConfig from '../../remix.config.js'
import { compose, type Services, type World } from '../../server/composition.ts'
import { readConfig, type Config } from '../../server/config.ts'
import { remixHandler } from '../../server/http/remix.ts'
import { createLog } from '../../server/log.ts'
import { pathOf } from '../../server/route-table.ts'
import { sketch } from './arte.ts'
import { createCookies } from './cookies.ts'
import { NOW } from './factories.ts'
import { readText } from './html.ts'
import { PRODUCTION } from './environment.ts'
import { createStore, type Store } from './stored.ts'

type RouteModule = ServerBuild['routes'][string]['module']

const modules = import.meta.glob<RouteModule>(
  ['../../app/routes/*.{ts,tsx}', '../../app/routes/*/route.{ts,tsx}'],
  { eager: true },
)

/** The routes as Remix's own convention finds them, so that a test meets every route. */
function routesOf(): ServerBuild['routes'] {
  const routes: ServerBuild['routes'] = {
    root: { id: 'root', path: '', module: root as unknown as RouteModule },
  }
  for (const [file, module] of Object.entries(modules)) {
    const name = file.replace(/^.*\/routes\/(.*?)(\/route)?\.tsx?$/, '$1')
    const id = `routes/${name}`
    if (name === '_index') routes[id] = { id, parentId: 'root', index: true, module }
    else routes[id] = { id, parentId: 'root', path: pathOf(name).replace(/^\//, ''), module }
  }
  return routes
}

const routes = routesOf()

/** The app as in the build. */
export const build: ServerBuild = {
  mode: 'production',
  entry: { module: entry },
  routes,
  assets: {
    entry: { imports: [], module: '/assets/entry.client.js' },
    routes: Object.fromEntries(
      Object.values(routes).map(({ id, parentId, path, index }) => [
        id,
        {
          id,
          module: `/assets/${id}.js`,
          hasAction: false,
          hasLoader: true,
          hasErrorBoundary: false,
          hasClientAction: false,
          hasClientLoader: false,
          ...(parentId !== undefined && { parentId }),
          ...(path !== undefined && { path }),
          ...(index !== undefined && { index }),
        },
      ]),
    ),
    url: '/assets/manifest.js',
    version: 'test',
  },
  publicPath: '/',
  assetsBuildDirectory: 'build/client',
  future: { ...remixConfig.future, unstable_optimizeDeps: false } as ServerBuild['future'],
  isSpaMode: false,
}

/** The app as the server calls it. */
export const handle = remixHandler(build)

export type TestApp = Awaited<ReturnType<typeof startApp>>

/** A browser without scripts: it keeps its cookies and follows nothing by itself. */
export type Browser = ReturnType<typeof openBrowser>

const configs = new Map<string, Config>()

/**
 * Validated once for each environment, since hundreds of tests share the same one. A test may change its own
 * copy.
 */
function configOf(env: Record<string, string>): Config {
  const key = JSON.stringify(env)
  const config = configs.get(key) ?? readConfig(env)
  configs.set(key, config)
  return structuredClone(config)
}

/**
 * Returns the words to be drawn: few tests look at a picture, and one costs more than everything around it.
 */
const tellPicture: Services['credencialPictureOf'] = async (wording) => Buffer.from(JSON.stringify(wording))

/**
 * The app on memory storage, in production mode, without a port. `world` can replace the storage. A picture
 * of a credencial is given as JSON, unless it `isDrawn`.
 */
export async function startApp(
  world: (store: Store) => Partial<World> = () => ({}),
  env: Record<string, string> = {},
  { isDrawn = false } = {},
) {
  const store = createStore()
  const lines: string[] = []
  let instant = NOW
  const config = configOf({ ...PRODUCTION, ...env })
  const composed = await compose(config, {
    storage: store.open(),
    arteOf: sketch,
    now: () => instant,
    log: createLog('info', { write: (line) => void lines.push(line) }),
    ...world(store),
  })
  const told = isDrawn ? {} : { credencialPictureOf: tellPicture }
  const services = { ...composed, ...told }
  /** The services of the version stored by now; a test may have changed those of the first version. */
  const latest = async () => {
    const current = await composed.latest(0)
    return current.guardado?.versao === composed.guardado?.versao ? services : { ...current, ...told }
  }
  return {
    services,
    store,
    /** Lines logged since the start. */
    logged: () => lines.join(''),
    /** Moves the clock. */
    advance: (ms: number) => void (instant += ms),
    browser: (address = '203.0.113.7') => openBrowser(latest, address),
  }
}

/** The headers of a form sent by a page of ours. */
const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' }

function openBrowser(latest: () => Promise<Services>, address: string) {
  const cookies = createCookies()
  const send = async (
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> },
  ) => {
    const headers = { ...init.headers, ...(cookies.header() !== '' && { Cookie: cookies.header() }) }
    const request = new Request(`https://convite.test${path}`, { ...init, headers })
    const response = await handle(request, { services: await latest(), address })
    cookies.keep(response.headers.getSetCookie())
    return response
  }
  const body = async (path: string) => (await send(path, { headers: {} })).text()
  return {
    get: (path: string, headers: Record<string, string> = {}) => send(path, { headers: { ...headers } }),
    /** The body of the answer, as sent. */
    body,
    /** The text a guest reads there. */
    text: async (path: string) => readText(await body(path)),
    post: (path: string, fields: Record<string, string> | [string, string][] = {}) =>
      send(path, { method: 'POST', headers: SAME_ORIGIN, body: new URLSearchParams(fields) }),
    /** Posts a form with a file in it. */
    upload: (path: string, body: FormData) => send(path, { method: 'POST', headers: SAME_ORIGIN, body }),
    send: (path: string, method: string, fields: Record<string, string> = {}) =>
      send(path, { method, headers: SAME_ORIGIN, body: new URLSearchParams(fields) }),
    /** Sends a request with the browser's cookies, and nothing else that is not given. */
    ask: send,
    /** Takes over another browser's cookies. */
    steal: (stolen: string) => cookies.take(stolen),
    cookie: cookies.header,
  }
}
