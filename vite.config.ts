// Remix's own options are in remix.config.js; here is only what Vite builds with.
import { vitePlugin as remix } from '@remix-run/dev'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import remixConfig from './remix.config.js'
import { drawAll } from './server/arte/draw-all.ts'

/** Draws the invitation before it is built, so that it never tells of another event. */
const arte: Plugin = {
  name: 'arte',
  async buildStart() {
    if (existsSync('.env')) process.loadEnvFile()
    await drawAll(import.meta.dirname, process.env.EVENTO ?? 'evento.json')
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
