import type { AppLoadContext } from '~/shared/remix.server'
import type { Services } from '../server/composition.ts'

declare global {
  // Development reloads this module and must not open the storage again.
  var convitesServices: Promise<Services> | undefined
}

/**
 * The services of a request: the same until its end, whatever becomes of the event meanwhile. Under stock
 * remix-serve and in development, the first request composes them.
 */
export async function servicesOf(context: AppLoadContext): Promise<Services> {
  if (context.services) return context.services
  const services = await (globalThis.convitesServices ??= start().catch(forget))
  return (context.services ??= await services.latest())
}

/** This process's services; null while they could not be composed. */
export async function servicesIfAny(context: AppLoadContext): Promise<Services | null> {
  return context.services ?? (await globalThis.convitesServices) ?? null
}

/** Makes one instance per process, at its first use. */
export function onceFor<Made>(make: (services: Services) => Made): (services: Services) => Made {
  const made = new WeakMap<object, Made>()
  return (services) => {
    const one = made.get(services.owner) ?? make(services)
    made.set(services.owner, one)
    return one
  }
}

/** Reports a failed start as `npm start` does; the next request tries again. */
function forget(error: unknown): never {
  globalThis.convitesServices = undefined
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  throw error
}

async function start(): Promise<Services> {
  const { startConvites } = globalThis
  if (!startConvites) throw new Error('Nothing composes the services: see server/remix-serve.ts')
  return startConvites()
}
