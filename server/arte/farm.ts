import { placed, type Drawing, type Placement } from './drawing.ts'
import { PALETTE } from './palette.ts'
import { createPath } from './path.ts'

/** A zebu, its hooves on the origin, about 100 long. */
const STANDING =
  'M-46-36C-49-30-50-18-49-8L-51-6C-52-12-52-28-49-38C-46-45-36-47-24-46C-12-46-2-47 6-49C8-57 14-63 19-60C23-58 24-52 27-49C32-47 37-50 40-55C42-59 45-61 48-60C47-64 48-68 52-70C50-66 51-63 53-61C56-62 58-60 57-58C60-53 63-48 64-43C63-40 59-40 57-41C54-43 51-45 48-45C44-42 40-36 36-30C33-26 31-22 30-20L31 0L25 0L24-19C20-17 16-16 12-16L13 0L8 0L6-17C-6-15-18-16-26-19C-28-15-28-12-28-10L-26 0L-32 0L-34-12L-36-18C-38-14-39-12-39-9L-38 0L-44 0L-44-12C-45-20-46-28-46-36z'
const GRAZING =
  'M-48-34C-51-28-51-18-50-8L-52-6C-53-12-53-28-50-37C-46-44-36-46-24-45C-12-45-2-46 6-48C8-56 14-61 19-58C23-55 25-49 29-46C36-41 42-32 45-23C47-21 47-19 49-18C53-12 55-7 54-3C52 0 48-1 46-3C43-6 40-11 40-15C37-19 33-23 31-24L30-20L31 0L25 0L24-19C20-17 16-16 12-16L13 0L8 0L6-17C-6-15-18-16-26-19C-28-15-28-12-28-10L-26 0L-32 0L-34-12L-36-18C-38-14-39-12-39-9L-38 0L-44 0L-44-12C-45-20-47-26-48-34z'

/** Draws a zebu. */
export function drawZebu(drawing: Drawing, at: Placement & { isGrazing?: boolean }): void {
  const [id, outline] = at.isGrazing ? ['zg', GRAZING] : ['zs', STANDING]
  drawing.define(id, () => `<path id="${id}" fill="${PALETTE.papel}" d="${outline}"/>`)
  drawing.add(`<use href="#${id}" ${placed(at)}/>`)
}

/** Draws an araucária: three tiers of boughs under a flat crown. */
export function drawAraucaria(drawing: Drawing, at: Placement): void {
  drawing.define('ar', () => {
    const boughs = createPath(0)
    for (const [height, reach] of [
      [-96, 46],
      [-84, 38],
      [-72, 26],
    ] as const) {
      for (const side of [-1, 1]) {
        boughs
          .move(side * reach, height - 8)
          .cubic(side * (reach - 4), height + 6, side * 8, height + 8, side, height + 14)
          .line(side, height + 6)
          .cubic(side * 8, height, side * 16, height - 2, side * (reach - 14), height - 12)
          .cubic(side * (reach - 8), height - 20, side * (reach + 2), height - 18, side * reach, height - 8)
          .close()
      }
    }
    const trunkAndCrown = 'M-2.4 0L-1.6-104h3.2L2.4 0zM-16-104C-12-92 12-92 16-104C10-112-10-112-16-104z'
    return `<g id="ar" fill="${PALETTE.curvaDeNivel}"><path d="${boughs.d()}"/><path d="${trunkAndCrown}"/></g>`
  })
  drawing.add(`<use href="#ar" ${placed(at)}/>`)
}

const TOWER =
  'M-15 0L-2-98M15 0L2-98M-11-30H11M-8-54H8M-11-30L8-54M11-30L-8-54M-15 0L11-30M15 0L-11-30M-5-76H5'
const BLADES = 12

/** Draws a wind pump: tower, tail, and a wheel of twelve blades. */
export function drawWindpump(drawing: Drawing, at: Placement): void {
  const blade = 'M6.9-.6L25-4.2V4.2L6.9.6z'
  const wheel = Array.from(
    { length: BLADES },
    (_, i) => `<use href="#pa" transform="rotate(${(i * 360) / BLADES})"/>`,
  ).join('')
  drawing.define('pa', () => `<path id="pa" d="${blade}"/>`)
  drawing.add(
    `<g fill="${PALETTE.curvaDeNivel}" ${placed(at)}><g transform="translate(0-100)">${wheel}</g>` +
      `<path d="M4-102h26l12-9v22l-12-9h-26z"/>` +
      `<path fill="none" stroke="${PALETTE.curvaDeNivel}" stroke-width="2.4" d="${TOWER}"/></g>`,
  )
}
