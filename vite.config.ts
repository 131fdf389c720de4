// Remix's own options are in remix.config.js; this file has only what Vite builds with.
import { vitePlugin as remix } from '@remix-run/dev'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import type { AddressInfo } from 'node:net'
import remixConfig from './remix.config.js'
import { drawArte, drawBuilt, writeChanged } from './server/arte/draw-all.ts'
import { proxyPages } from './server/http/error-page.ts'
import type { Version } from './server/version.ts'
import { guia } from './vite.guia.config.ts'
import { porta } from './vite.porta.config.ts'

if (existsSync('.env')) process.loadEnvFile()
const root = import.meta.dirname

type App = typeof import('./app/services.server.ts')
type Composition = typeof import('./server/composition.ts')
type Configuration = typeof import('./server/config.ts')
type KeptArte = typeof import('./server/arte/kept-arte.ts')
type Log = typeof import('./server/log.ts')
type Announcement = typeof import('./server/announce.ts')

/** The version in `/saude` and in the log. COMMIT gives it where there is no git, as in a container. */
function versionHere(): Version {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Version
  const { COMMIT = '' } = process.env
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  })
  const here = status === 0 ? stdout.trim() : 'unknown'
  return { version, commit: COMMIT === '' ? here : COMMIT }
}

/**
 * Before the build, draws the pictures that do not depend on an event and makes the proxies' pages. Beside
 * the build, writes its version.
 */
function arte(): Plugin {
  return {
    name: 'arte',
    async buildStart() {
      await drawBuilt(root)
      // A container image is built without them: a proxy's pages are on the proxy.
      if (existsSync(join(root, 'deploy/proxy'))) writeChanged(root, proxyPages())
    },
    writeBundle() {
      writeFileSync(join(root, 'build/versao.json'), JSON.stringify(versionHere()))
    },
  }
}

/**
 * Composes the services in development, and prints what `npm start` prints: where to click, the organiser's
 * link first.
 */
function services(): Plugin {
  return {
    name: 'services',
    configureServer(server) {
      // Remix compiles in a second server of its own, which does not listen.
      const { httpServer } = server
      if (!httpServer) return
      // The same instances that requests use.
      const load = <Module>(path: string) => server.ssrLoadModule(path) as Promise<Module>
      globalThis.startConvites = async () => {
        const { compose } = await load<Composition>('/server/composition.ts')
        const { readConfig } = await load<Configuration>('/server/config.ts')
        const { createArteOf, drawnBeside } = await load<KeptArte>('/server/arte/kept-arte.ts')
        const { createLog } = await load<Log>('/server/log.ts')
        const config = readConfig(process.env)
        const log = createLog(config.logLevel)
        // Runs in this process: nothing is compiled that another process could run.
        const arteOf = createArteOf(drawnBeside(config.storage), log, drawArte)
        const services = await compose(config, { log, arteOf })
        services.startMaintenance()
        return services
      }
      const say = async () => {
        const { port } = httpServer.address() as AddressInfo
        const { servicesOf } = await load<App>('/app/services.server.ts')
        const { announce } = await load<Announcement>('/server/announce.ts')
        await announce(await servicesOf({}), port)
      }
      httpServer.once('listening', () => {
        say().catch((error: unknown) => {
          server.config.logger.error(error instanceof Error ? error.message : String(error))
        })
      })
    },
  }
}

/**
 * Keeps React out of browsers: every page is rendered only on the server (decision 0044). What Remix builds
 * of a route for browsers is emptied, and its file left out; pictures and fonts come from the server's half.
 */
function serverOnly(): Plugin {
  return {
    name: 'server-only',
    enforce: 'post',
    transform: (_code, id) => (id.endsWith('?__remix-build-client-route') ? { code: '', map: null } : null),
    onLog: (_level, { code }) => code !== 'EMPTY_BUNDLE',
    generateBundle: {
      order: 'post',
      handler(_options, files) {
        for (const [name, file] of Object.entries(files))
          if (file.type === 'chunk' && file.code.trim() === '') Reflect.deleteProperty(files, name)
      },
    },
  }
}

export default defineConfig({
  plugins: [arte(), services(), guia(), porta(root), remix(remixConfig), serverOnly()],
  resolve: { alias: { '~': fileURLToPath(new URL('app', import.meta.url)) } },
  build: {
    target: 'es2022',
    // Styles reach phones far older than any that run the scripts.
    cssTarget: 'chrome61',
    cssMinify: true,
    assetsInlineLimit: 0,
  },
  optimizeDeps: { esbuildOptions: { target: 'es2022' } },
  server: { host: '127.0.0.1' },
})
