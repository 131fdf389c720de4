/** What a browser keeps of the cookies it is given: the last of each name. */
export function createCookies() {
  const kept = new Map<string, string>()
  return {
    /** The `Cookie` header; empty when there is none. */
    header: () => [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
    /** @param lines the `Set-Cookie` of an answer */
    keep(lines: string[]) {
      for (const line of lines) {
        const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
        kept.set(name, value)
      }
    },
    /** Takes over another browser's. */
    take(header: string) {
      kept.clear()
      for (const pair of header.split('; ').filter(Boolean)) {
        const [, name = '', value = ''] = /^([^=]*)=(.*)/.exec(pair) ?? []
        kept.set(name, value)
      }
    },
  }
}
