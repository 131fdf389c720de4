/** An answer on its way to the client, whole: nothing this product sends is streamed. Header names are lower-case. */
export interface Answer {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
  /** A `Set-Cookie` of one browser's own, beside headers that may be those of a cached page. */
  cookie?: string
}

/** Reads a web `Response` to its end; several cookies stay several. */
export async function answerOf(response: Response): Promise<Answer> {
  const headers: Answer['headers'] = {}
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') headers[name] = value
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) }
}

/** The value of a header that is sent once, or `''`. */
export function headerOf(answer: Answer, name: string): string {
  const value = answer.headers[name]
  return typeof value === 'string' ? value : ''
}
