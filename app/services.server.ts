import type { AppLoadContext } from '@remix-run/node'
import { compose, type Services } from '../server/composition.ts'
import { readConfig } from '../server/config.ts'

declare module '@remix-run/node' {
  /** What the server in front hands over with each request; stock remix-serve hands over nothing. */
  interface AppLoadContext {
    services?: Services
    /** The client's address, as far as the proxies in front are trusted. */
    address?: string
    /** Set by an action that shows its page again, for the loader to say so. */
    isError?: boolean
  }
}

declare global {
  // Development reloads this module and must not open the storage again.
  var convitesServices: Promise<Services> | undefined
}

/** The door: the services of this process. Under stock remix-serve and in development they are composed here. */
export async function servicesOf(context: AppLoadContext): Promise<Services> {
  return context.services ?? (globalThis.convitesServices ??= composeHere())
}

async function composeHere(): Promise<Services> {
  const services = await compose(readConfig(process.env))
  services.startMaintenance()
  return services
}
