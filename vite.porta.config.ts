// Builds what the door's page runs on phones, apart from Remix's own client: the page's script, the worker that decodes,
// the wasm, the sheet. Hands the names of the files to the server's build, and the list of them to the service worker.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, transformWithEsbuild, type Plugin, type Rollup } from 'vite'

const VIRTUAL = 'virtual:porta'
const FOLDER = 'assets/porta'

/** What the shell may not change without the service worker knowing. */
const SHELL = ['app/porta.server.ts', 'app/porta/sw.js']

async function bundle(root: string): Promise<Rollup.OutputBundle[string][]> {
  const built = await build({
    ...{ configFile: false, root, base: '/', logLevel: 'warn', publicDir: false },
    worker: {
      format: 'iife',
      rollupOptions: { output: { entryFileNames: `${FOLDER}/decoder-worker-[hash].js` } },
    },
    build: {
      ...{
        write: false,
        target: 'es2022',
        cssTarget: 'chrome61',
        assetsInlineLimit: 0,
        modulePreload: false,
      },
      rollupOptions: {
        input: join(root, 'app/porta/page/main.ts'),
        output: {
          entryFileNames: `${FOLDER}/[name]-[hash].js`,
          assetFileNames: `${FOLDER}/[name]-[hash][extname]`,
        },
      },
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]) as Rollup.RollupOutput[]
  return outputs.flatMap(({ output }) => output)
}

const contentOf = (file: Rollup.OutputBundle[string]) => (file.type === 'chunk' ? file.code : file.source)

/** @param evento the description of the event, which the shell tells: another one is another version */
export function porta(root: string, evento: string): Plugin {
  let made: ReturnType<typeof bundle> | undefined
  const files = () => (made ??= bundle(root))
  let isServer = false

  async function moduleText(): Promise<string> {
    const names = (await files()).map(({ fileName }) => `/${fileName}`)
    const named = (end: RegExp) => names.find((name) => end.test(name)) ?? ''
    const kept = ['/porta', ...names]
    const sources = SHELL.map((path) => readFileSync(join(root, path), 'utf8'))
    const version = createHash('sha256')
      .update(JSON.stringify([kept, evento, sources]))
      .digest('hex')
    const source = sources.at(-1) ?? ''
    const define = { FILES: JSON.stringify(kept), VERSION: JSON.stringify(version.slice(0, 16)) }
    const { code } = await transformWithEsbuild(source, 'sw.js', { define, minify: true, sourcemap: false })
    return `export default ${JSON.stringify({ script: named(/main-.*\.js$/), sheet: named(/\.css$/), sw: code })}`
  }

  return {
    name: 'porta',
    configResolved: ({ build: { ssr } }) => void (isServer = Boolean(ssr)),
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : null),
    load: (id) => (id === `\0${VIRTUAL}` ? moduleText() : null),
    async generateBundle() {
      if (isServer) return
      for (const file of await files())
        this.emitFile({ type: 'asset', fileName: file.fileName, source: contentOf(file) })
    },
  }
}
