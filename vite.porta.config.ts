// Builds what the door's page runs on phones, apart from Remix's own client: the page's script, the decoding
// worker, the wasm, the sheet. Gives the file names to the server's build, and their list to the service
// worker. In development the same files are served from memory, and rebuilt when one of their sources has
// changed.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { build, transformWithEsbuild, type Plugin, type Rollup, type ViteDevServer } from 'vite'

const VIRTUAL = 'virtual:porta'
const FOLDER = 'assets/porta'

/**
 * What the shell must not change without the service worker knowing; the event it shows is added at run time.
 */
const SHELL = ['app/porta/shell.server.ts', 'app/shared/content-security-policy.server.ts', 'app/porta/sw.js']

async function bundle(root: string): Promise<Rollup.OutputBundle[string][]> {
  const built = await build({
    configFile: false,
    root,
    base: '/',
    logLevel: 'warn',
    publicDir: false,
    worker: {
      format: 'iife',
      rollupOptions: { output: { entryFileNames: `${FOLDER}/decoder-worker-[hash].js` } },
    },
    build: {
      write: false,
      target: 'es2022',
      cssTarget: 'chrome61',
      assetsInlineLimit: 0,
      modulePreload: false,
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

/** Media types in development; in production server/http/static-files.ts sets them. */
const MEDIA_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
}

const contentOf = (file: Rollup.OutputBundle[string]) => (file.type === 'chunk' ? file.code : file.source)

export function porta(root: string): Plugin {
  let made: ReturnType<typeof bundle> | undefined
  const files = () => (made ??= bundle(root))
  let isServer = false

  async function moduleText(): Promise<string> {
    const names = (await files()).map(({ fileName }) => `/${fileName}`)
    const named = (end: RegExp) => names.find((name) => end.test(name)) ?? ''
    const kept = ['/porta', ...names]
    const sources = SHELL.map((path) => readFileSync(join(root, path), 'utf8'))
    const version = createHash('sha256')
      .update(JSON.stringify([kept, sources]))
      .digest('hex')
    const source = sources.at(-1) ?? ''
    const define = { FILES: JSON.stringify(kept), VERSION: JSON.stringify(version.slice(0, 16)) }
    const { code } = await transformWithEsbuild(source, 'sw.js', { define, minify: true, sourcemap: false })
    return `export default ${JSON.stringify({ script: named(/main-.*\.js$/), sheet: named(/\.css$/), sw: code })}`
  }

  function serve({ middlewares, watcher, moduleGraph }: ViteDevServer): void {
    const answer = async (path: string, response: ServerResponse) => {
      const file = (await files()).find(({ fileName }) => `/${fileName}` === path)
      response.statusCode = file ? 200 : 404
      response.setHeader('Content-Type', MEDIA_TYPES[extname(path)] ?? 'text/plain')
      response.end(file && contentOf(file))
    }
    middlewares.use(`/${FOLDER}`, ({ originalUrl = '' }, response, next) => {
      answer(originalUrl.split('?', 1)[0] ?? '', response).catch(next)
    })
    const forget = async (changed: string) => {
      // Any file may fix a failed build; the decoder is bundled separately, and is not among the modules.
      const built = await files().catch(() => null)
      const isSource = built?.some((file) => file.type === 'chunk' && file.moduleIds.includes(changed))
      if (isSource === false && !changed.startsWith(join(root, 'app/porta/'))) return
      made = undefined
      const named = moduleGraph.getModuleById(`\0${VIRTUAL}`)
      if (named) moduleGraph.invalidateModule(named)
    }
    watcher.on('change', (changed) => void forget(changed))
  }

  return {
    name: 'porta',
    configureServer: serve,
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
