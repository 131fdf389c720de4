import { equipeCookie, hasEquipeCookie } from '../../app/shared/equipe.server.ts'
import { hasSession, sidCookie } from '../../app/shared/session.server.ts'
import { formCookie } from '../../app/convidado/cadastro.server.ts'
import type { Services } from '../../server/composition.ts'
import type { Papel } from '../../server/domain/aparelho.ts'
import { CLI } from '../../server/domain/historico.ts'
import type { Route } from '../../server/route-table.ts'
import { makeConvites } from '../../server/use-cases/convites-pessoais.ts'
import { inviteToEquipe, findInvitation, pairBrowser } from '../../server/use-cases/equipe.ts'
import { storedOf } from './pasta.ts'
import { createCookies } from './cookies.ts'
import { anEmpresa } from './factories.ts'
import { FORM, startServer } from './http-server.ts'
import { handle, startApp } from './remix.ts'
import { createStore, type Store } from './stored.ts'

/** An uploaded spreadsheet of companies, with words that every object has. */
const PLANILHA =
  'empresaid;nome;icredencial;__proto__;toString\nnova;Nova;5;constructor;toString\nconstructor;toString;5;;\n'

/** A request as a stranger may make it: fields left out are not sent. */
export interface Asked {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

/** The product with something in its storage, called from outside. */
export interface Surface {
  origin: string
  store: Store
  ask: (asked: Asked) => Promise<{ status: number; cookies: string[]; location: string; body: string }>
  /** Values for the parameters of addresses; `mesa/token` is the `token` of those below `/mesa`. */
  ids: Record<string, string>
  /** `Cookie` headers. */
  cookies: { organizacao: string; porta: string; revoked: string; convidado: string }
}

/** The query a page needs besides its address. */
const QUERIES: Record<string, string> = {
  '/painel/rajadas/:origem': '?de=1&ate=2',
  '/painel/convidados/convites': '?primeiro=:codigo',
}

/** What follows the address of a row; empty text for most. */
export const queryOf = ({ path }: Route, ids: Record<string, string>) =>
  (QUERIES[path] ?? '').replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '')

/** The address of a row. @throws Error for a parameter without an existing id */
export function addressOf({ path }: Route, ids: Record<string, string>): string {
  const [, room = ''] = path.split('/')
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const id = ids[`${room}/${name}`] ?? ids[name]
    if (id === undefined) throw new Error(`:${name} of ${path} needs an id in test/support/equipe-surface.ts`)
    return id
  })
}

/** The app as stock remix-serve has it, with nothing in front. */
export async function bareSurface(): Promise<Surface> {
  const { services, store } = await startApp()
  const origin = 'https://convite.test'
  const ask = async ({ path, ...init }: Asked) => {
    const response = await handle(new Request(origin + path, init), { services })
    const { status, headers } = response
    return {
      status,
      cookies: headers.getSetCookie(),
      location: headers.get('Location') ?? '',
      body: await response.text(),
    }
  }
  return furnished({ origin, store, services, ask })
}

/** The app behind its own server, on a port. */
export async function frontSurface(): Promise<Surface> {
  const store = createStore()
  const { services, ask } = await startServer({
    store,
    env: { POSTS_PER_MINUTE: '0' },
    sidCookie,
    formCookie,
    hasSession,
    hasEquipeCookie,
    handler: (request, context) => handle(request, { ...context }),
  })
  const origin = services.config.publicOrigin ?? ''
  return furnished({
    origin,
    store,
    services,
    ask: async (asked) => {
      const { status, headers, body } = await ask(asked)
      return { status, cookies: headers['set-cookie'] ?? [], location: headers.location ?? '', body }
    },
  })
}

type Bare = Pick<Surface, 'origin' | 'store' | 'ask'> & { services: Services }

/** Stores one of everything an address can name, and opens a browser of each kind. */
async function furnished({ services, ...surface }: Bare): Promise<Surface> {
  const { store, ask } = surface
  store.put('empresas', anEmpresa({ empresaid: 'clara' }))
  const convidado = createCookies()
  const headers = () => ({ ...FORM, cookie: convidado.header(), 'sec-fetch-site': 'same-origin' })
  const nome = 'nome=Maria+Silva&telefone=11987654321&email=&empresaid=clara'
  for (const [path, body] of [
    ['/clara', ''],
    ['/cadastro', nome],
  ] as const) {
    convidado.keep((await ask({ method: 'POST', path, headers: headers(), body })).cookies)
  }
  const [credencialid = ''] = store.ids('credenciais')
  await services.planilhas.put({
    planilhaid: 'planilha',
    tipo: 'empresas',
    arquivo: 'empresas.csv',
    enviadaem: services.now(),
    bytes: await storedOf(PLANILHA, { abas: [0], colunas: {} }),
  })
  const made = await makeConvites(
    services,
    { empresaid: 'clara', pedido: '', rotulos: 'Tia\nPrimo' },
    services.autorOf(CLI),
  )
  const [codigo = ''] = made.kind === 'created' ? made.codigos : []
  const revoked = await pairedIn(services, 'organizacao')
  await services.equipe.revoke(revoked.aparelhoid, services.autorOf(CLI))
  const porta = await pairedIn(services, 'porta')
  const cida = await pairedIn(services, 'organizacao')
  return {
    ...surface,
    ids: {
      empresaid: 'clara',
      credencialid,
      planilhaid: 'planilha',
      aparelhoid: porta.aparelhoid,
      tipo: 'lembrete',
      para: credencialid,
      codigo,
      hash: 'h'.repeat(16),
      nome: 'convite.png',
      'mesa/token': services.mesaTokenOf({ empresaid: 'clara', versao: 0 }),
      origem: 'o'.repeat(43),
      arquivo: 'convidados.csv',
      token: services.tokenOf(credencialid, 0),
    },
    cookies: {
      organizacao: cida.cookie,
      porta: porta.cookie,
      revoked: revoked.cookie,
      convidado: convidado.header(),
    },
  }
}

async function pairedIn(services: Services, papel: Papel) {
  const invited = await inviteToEquipe(services, { nome: papel, papel }, services.autorOf(CLI))
  const found = await findInvitation(services, invited.kind === 'invited' ? invited.code : '')
  if (found.kind !== 'open') throw new Error(found.kind)
  const paired = await pairBrowser(services, found)
  if (paired.kind !== 'paired') throw new Error(paired.kind)
  const [cookie = ''] = (await equipeCookie(paired.secret, services)).split(';')
  return { cookie, aparelhoid: paired.aparelho.aparelhoid }
}
