import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const JAR = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')

/** The validator needs Java and does not bring it. */
export const hasJava = spawnSync('java', ['-version']).status === 0

/**
 * Newer than the validator. HTML has had `closedby` and speculation rules since 2025; later validators know
 * both, but come with an install script that downloads Java. CSS has `:popover-open`, containers, and
 * `interactivity`, which no validator knows yet.
 */
const NEWER = [
  "Attribute 'closedby' not allowed on element 'dialog' at this point.",
  "Bad value 'speculationrules' for attribute 'type' on element 'script': Subtype missing.",
  "CSS: 'container-type': Property 'container-type' doesn't exist.",
  "CSS: Unrecognized at-rule '@container'",
  "CSS: 'interactivity': Property 'interactivity' doesn't exist.",
  "CSS: Unknown pseudo-element or pseudo-class ':popover-open'",
]

interface Message {
  type: string
  subType?: string
  url: string
  message: string
  extract?: string
}

/**
 * What the W3C's validator finds wrong with pages: errors and warnings, each with the name of its page.
 * @param pages documents by name
 */
export async function problemsOf(pages: Record<string, string>): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'convites-html-'))
  const names = Object.keys(pages)
  try {
    const files = names.map((name, n) => {
      const file = join(directory, `${n}.html`)
      writeFileSync(file, pages[name] ?? '')
      return file
    })
    const args = ['-jar', JAR, '--asciiquotes', '--format', 'json', '--exit-zero-always', ...files]
    const { stderr } = await promisify(execFile)('java', args, { maxBuffer: 64 * 1024 * 1024 })
    const { messages } = JSON.parse(stderr) as { messages: Message[] }
    return messages
      .filter(({ type, subType }) => type !== 'info' || subType === 'warning')
      .filter(({ message }) => !NEWER.includes(message))
      .map(({ url, message, extract = '' }) => {
        const name = names[Number(/(\d+)\.html$/.exec(url)?.[1])] ?? url
        return `${name}: ${message} (${extract.slice(0, 80).replace(/\s+/g, ' ')})`
      })
  } finally {
    rmSync(directory, { recursive: true })
  }
}
