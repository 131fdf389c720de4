import type { Config } from '../config.ts'

/** The link of a company, or of another page, at the origin guests see; in demonstration, where this machine alone is served. */
export function linkOf({ publicOrigin, host, port }: Config, path: string): string {
  const origin = publicOrigin ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return `${origin}/${path}`
}
