/** A browser's cookies: the last one of each name. */
export function createCookies() {
  const kept = new Map<string, string>()
  return {
    /** The `Cookie` header; empty when there is none. */
    header: () => [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
    /** @param lines the `Set-Cookie` headers of an answer */
    keep(lines: string[]) {
      for (const line of lines) {
        const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
        kept.set(name, value)
      }
    },
    /** Takes over another browser's cookies. */
    take(header: string) {
      kept.clear()
      for (const pair of header.split('; ').filter(Boolean)) {
        const [, name = '', value = ''] = /^([^=]*)=(.*)/.exec(pair) ?? []
        kept.set(name, value)
      }
    },
  }
}
