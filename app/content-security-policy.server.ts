import { createHash } from 'node:crypto'

/**
 * The document without its mark, and the policy that lets nothing run or style it but what bore the mark. Nothing a
 * guest typed can bear it: each document has a new one, which never leaves. Naming hashes instead of a nonce, the
 * same page is the same bytes each time, which are then compressed once and well (decision 0008).
 * @param mark the random nonce the document's own inline scripts and styles were rendered with
 */
export function sealed(document: string, mark: string): { html: string; policy: string } {
  const hashes: Record<string, string[]> = { script: [], style: [] }
  const own = new RegExp(`<(script|style)([^>]*) nonce="${mark}"([^>]*)>(.*?)</\\1>`, 'gs')
  const html = document.replace(own, (_, tag: string, before: string, after: string, content: string) => {
    hashes[tag]?.push(`'sha256-${createHash('sha256').update(content).digest('base64')}'`)
    return `<${tag}${before}${after}>${content}</${tag}>`
  })
  const { script = [], style = [] } = hashes
  const policy = [
    "default-src 'none'",
    ...(script.length > 0 ? [`script-src 'self' ${script.join(' ')}`, "connect-src 'self'"] : []),
    `style-src ${style.join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return { html, policy: policy.join('; ') }
}
