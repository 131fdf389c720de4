// Remix's own options are in remix.config.js; here is only what Vite builds with.
import { vitePlugin as remix } from '@remix-run/dev'
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import remixConfig from './remix.config.js'
import { drawAll } from './server/arte/draw-all.ts'
import { readShownEvento } from './server/read-evento.ts'
import { isSample } from './server/domain/sample-evento.ts'
import { porta } from './vite.porta.config.ts'

if (existsSync('.env')) process.loadEnvFile()
const root = import.meta.dirname
const { EVENTO = '' } = process.env
const description = resolve(root, EVENTO || 'evento.json')

/**
 * Draws the invitation before it is built, so that it never tells of another event, and keeps beside the build what it
 * was drawn from, and of the sample event until when it is good: server/build-if-needed.mjs compares.
 */
function arte(): Plugin {
  const { evento } = readShownEvento(description, process.env, Date.now())
  return {
    name: 'arte',
    async buildStart() {
      await drawAll(root, evento)
    },
    writeBundle() {
      copyFileSync(description, join(root, 'build/evento.json'))
      const sample = join(root, 'build/exemplo.json')
      if (isSample(evento)) writeFileSync(sample, JSON.stringify({ fim: evento.fim }))
      else rmSync(sample, { force: true })
    },
  }
}

export default defineConfig({
  plugins: [arte(), porta(root, readFileSync(description, 'utf8')), remix(remixConfig)],
  resolve: { alias: { '~': fileURLToPath(new URL('app', import.meta.url)) } },
  build: {
    target: 'es2022',
    // Styles go to phones far older than the scripts, which old browsers do without.
    cssTarget: 'chrome61',
    cssMinify: true,
    assetsInlineLimit: 0,
  },
  optimizeDeps: { esbuildOptions: { target: 'es2022' } },
  server: { host: '127.0.0.1' },
})
