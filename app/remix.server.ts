import type { Services } from '../server/composition.ts'
import type { EmpresaConvites } from '../server/domain/empresa-repo.ts'

// What routes and the modules beside them use of Remix's server side; with entry.server.tsx, what a move to another framework
// changes (decision 0001).
export { createCookie, createCookieSessionStorage, json, redirect } from '@remix-run/node'
export type {
  ActionFunctionArgs,
  AppLoadContext,
  Cookie,
  CookieOptions,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
  Session,
  SessionStorage,
} from '@remix-run/node'

declare module '@remix-run/node' {
  /** What the server in front hands over with each request; stock remix-serve hands over nothing. */
  interface AppLoadContext {
    services?: Services
    /** The client's address, as far as the proxies in front are trusted. */
    address?: string
    /** Whether a page of ours sent a post, as the front read it: Remix does not get every header. */
    isOwnPost?: boolean
    /** What was read already of the company of the address; its loader reads it where nothing was handed over. */
    empresaConvites?: Promise<Pick<EmpresaConvites, 'empresa' | 'left' | 'isFechada'> | null>
    /** Set by an action that shows its page again, for the loader to say so. */
    isError?: boolean
    /** Set by an action that refused a post because registrations are closed, for the loader to say so. */
    isRefused?: boolean
  }
}
