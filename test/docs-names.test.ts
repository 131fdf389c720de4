import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const DOCS = [
  ...['README.md', 'CONTRIBUTING.md'],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`),
].filter((file) => file.endsWith('.md'))

const FILES = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
const SOURCES = FILES.filter((file) => /\.(ts|tsx|mjs|js|sh|json|ya?ml|conf|rules)$/.test(file))
const WORDS = new Set(SOURCES.flatMap((file) => readFileSync(file, 'utf8').match(/[A-Za-z_]\w*/g) ?? []))

/**
 * Placeholders, files made while the server runs, and files that decisions removed or considered.
 */
const NO_FILES = /^(?:x\.|\/opt\/|build\/)|\b(?:x|y|NAME|NOUN)[./]|\*|^expurgo\.json$|^app\/arte\/imagem$/
const NO_WORDS = new Set(['jsonPayload', 'onClick', 'useEffect', 'vN'])

/** The code names on a page: files, by their endings, and words spelled as this code spells them. */
function namesIn(text: string): { files: string[]; words: string[] } {
  const spans = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  const isFile = (span: string) =>
    /^[\w.@$/…[\]*-]+\.(?:ts|tsx|mjs|js|sh|json|ya?ml|conf)$/.test(span) ||
    /^(?:app|server|test|docs|lab|deploy)\/[\w./$@-]*$/.test(span)
  return {
    files: spans.filter((span) => isFile(span) && !NO_FILES.test(span)),
    words: spans
      .filter((span) => !isFile(span))
      .flatMap((span) => span.match(/\b[A-Za-z][a-z]+[A-Z]\w*/g) ?? []),
  }
}

const isThere = (name: string) => {
  const end = name.replace(/^[/…]+/, '')
  return FILES.some(
    (file) =>
      file === end ||
      file.startsWith(end.replace(/\/?$/, '/')) ||
      file.endsWith(`/${end}`) ||
      (name.startsWith('…') && file.endsWith(end)),
  )
}

for (const doc of DOCS)
  test(`every file and every word of the code that ${doc} names is there`, () => {
    const { files, words } = namesIn(readFileSync(doc, 'utf8'))
    expect(files.filter((name) => !isThere(name))).toEqual([])
    expect(words.filter((word) => !WORDS.has(word) && !NO_WORDS.has(word))).toEqual([])
  })
