import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import type { Services } from '../composition.ts'
import { watchNoEndlessSignal } from './endless-request.ts'
import type { Remix, RemixHandler } from './remix.ts'

/** Remix's build, with what `app/entry.server.tsx` exports besides. */
type Build = ServerBuild & { entry: { module: Omit<Remix, 'handler'> } }

/**
 * Loads Remix's build and renders a page once: the first render is slow, and no guest shall wait for it.
 * @param build address of `build/server/index.js`
 * @throws Error when there is no build
 */
export async function loadRemix(build: URL, services: Services): Promise<Remix> {
  const env: Partial<NodeJS.ProcessEnv> = process.env
  // React picks its slow or its fast half by this when it is first imported.
  env.NODE_ENV ??= 'production'
  watchNoEndlessSignal()
  const loaded = (await import(build.href)) as Build
  const handle = createRequestHandler(loaded, 'production')
  const handler: RemixHandler = (request, context) => handle(request, { ...context })
  await handler(new Request('http://localhost/cadastro'), { services, address: 'unknown' })
  const { sidCookie, reciboCookie, hasSession } = loaded.entry.module
  return { handler, sidCookie, reciboCookie, hasSession }
}
