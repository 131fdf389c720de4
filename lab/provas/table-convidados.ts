import { nameOf, telefoneOf } from '../../test/support/journey.ts'
import { cookieOf, get, openClient, post, type Client } from './load.ts'

/** The guests' companies, and their invitations: more than any load here uses. */
const MESAS = 200
export const TABLES = Object.fromEntries(Array.from({ length: MESAS }, (_, i) => [`mesa-${i}`, 50_000]))

/** Browsers that came before the load, and whose cookies the load uses. */
const BROWSERS_BEFORE = 100

const mesaOf = (n: number) => `mesa-${n % MESAS}`
const claimOf = (n: number) => post(`/${mesaOf(n)}`, n)
const registrationOf = (n: number) => {
  const form = `nome=${encodeURIComponent(nameOf(n))}&telefone=${telefoneOf(n)}&empresaid=${mesaOf(n)}`
  return post('/cadastro', n, form)
}

/**
 * The requests of table guests' browsers, step by step: the company's page, the claim, the form, the
 * registration, the alert. The steps follow each other but the guests do not, so that a refusal makes no
 * other request fail: the form and the alert are requested by guests who claimed and registered before the
 * load, and the registration claims its own invitation.
 * @returns the bytes of the next request, each from another guest
 */
export async function tableConvidados(port: number): Promise<() => string> {
  const client = openClient(port)
  let serial = 0
  const claimed = await collect(() => client.ask(claimOf(serial++)))
  const registered = await collect(() => client.ask(registrationOf(serial++)))
  client.close()

  const of = (cookies: string[], n: number) => cookies[n % cookies.length] ?? ''
  const steps: ((n: number) => string)[] = [
    (n) => get(`/${mesaOf(n)}`, n),
    claimOf,
    (n) => get(`/cadastro?empresaid=${mesaOf(n)}`, n, of(claimed, n)),
    registrationOf,
    (n) => get('/', n, of(registered, n)),
  ]
  return () => {
    const n = serial++
    return steps[n % steps.length]?.(n) ?? ''
  }
}

/** The cookies of browsers whose requests were all answered as expected. */
async function collect(ask: () => ReturnType<Client['ask']>): Promise<string[]> {
  const cookies: string[] = []
  while (cookies.length < BROWSERS_BEFORE) {
    const outcome = await ask()
    const cookie = outcome.kind === 'answered' && outcome.status === 303 ? cookieOf(outcome.head) : ''
    if (cookie === '') throw new Error('a guest before the load was not let in')
    cookies.push(cookie)
  }
  return cookies
}
