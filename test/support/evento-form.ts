import { descritoIn } from '../../server/domain/evento-gravado.ts'
import type { Descricao } from '../../server/domain/descricao.ts'
import { formFieldsIn, readText } from './html.ts'
import type { Browser, TestApp } from './remix.ts'

export const HREF = '/painel/evento'

/** What the event page's form sends: every field as it is, without its files. */
export const fieldsIn = (html: string) => formFieldsIn(html, '(?:descricao|com-vistas conferir)')

export const formOf = async (browser: Browser) => fieldsIn(await browser.body(HREF))

/** Fills in the form, and presses Conferir. */
export async function conferir(browser: Browser, typed: Partial<Descricao>) {
  const response = await browser.post(HREF, { ...(await formOf(browser)), ...typed, ato: 'conferir' })
  const html = await response.text()
  return { status: response.status, html, text: readText(html), fields: fieldsIn(html) }
}

/** Goes on to Gravar. @returns its answer */
export async function gravar(browser: Browser, typed: Partial<Descricao>, more: Record<string, string> = {}) {
  const { fields } = await conferir(browser, typed)
  return browser.post(HREF, { ...fields, ...more, ato: 'gravar' })
}

export const where = (response: Response) => [response.status, response.headers.get('Location')]

/** The stored event. */
export async function storedIn({ services }: Pick<TestApp, 'services'>) {
  const gravado = descritoIn(await services.eventos.find())
  if (!gravado) throw new Error('no event is stored')
  return gravado
}

export const MOVED = { 'inicio-dia': '2027-09-23', 'fim-dia': '2027-09-23' }
