import { createCookies } from './cookies.ts'

/** What a browser without scripts does: it keeps its cookies, sends forms, and follows nothing by itself. */
export function openJar(url: string) {
  let origin = url
  const cookies = createCookies()
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = cookies.header() === '' ? {} : { Cookie: cookies.header() }
    const response = await fetch(origin + path, { ...init, headers, redirect: 'manual' })
    cookies.keep(response.headers.getSetCookie())
    return {
      status: response.status,
      location: response.headers.get('location'),
      html: await response.text(),
    }
  }
  return {
    get: (path: string) => send(path),
    post: (path: string, fields: Record<string, string> = {}) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields) }),
    /** The same browser at a server restarted elsewhere. */
    move: (to: string) => void (origin = to),
  }
}

/** The n of VOCÊ TEM n CONVITE(S) on a company's page. */
export async function readLeft(url: string, empresaid: string): Promise<number> {
  const { html } = await openJar(url).get(`/${empresaid}`)
  return Number(/VOCÊ TEM <b[^>]*>(\d+)<\/b> CONVITE\(S\)/.exec(html)?.[1])
}

/** A name nobody else in a run has, in letters only. */
export const nameOf = (n: number) =>
  `Convidado ${String(n).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '')}`

/**
 * A phone that practically nobody else in a run has: a guest in another browser learns only of the
 * registration.
 */
export const anyTelefone = () => `119${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

/** The number of one guest of many. */
export const telefoneOf = (n: number) => `119${String(80_000_000 + n)}`

/** What the form posts for one guest of many, for the public or a company's form. */
export const convidado = (n: number, empresaid?: string) => ({
  nome: nameOf(n),
  telefone: telefoneOf(n),
  email: '',
  ...(empresaid !== undefined && { empresaid }),
})

/** The number of answers with each status. */
export function statuses(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
