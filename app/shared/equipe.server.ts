import {
  json,
  NO_STORE,
  noStore,
  refuseOtherMethods,
  type AppLoadContext,
  type RouteArgs,
} from './remix.server.ts'
import { isPairingOver, type Aparelho, type Papel } from '../../server/domain/aparelho.ts'
import type { Autor } from '../../server/domain/historico.ts'
import type { Pareado, Phone } from '../../server/domain/pareamento.ts'
import type { Services } from '../../server/composition.ts'
import { matchedRoute } from '../../server/route-table.ts'
import { hasCookie, unsignedCookie } from './session.server.ts'
import { isStorageError, withErrorPage } from './failure.server.ts'
import { servicesOf } from '~/services.server'

const NAME = 'equipe'

/** The secret in the cookie: 256 random bits in base64url. */
const SECRET = /^[\w-]{43}$/

/** The longest a browser keeps a cookie, in seconds. */
const COOKIE_SECONDS = 400 * 86_400

/** The precision of `vistoem`, in milliseconds. */
const SEEN_MS = 60_000

export interface Equipe {
  services: Services
  aparelho: Aparelho
  /** The author of an act of this request; a new one each time. */
  autor: () => Autor
  /**
   * What every page of the board shows: whose browser it is, what was done last, and whether a form was
   * refused.
   */
  painel: { quem: { nome: string }; feito: string | null; isError: boolean }
}

const cookieOf = unsignedCookie(NAME, COOKIE_SECONDS)

/**
 * The `Set-Cookie` that pairs a browser. It lasts longer than any date the event may move to: each request
 * decides whether its secret still opens anything.
 */
export function equipeCookie(secret: string, services: Services): Promise<string> {
  return cookieOf(services).serialize(secret)
}

/** The header that extends a team browser's cookie to its longest lifetime from now. */
export async function keepEquipe(request: Request, services: Services): Promise<Record<string, string>> {
  const secret = await secretIn(request.headers.get('Cookie'), services)
  return secret === null ? {} : { 'Set-Cookie': await equipeCookie(secret, services) }
}

/** The `Set-Cookie` that removes the secret from a browser that left. */
export const forgetEquipe = (services: Services): Promise<string> =>
  cookieOf(services).serialize('', { expires: new Date(0), maxAge: 0 })

/**
 * Tells from its `Cookie` whether a browser might belong to the team: under load those wait apart from
 * strangers.
 */
export function hasEquipeCookie(cookie: string, services: Pick<Services, 'config'>): boolean {
  return hasCookie(cookie, NAME, services)
}

export function homeOf(papel: Papel): string {
  return papel === 'organizacao' ? '/painel' : '/porta'
}

/**
 * The paired browser a request comes from. Every loader and action of the team calls this first: Remix runs
 * the loaders of nested routes in parallel, and under stock remix-serve no server in front refuses for it.
 * The row of the route table says which roles are let in; if it names none, nobody is.
 * @throws Response 404 to a browser that is not paired, was revoked, or has another role; 403 to a post that
 *   no page of ours sent; 503 while storage does not answer
 */
export async function equipeOf(request: Request, context: AppLoadContext): Promise<Equipe> {
  const { papeis = [] } = matchedRoute(new URL(request.url).pathname)
  const services = await servicesOf(context)
  const aparelho = await withErrorPage(services, aparelhoOf(request, services))
  if (!aparelho || !papeis.includes(aparelho.papel)) throw new Response(null, { status: 404 })
  if (!['GET', 'HEAD'].includes(request.method) && !isEquipePost(request, context, services))
    throw new Response(null, { status: 403 })
  await see(aparelho, services)
  const feito = new URL(request.url).searchParams.get('feito')
  const painel = { quem: { nome: aparelho.nome }, feito, isError: context.isError === true }
  const { aparelhoid, segredo } = aparelho
  const opening = { kind: 'equipe', aparelhoid, segredo } as const
  return { services, aparelho, autor: () => ({ ...services.autorOf(aparelhoid), opening }), painel }
}

/** Waits for a board page's work. A refusal says whose browser it is, so that its page keeps the menu. */
async function withMenu<Result>({ services, painel }: Equipe, work: () => Promise<Result>): Promise<Result> {
  try {
    return await withErrorPage(services, work())
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status < 400) throw thrown
    const reason: unknown = thrown.body === null ? null : await thrown.json()
    const headers = { ...Object.fromEntries(thrown.headers), ...NO_STORE }
    throw json({ ...(reason as object | null), quem: painel.quem }, { status: thrown.status, headers })
  }
}

/**
 * The loader of a page of the board: what every such page shows, and what this one shows.
 * @param headersOf its answer's other headers
 */
export const painelLoader =
  <Shown extends object>(
    show: (equipe: Equipe, args: RouteArgs) => Promise<Shown>,
    headersOf: (request: Request, services: Services) => Promise<Record<string, string>> = async () => ({}),
  ) =>
  async (args: RouteArgs) => {
    const equipe = await equipeOf(args.request, args.context)
    const shown = await withMenu(equipe, () => show(equipe, args))
    return noStore({ ...equipe.painel, ...shown }, 200, await headersOf(args.request, equipe.services))
  }

/** The action of such a page, which is shown again if the answer is a 422. */
export const painelAction =
  <Answer extends Response>(act: (equipe: Equipe, args: RouteArgs) => Promise<Answer>) =>
  async (args: RouteArgs) => {
    const equipe = await equipeOf(args.request, args.context)
    refuseOtherMethods(args.request)
    const answer = await withMenu(equipe, () => act(equipe, args))
    if (answer.status === 422) args.context.isError = true
    return answer
  }

/** The paired browser a request comes from, whatever its role; null for any other. @throws StorageError */
export function aparelhoOf(request: Request, services: Services): Promise<Aparelho | null> {
  return aparelhoIn(request.headers.get('Cookie'), services)
}

/**
 * Tells whether a browser with this `Cookie` is paired and has one of these roles. While storage does not
 * answer, its page says so.
 */
export async function isOfEquipe(
  cookie: string | null,
  services: Services,
  papeis: readonly Papel[],
): Promise<boolean> {
  const found = await aparelhoIn(cookie, services).catch(undefinedIfStorage)
  return found === undefined || (found !== null && papeis.includes(found.papel))
}

/**
 * Tells whether a browser with this `Cookie` was paired, and still is. While storage does not answer, its
 * page says so.
 */
export async function phoneIn(cookie: string | null, services: Services): Promise<Phone> {
  const found = await pareadoIn(cookie, services).catch(undefinedIfStorage)
  if (found === null) return { kind: 'stranger' }
  const { segredo = '', fechadoem = null } = found?.pareamento ?? {}
  return fechadoem === null ? { kind: 'paired' } : { kind: 'closed', segredo }
}

function undefinedIfStorage(err: unknown): undefined {
  if (!isStorageError(err)) throw err
}

async function aparelhoIn(cookie: string | null, services: Services): Promise<Aparelho | null> {
  const segredo = await segredoIn(cookie, services)
  const aparelho = segredo === null ? null : await services.equipe.findBySegredo(segredo)
  return aparelho && !isPairingOver(aparelho, services) ? aparelho : null
}

/**
 * The browser with this `Cookie`, whether its pairing is active or closed, because of what it may still hand
 * in; null for any other.
 * @throws StorageError
 */
export async function pareadoIn(cookie: string | null, services: Services): Promise<Pareado | null> {
  const segredo = await segredoIn(cookie, services)
  const pareado = segredo === null ? null : await services.equipe.findPareamento(segredo)
  return pareado && !isPairingOver(pareado.aparelho, services) ? pareado : null
}

/** The stored form of the secret a browser brings, whether or not it opens anything; null without one. */
export async function segredoIn(cookie: string | null, services: Services): Promise<string | null> {
  const secret = await secretIn(cookie, services)
  return secret === null ? null : services.segredoOf(secret)
}

async function secretIn(cookie: string | null, services: Services): Promise<string | null> {
  const secret: unknown = await cookieOf(services).parse(cookie)
  return typeof secret === 'string' && SECRET.test(secret) ? secret : null
}

/**
 * Tells whether a page of ours sent a post, by Sec-Fetch-Site, or else by Origin. A client that sends neither
 * is not a browser of the team. The front decides this as `isOwnPost`; under stock remix-serve the request
 * itself does.
 */
export function isEquipePost(request: Request, context: AppLoadContext, services: Services): boolean {
  if (context.isOwnPost !== undefined) return context.isOwnPost
  const site = request.headers.get('Sec-Fetch-Site')
  if (site !== null) return site === 'same-origin'
  return request.headers.get('Origin') === (services.config.publicOrigin ?? new URL(request.url).origin)
}

/** A failure to record it turns nobody away. */
async function see({ aparelhoid, vistoem }: Aparelho, { equipe, now, log }: Services): Promise<void> {
  if (vistoem !== null && now() - vistoem < SEEN_MS) return
  await equipe.see(aparelhoid, now()).catch((err: unknown) => {
    if (!isStorageError(err)) throw err
    log.warn({ err }, 'a browser of the team could not be noted as seen')
  })
}
