import { createHash } from 'node:crypto'

const INLINE = /<(style|script)\b([^>]*)>([\s\S]*?)<\/\1>/g

/** A document and its Content-Security-Policy. */
export interface Document {
  html: string
  policy: string
}

/**
 * Takes the nonce out of a document, which may then be shown again: the policy names its inline styles and scripts by
 * their hashes instead. Only elements that carry the nonce are named.
 * @returns null when the nonce stands where it cannot be replaced; the document must then not be kept
 */
export function withInlineHashes({ html, policy }: Document): Document | null {
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  if (nonce === undefined) return { html, policy }
  const attribute = ` nonce="${nonce}"`
  const hashes = { style: new Set<string>(), script: new Set<string>() }
  const bare = html.replace(INLINE, (whole, tag: 'style' | 'script', attributes: string, text: string) => {
    if (!attributes.includes(attribute)) return whole
    hashes[tag].add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    return `<${tag}${attributes.replace(attribute, '')}>${text}</${tag}>`
  })
  if (bare.includes(nonce)) return null
  const directives = policy.split('; ').map((directive) => {
    const tag = directive.startsWith('style-src') ? 'style' : 'script'
    return directive.replace(`'nonce-${nonce}'`, [...hashes[tag]].join(' ')).trim()
  })
  return { html: bare, policy: directives.join('; ') }
}
