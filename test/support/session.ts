import { readSession } from '../../app/shared/session.server.ts'
import type { Browser, TestApp } from './remix.ts'

/** A guest as filled in on the form. */
export const CONVIDADO = { nome: 'Ana', telefone: '11987654321', email: '' }

/** The contents of a browser's session. */
export async function sessionOf(app: TestApp, browser: Browser) {
  const session = await readSession(
    new Request('https://x.test', { headers: { Cookie: browser.cookie() } }),
    app.services,
  )
  return session.data
}
