import { formCookie } from '../../app/convidado/cadastro.server.ts'
import { hasClaimed, hasSession, sidCookie } from '../../app/shared/session.server.ts'
import { anEmpresa, NOW } from './factories.ts'
import { FORM, startServer, type Told } from './http-server.ts'
import { handle } from './remix.ts'
import { createStore } from './stored.ts'

/** The app itself behind the server, with two companies. */
export async function start({ isDemonstration = false, now = () => NOW } = {}) {
  const store = createStore()
  for (const [empresaid, nome] of [
    ['clara', 'Fazenda Santa Clara'],
    ['vale', 'Cooperativa do Vale'],
  ] as const) {
    store.put('empresas', anEmpresa({ empresaid, nome, icredencial: 10 }))
  }
  const running = await startServer({
    isDemonstration,
    env: { POSTS_PER_MINUTE: '0' },
    store,
    now,
    sidCookie,
    formCookie,
    hasClaimed,
    hasSession,
    handler: (request, context) => handle(request, { ...context }),
  })
  return { ...running, store }
}

/** The cookies an answer sets, without their attributes. */
export const cookieOf = ({ headers }: Told) =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0])
export const policyOf = ({ headers }: Told) => String(headers['content-security-policy'])
/** The n on a company’s page. */
export const leftOf = ({ body }: Told) => Number(/VOCÊ TEM <b[^>]*>(\d+)<\/b>/.exec(body)?.[1])
/** A guest's form. */
export const convidado = {
  method: 'POST',
  headers: FORM,
  body: 'nome=Maria+Silva&telefone=11987654321&email=',
}
