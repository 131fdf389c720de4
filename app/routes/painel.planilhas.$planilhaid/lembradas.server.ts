import { createHash } from 'node:crypto'
import type { Coluna } from '../../../server/planilhas/folha.ts'
import type { Equipe } from '~/shared/equipe.server'
import { unsignedCookie } from '~/shared/session.server'

// What a browser's columns were said to be is remembered for its next sheet with the same headings.

const cookieOf = unsignedCookie('colunas', 365 * 24 * 60 * 60)

/** How many sheets are remembered: a cookie holds four kilobytes. */
const SHEETS_MAX = 5
const COLUMNS_MAX = 40

/** The key of a sheet's headings, and the field of each column. */
type Lembrada = [key: string, fields: string[]]

const isText = (value: unknown) => typeof value === 'string' && value.length <= 20

/** Whether a cookie has what we put there: a browser may send anything. */
const isLembrada = (value: unknown): value is Lembrada =>
  Array.isArray(value) && isText(value[0]) && Array.isArray(value[1]) && value[1].every(isText)

const keyOf = (colunas: Pick<Coluna, 'nome'>[]) =>
  createHash('sha256')
    .update(JSON.stringify(colunas.map(({ nome }) => nome)))
    .digest('base64url')
    .slice(0, 12)

async function lembradasIn(request: Request, services: Equipe['services']): Promise<Lembrada[]> {
  const cookie: unknown = await cookieOf(services).parse(request.headers.get('Cookie'))
  return Array.isArray(cookie) ? cookie.filter(isLembrada) : []
}

/** The fields said of columns with these headings; null for none. */
export async function lembrar(
  colunas: Coluna[],
  request: Request,
  services: Equipe['services'],
): Promise<string[] | null> {
  const key = keyOf(colunas)
  return (await lembradasIn(request, services)).find(([one]) => one === key)?.[1] ?? null
}

/** The header by which the browser remembers what its columns are; none for a sheet without headings. */
export async function guardar(
  colunas: Coluna[],
  request: Request,
  services: Equipe['services'],
): Promise<Record<string, string>> {
  if (colunas.length > COLUMNS_MAX || colunas.every(({ nome }) => nome === '')) return {}
  const key = keyOf(colunas)
  const others = (await lembradasIn(request, services)).filter(([one]) => one !== key)
  const said: Lembrada = [key, colunas.map(({ field }) => field ?? '')]
  return { 'Set-Cookie': await cookieOf(services).serialize([said, ...others].slice(0, SHEETS_MAX)) }
}
