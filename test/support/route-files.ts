import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROUTES = 'app/routes'

/** The ids of all routes: the names of folders, and of files without a folder. */
export const routeIds = (): string[] =>
  readdirSync(ROUTES)
    .filter((name) => !name.startsWith('.'))
    .map((name) => name.replace(/\.tsx?$/, ''))

/** The file of a route's module. @throws Error when there is none */
export function routeFile(id: string): string {
  const found = [`${id}/route.tsx`, `${id}/route.ts`, `${id}.tsx`, `${id}.ts`]
    .map((name) => join(ROUTES, name))
    .find((file) => existsSync(file))
  if (found === undefined) throw new Error(`no route.tsx in ${ROUTES}/${id}`)
  return found
}

/** Whether a route draws a page, rather than a file or an answer for a script. */
export const isDrawn = (id: string): boolean => readFileSync(routeFile(id), 'utf8').includes('export default')
