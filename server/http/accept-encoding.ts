export type Encoding = 'br' | 'gzip'

/** The best encoding a client accepts, brotli before gzip; null when it accepts neither (`;q=0` is a refusal). */
export function bestEncoding(acceptEncoding: string | string[] | undefined): Encoding | null {
  const accepted = new Set<string>()
  for (const entry of (acceptEncoding ?? '').toString().toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name)
  }
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : null
}
