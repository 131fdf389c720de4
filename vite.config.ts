// Remix's own options are in remix.config.js; here is only what Vite builds with.
import { vitePlugin as remix } from '@remix-run/dev'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import remixConfig from './remix.config.js'

export default defineConfig({
  plugins: [remix(remixConfig)],
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
