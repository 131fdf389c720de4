import { expect, test } from 'vitest'
import sharp from 'sharp'
import { readFileSync } from 'node:fs'
import { createArteOf } from '../../../server/arte/kept-arte.ts'
import { makePicture } from '../../../server/arte/own-picture.ts'
import { described } from '../../../server/domain/imagem.ts'
import { drawArte } from '../../../server/arte/draw-all.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import { readText } from '../../support/html.ts'
import { collectLog } from '../../support/log.ts'
import { startApp } from '../../support/remix.ts'
import { hasJava, problemsOf } from '../../support/validator.ts'
import { aPicture } from './a-picture.ts'

const original = (path: string) => ({ nome: path, bytes: new Uint8Array(readFileSync(path)) })

/** `#F8F1E0` */
const PAPEL = [248, 241, 224]

/** Starts a server whose event has the organiser's picture. */
async function startWith(picture: { paisagem: boolean; alt: string; evento?: Partial<Evento> }) {
  const made = await makePicture({
    retrato: original(await aPicture(500, 800)),
    paisagem: picture.paisagem ? original(await aPicture(1000, 600)) : null,
  })
  const arteOf = createArteOf(null, collectLog().log, drawArte)
  const app = await startApp(() => ({ arteOf }), undefined, { isDrawn: true })
  const { services } = app
  const { eventos, gravado, now, newId, autorOf } = services
  if (!gravado) throw new Error('no event')
  await eventos.putImagem({ imagemid: 'own', enviadaem: now(), arquivos: described(made, picture.alt) })
  const request = {
    ...gravado,
    evento: { ...gravado.evento, ...picture.evento },
    imagemid: 'own',
    avisar: false,
    cancelado: false,
    now: now(),
    eventoid: newId(),
  }
  await eventos.gravar(request, autorOf('cli'))
  await services.latest(0)
  return { ...app, services: await services.latest(0) }
}

/** Renders its landing. */
async function landingWith(picture: Parameters<typeof startWith>[0]) {
  const { browser } = await startWith(picture)
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
  const pictures = html.slice(html.indexOf('class="imagem"')).match(/<(source|img) [^>]*>/g) ?? []
  expect(pictures.map((tag) => /type="image\/(\w+)"/.exec(tag)?.[1] ?? 'jpg')).toEqual([
    ...['avif', 'webp', 'jpg', 'avif', 'webp', 'jpg'],
  ])
  expect(pictures.slice(0, 3).every((tag) => tag.includes('media="(min-aspect-ratio: 1/1)"'))).toBe(true)
  expect(pictures.at(-1)).toMatch(
    /srcSet="\S+ 480w, \S+ 500w" sizes="\(min-width: 48em\) and \(min-aspect-ratio: 1500\/1600\) 62.5vh, \(min-width: 48em\) 67vw, 100vw" width="500" height="800"/,
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

test('an own picture is the link to the form, and never stands alone: day, place, map and the button are below it', async () => {
  const { html } = await landingWith({ paisagem: false, alt: '', evento: { endereco: 'Av. dos Ipês, 1200' } })
  const stub = html.slice(html.indexOf('class="talao"'))
  expect(html).toMatch(/<a class="imagem" href="\/cadastro"/)
  expect(readText(stub)).toMatch(
    /^[^>]*>? ?Sociedade Rural do Vale Dourado quinta-feira, 16 de setembro, 19h30 .*Av. dos Ipês, 1200.* como chegar Confirmar presença/i,
  )
  expect(stub).toMatch(
    /href="https:\/\/www\.google\.com\/maps\/[^>]*>Como chegar<.*href="\/cadastro"[^>]*>Confirmar presença</,
  )
})

test('its stub leads who registered to the credencial, and asks nobody once registrations are closed', async () => {
  const { browser, advance, services } = await startWith({ paisagem: false, alt: '' })
  const maria = browser()
  await maria.post('/cadastro', { nome: 'Maria da Silva', telefone: '11987654321', email: '' })
  expect(await maria.body('/')).toContain('CADASTRO CONFIRMADO COM SUCESSO!')
  expect(readText(await maria.body('/'))).toContain(
    'Confirmar presença VOCÊ ESTÁ CONFIRMADO · Ver credencial',
  )
  await maria.post('/cadastro', { nome: 'Rui Reis', telefone: '11987654322', email: '' })
  expect(readText(await maria.body('/'))).toMatch(
    /CREDENCIAL DE RUI REIS.*CREDENCIAL DE MARIA|CREDENCIAL DE MARIA.*CREDENCIAL DE RUI REIS/,
  )
  advance(services.closesAt - services.now() + 1)
  const closed = readText(await browser().body('/'))
  expect(closed).toContain('As inscrições terminaram.')
  expect(closed).not.toContain('Confirmar presença')
})

test.each([
  ['square', 900, 900, 'png'],
  ['2:1', 1200, 600, 'png'],
  ['CMYK', 800, 1000, 'cmyk'],
  ['transparent', 800, 800, 'alpha'],
  ['300 px', 300, 500, 'png'],
] as const)(
  'a picture that is %s comes out opaque, in sRGB, with its own proportions',
  async (_, width, height, kind) => {
    const gold = { r: 235, g: 193, b: 103, alpha: kind === 'alpha' ? 0 : 1 }
    const drawn = sharp({ create: { width, height, channels: 4, background: gold } })
    const bytes = await (
      kind === 'cmyk' ? drawn.flatten().toColourspace('cmyk').jpeg() : drawn.png()
    ).toBuffer()
    const files = await makePicture({ retrato: { nome: 'x', bytes: new Uint8Array(bytes) }, paisagem: null })
    const largest = files.filter(({ nome }) => nome.endsWith('.jpg') && nome.startsWith('retrato')).at(-1)
    const meta = await sharp(largest?.bytes).metadata()
    expect([meta.space, meta.hasAlpha]).toEqual(['srgb', false])
    expect(Math.abs(meta.width / meta.height - width / height)).toBeLessThan(0.01)
    const { data } = await sharp(largest?.bytes).raw().toBuffer({ resolveWithObject: true })
    const expected = kind === 'alpha' ? [23, 51, 42] : [235, 193, 103]
    expected.forEach((value, i) => expect(Math.abs((data[i] ?? 0) - value)).toBeLessThan(25))
  },
)

test('the picture of a credencial has a band of it in place of the scenery', async () => {
  const { services } = await startWith({ paisagem: false, alt: '' })
  const png = await services.credencialPictureOf(
    {
      ...{ nome: 'ANA', telefone: '', empresa: null, numero: '', codigo: 'K7F3-92QD', semValor: null },
      qr: { size: 1, path: '' },
    },
    null,
  )
  const { data, info } = await sharp(png ?? undefined)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isPaperAt = (y: number) =>
    PAPEL.every((value, n) => Math.abs(value - (data[info.channels * (y * info.width + 60) + n] ?? 0)) < 4)
  // Below the band the paper is plain, where the scenery has its rays and hills.
  expect([120, 300, 1500].map(isPaperAt)).toEqual([false, true, true])
})
