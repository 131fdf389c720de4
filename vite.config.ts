// Remix's own options are in remix.config.js; here is only what Vite builds with.
import { vitePlugin as remix } from '@remix-run/dev'
import { copyFileSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import remixConfig from './remix.config.js'
import { drawAll } from './server/arte/draw-all.ts'

if (existsSync('.env')) process.loadEnvFile()
const root = import.meta.dirname
const { EVENTO = '' } = process.env
const evento = EVENTO || 'evento.json'

/**
 * Draws the invitation before it is built, so that it never tells of another event, and keeps beside the build what it
 * was drawn from: server/build-if-needed.mjs compares.
 */
const arte: Plugin = {
  name: 'arte',
  async buildStart() {
    await drawAll(root, evento)
  },
  writeBundle() {
    copyFileSync(resolve(root, evento), join(root, 'build/evento.json'))
  },
}

export default defineConfig({
  plugins: [arte, remix(remixConfig)],
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
