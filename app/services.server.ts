import type { AppLoadContext } from '@remix-run/node'
import { compose, type Services } from '../server/composition.ts'
import { readConfig } from '../server/config.ts'
import type { Empresa } from '../server/domain/empresa.ts'
import type { EmpresaConvites } from '../server/domain/empresa-repo.ts'

declare module '@remix-run/node' {
  /** What the server in front hands over with each request; stock remix-serve hands over nothing. */
  interface AppLoadContext {
    services?: Services
    /** The client's address, as far as the proxies in front are trusted. */
    address?: string
    /** What was read already of the company of the address; its loader reads it where nothing was handed over. */
    empresaConvites?: Promise<EmpresaConvites | null>
    /** Set by an action that shows its page again, for the loader to say so. */
    isError?: boolean
    /** Set by a claim that found no invitation left: the company to show, not read again. */
    limitReached?: Empresa
    /** Set by an action that refused a post because registrations are closed, for the loader to say so. */
    isRefused?: boolean
  }
}

declare global {
  // Development reloads this module and must not open the storage again.
  var convitesServices: Promise<Services> | undefined
}

/** The door: the services of this process. Under stock remix-serve and in development they are composed here. */
export async function servicesOf(context: AppLoadContext): Promise<Services> {
  return context.services ?? (globalThis.convitesServices ??= composeHere().catch(forget))
}

/** The services of this process; null while they could not be composed. */
export async function servicesIfAny(context: AppLoadContext): Promise<Services | null> {
  return context.services ?? (await globalThis.convitesServices) ?? null
}

/** A start that failed is told, as `npm start` tells it, and tried again by the next request. */
function forget(error: unknown): never {
  globalThis.convitesServices = undefined
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  throw error
}

async function composeHere(): Promise<Services> {
  const services = await compose(readConfig(process.env))
  services.startMaintenance()
  return services
}
