import { createHash } from 'node:crypto'
import { NOME_DA_ABA, type Coluna, type Tipo } from '../../../server/planilhas/folha.ts'
import type { Equipe } from '~/shared/equipe.server'
import { unsignedCookie } from '~/shared/session.server'

// What somebody changed of a sheet's columns is remembered by the browser for its next one with the same headings.

const cookieOf = unsignedCookie('colunas', 365 * 24 * 60 * 60)

/** How many sheets are remembered: a cookie holds four kilobytes. */
const SHEETS_MAX = 5
const COLUMNS_MAX = 40

/** A column that was left as it was understood. */
const COMO_ESTAVA = '='

/** The key of a sheet's headings, and the field of each column, or {@link COMO_ESTAVA}. */
type Lembrada = [key: string, fields: string[]]

const isText = (value: unknown) => typeof value === 'string' && value.length <= 20

/** Whether a cookie has what we put there: a browser may send anything. */
const isLembrada = (value: unknown): value is Lembrada =>
  Array.isArray(value) && isText(value[0]) && Array.isArray(value[1]) && value[1].every(isText)

const keyOf = (tipo: Tipo, colunas: Pick<Coluna, 'nome'>[]) =>
  createHash('sha256')
    .update(JSON.stringify([tipo, ...colunas.map(({ nome }) => nome).filter((nome) => nome !== NOME_DA_ABA)]))
    .digest('base64url')
    .slice(0, 12)

async function lembradasIn(request: Request, services: Equipe['services']): Promise<Lembrada[]> {
  const cookie: unknown = await cookieOf(services).parse(request.headers.get('Cookie'))
  return Array.isArray(cookie) ? cookie.filter(isLembrada) : []
}

/** The fields said of columns with these headings; null for none. */
export async function lembrar(
  tipo: Tipo,
  colunas: Coluna[],
  request: Request,
  services: Equipe['services'],
): Promise<string[] | null> {
  const key = keyOf(tipo, colunas)
  return (await lembradasIn(request, services)).find(([one]) => one === key)?.[1] ?? null
}

/**
 * The header by which the browser remembers what was changed; none for a sheet without headings.
 * @param guessed its columns as they were understood
 */
export async function guardar(
  tipo: Tipo,
  guessed: Coluna[],
  colunas: Coluna[],
  request: Request,
  services: Equipe['services'],
): Promise<Record<string, string>> {
  if (colunas.length > COLUMNS_MAX || colunas.every(({ nome }) => nome === '')) return {}
  const key = keyOf(tipo, colunas)
  const others = (await lembradasIn(request, services)).filter(([one]) => one !== key)
  const fields = colunas.map(({ field, nome }, at) =>
    field === guessed[at]?.field || nome === NOME_DA_ABA ? COMO_ESTAVA : (field ?? ''),
  )
  const said: Lembrada[] = fields.every((field) => field === COMO_ESTAVA) ? [] : [[key, fields]]
  return { 'Set-Cookie': await cookieOf(services).serialize([...said, ...others].slice(0, SHEETS_MAX)) }
}
