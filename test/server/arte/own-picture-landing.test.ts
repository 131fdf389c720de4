import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { createArteOf } from '../../../server/arte/kept-arte.ts'
import { makePicture } from '../../../server/arte/own-picture.ts'
import { described } from '../../../server/domain/imagem.ts'
import { drawArte } from '../../../server/arte/draw-all.ts'
import { collectLog } from '../../support/log.ts'
import { startApp } from '../../support/remix.ts'
import { hasJava, problemsOf } from '../../support/validator.ts'
import { aPicture } from './a-picture.ts'

const original = (path: string) => ({ nome: path, bytes: new Uint8Array(readFileSync(path)) })

/** Renders the landing of a server whose event has the organiser's picture. */
async function landingWith(picture: { paisagem: boolean; alt: string }) {
  const made = await makePicture({
    retrato: original(await aPicture(500, 800)),
    paisagem: picture.paisagem ? original(await aPicture(1000, 600)) : null,
  })
  const arteOf = createArteOf(null, collectLog().log, drawArte)
  const { browser, services } = await startApp(() => ({ arteOf }))
  const { eventos, gravado, now, newId, autorOf } = services
  if (!gravado) throw new Error('no event')
  await eventos.putImagem({ imagemid: 'own', enviadaem: now(), arquivos: described(made, picture.alt) })
  const request = {
    ...gravado,
    imagemid: 'own',
    avisar: false,
    cancelado: false,
    now: now(),
    eventoid: newId(),
  }
  await eventos.gravar(request, autorOf('cli'))
  await services.latest(0)
  const html = await browser().body('/')
  const assets = [...new Set(html.match(/\/arte\/[0-9a-f]{16}\/[\w.-]+/g))]
  const statuses = await Promise.all(assets.map(async (path) => (await browser().get(path)).status))
  return { html, assets, missing: assets.filter((_, index) => statuses[index] !== 200) }
}

test("the organiser's own pictures take the drawn one's place, by orientation, preloaded, with their own size", async () => {
  const { html, assets, missing } = await landingWith({ paisagem: true, alt: 'Festa do “milho”' })
  expect(missing).toEqual([])
  expect(
    assets.filter((path) => /^\/arte\/[0-9a-f]{16}\/(retrato|paisagem)-\d+x\d+\.(avif|webp|jpg)$/.test(path)),
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
    expect(tag).toMatch(/imageSrcSet="\/arte\/\S+\.avif \d+w/i)
  }
  expect(html).toMatch(
    /property="og:image" content="https:\/\/convite\.test\/arte\/[0-9a-f]{16}\/previa\.jpg"/,
  )
  expect(html).toContain('property="og:image:type" content="image/jpeg"')
})

test('a portrait alone is shown on every screen, described by the event', async () => {
  const { html, missing } = await landingWith({ paisagem: false, alt: '' })
  expect(missing).toEqual([])
  expect(html).not.toMatch(/paisagem|data:image/)
  expect(html).not.toMatch(/<(source|link rel="preload")[^>]*media=/)
  expect(html).toMatch(/<img[^>]*alt="Sociedade Rural do Vale Dourado tem a honra de convidar/)
})
