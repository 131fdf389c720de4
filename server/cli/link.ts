import type { Config } from '../config.ts'

/** The link of a company, at the origin guests see; in demonstration, where this machine alone is served. */
export function linkOf({ publicOrigin, host, port }: Config, empresaid: string): string {
  const origin = publicOrigin ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return `${origin}/${empresaid}`
}
