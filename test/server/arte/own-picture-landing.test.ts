import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { compose } from '../../../server/composition.ts'
import { readConfig } from '../../../server/config.ts'
import { writePicture } from '../../../server/arte/own-picture.ts'
import { loadRemix } from '../../../server/http/remix.ts'
import { openMemory } from '../../../server/repos/memory/index.ts'
import { aDirectory } from '../../support/temporary.ts'
import { collectLog } from '../../support/log.ts'
import { hasJava, problemsOf } from '../../support/validator.ts'
import { aPicture } from './a-picture.ts'
import { EVENTO } from '../../support/environment.ts'

/** Builds the app in a new directory with the organiser's picture, and renders its landing. */
async function landingWith(picture: { paisagem: boolean; alt: string | null }) {
  const place = aDirectory()
  for (const name of [
    'app',
    'public',
    'server',
    'evento.json',
    'package.json',
    'remix.config.js',
    'vite.config.ts',
    'vite.porta.config.ts',
    'vite.guia.config.ts',
    'docs',
    'tsconfig.json',
  ])
    cpSync(name, join(place, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(place, 'node_modules'))
  await writePicture(join(place, 'app/arte/imagem'), {
    retrato: await aPicture(500, 800),
    paisagem: picture.paisagem ? await aPicture(1000, 600) : null,
    alt: picture.alt,
  })
  const { status, stderr } = spawnSync('node_modules/.bin/remix', ['vite:build'], {
    cwd: place,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', VITEST: '' },
  })
  expect(status, stderr).toBe(0)
  const services = await compose(readConfig({ STORAGE: 'memory', EVENTO }), {
    storage: openMemory(),
    log: collectLog().log,
  })
  const { handler } = await loadRemix(pathToFileURL(join(place, 'build/server/index.js')), services)
  const html = await (await handler(new Request('https://convite.test/'), { services, address: '' })).text()
  const assets = [...new Set(html.match(/\/assets\/[\w.-]+/g))]
  return { html, assets, missing: assets.filter((path) => !existsSync(join(place, 'build/client', path))) }
}

test("the organiser's own pictures take the drawn one's place, by orientation, preloaded, with their own size", async () => {
  const { html, assets, missing } = await landingWith({ paisagem: true, alt: 'Festa do “milho”' })
  expect(missing).toEqual([])
  expect(
    assets.filter((path) => /\/(retrato|paisagem)-\d+x\d+-[\w-]{8}\.(avif|webp|jpg)$/.test(path)),
  ).toHaveLength(12)
  if (hasJava) expect(await problemsOf({ landing: html })).toEqual([])
  expect(html).not.toContain('data:image')
  expect(html).toContain('alt="Festa do “milho”"')
  const pictures = html.match(/<(source|img) [^>]*>/g) ?? []
  expect(pictures.map((tag) => /type="image\/(\w+)"/.exec(tag)?.[1] ?? 'jpg')).toEqual([
    ...['avif', 'webp', 'jpg', 'avif', 'webp', 'jpg'],
  ])
  expect(pictures.slice(0, 3).every((tag) => tag.includes('media="(min-aspect-ratio: 1/1)"'))).toBe(true)
  expect(pictures.at(-1)).toMatch(
    /srcSet="\S+ 480w, \S+ 500w" sizes="\(min-aspect-ratio: 500\/800\) 62.5vh, 100vw" width="500" height="800"/,
  )
  expect(pictures.at(-1)).toMatch(/fetchpriority="high"/)
  const preloads = html.match(/<link[^>]*rel="preload"[^>]*>/g) ?? []
  expect(preloads.map((tag) => /media="([^"]*)"/.exec(tag)?.[1])).toEqual([
    ...['(min-aspect-ratio: 1/1)', 'not all and (min-aspect-ratio: 1/1)'],
  ])
  for (const tag of preloads) {
    expect(tag).toMatch(/as="image" fetchpriority="high" type="image\/avif"/)
    expect(tag).toMatch(/imageSrcSet="\/assets\/\S+\.avif \d+w/i)
  }
  expect(html).toMatch(/property="og:image" content="https:\/\/convite\.test\/assets\/previa-[\w-]+\.jpg"/)
  expect(html).toContain('property="og:image:type" content="image/jpeg"')
})

test('a portrait alone is shown on every screen, described by the event', async () => {
  const { html, missing } = await landingWith({ paisagem: false, alt: null })
  expect(missing).toEqual([])
  expect(html).not.toMatch(/paisagem|data:image/)
  expect(html).not.toMatch(/<(source|link rel="preload")[^>]*media=/)
  expect(html).toMatch(/<img[^>]*alt="Sociedade Rural do Vale Dourado tem a honra de convidar/)
})
