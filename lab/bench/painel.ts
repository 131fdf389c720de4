import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROUTES } from '../../server/route-table.ts'
import { databaseOf, startProduct, withContestants } from './contestants.ts'
import type { Contestant } from './process.ts'
import { SECRETS, seedPainel, type SeededPainel } from './seed-painel.ts'
import { timedGet, type Timed } from './timed-get.ts'

const HOUR_MS = 3_600_000

/**
 * The product with 50,000 guests on SQLite, an hour into its event, and how one of its organisers sends
 * requests.
 */
export interface Painel extends SeededPainel {
  server: Contestant
  ask: (path: string, headers?: Record<string, string>) => Promise<Timed>
}

let filled: Promise<{ seeded: SeededPainel; inicio: number; from: string }> | null = null

/** The stored event, created once and copied for each row. */
async function filledIn(directory: string) {
  const inicio = Math.floor((Date.now() - HOUR_MS) / 600_000) * 600_000
  const seeded = await seedPainel(databaseOf(directory, 'seeded'), inicio)
  return { seeded, inicio, from: directory }
}

/** Fills a database, starts the product on it, passes it to `act`, and stops it. */
export async function withPainel<Result>(
  directory: string,
  act: (painel: Painel) => Promise<Result>,
): Promise<Result> {
  const { seeded, inicio, from } = await (filled ??= filledIn(directory))
  copyFileSync(databaseOf(from, 'seeded'), databaseOf(directory, 'product'))
  if (from !== directory) copyFileSync(join(from, SECRETS), join(directory, SECRETS))
  return withContestants([startProduct(directory, eventoAt(directory, inicio))], ([server]) => {
    if (!server) throw new Error('not started')
    const ask: Painel['ask'] = (path, headers = {}) =>
      timedGet(server.port, path, { cookie: seeded.cookie, ...headers })
    return act({ ...seeded, server, ask })
  })
}

function eventoAt(directory: string, inicio: number): Record<string, string> {
  const evento = JSON.parse(readFileSync('test/support/evento-por-vir.json', 'utf8')) as Record<
    string,
    unknown
  >
  const iso = (at: number) => `${new Date(at - 3 * HOUR_MS).toISOString().slice(0, 19)}-03:00`
  const path = join(directory, 'evento.json')
  writeFileSync(path, JSON.stringify({ ...evento, inicio: iso(inicio), fim: iso(inicio + 4 * HOUR_MS) }))
  return { EVENTO: path }
}

/** Searches and sort orders that pages accept on their own address. */
const ASKED = [
  '/painel/empresas?ordem=livres&pagina=20',
  '/painel/empresas?q=agua&mostrar=nao-comecaram',
  '/painel/convidados?pagina=1000',
  '/painel/convidados?empresa=empresa-7',
]

/** Shows what was made a moment before, and is not found without. */
const EMPTY = '/painel/convidados/convites'

/**
 * The address of every team page, from the route table: a new page is measured as soon as it has a row there.
 * An address without a page (`*`) is answered with 404.
 */
export function pathsOf({ convidados, empresaids }: SeededPainel): string[] {
  const ids: Record<string, string | undefined> = {
    credencialid: convidados[7]?.credencialid,
    empresaid: empresaids[7],
  }
  const isDrawn = (id: string | null) =>
    ['.tsx', '/route.tsx'].some((end) => existsSync(`app/routes/${id}${end}`))
  const paths = ROUTES.filter(({ id, papeis, path }) => papeis && isDrawn(id) && !path.includes('*')).flatMap(
    ({ path }) => {
      if (path === EMPTY) return []
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      if (names.some((name) => ids[name] === undefined)) return []
      return path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '')
    },
  )
  const isThere = (path: string) => paths.includes(path.split('?')[0] ?? '')
  return [...paths, ...ASKED.filter(isThere)]
}
