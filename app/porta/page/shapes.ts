/** A path of SVG, `fill` and `stroke` among its attributes. */
export type SvgPath = Record<string, string>

export const line = (d: string, width: number): SvgPath => ({
  ...{ d, fill: 'none', stroke: 'currentColor', 'stroke-width': String(width) },
  ...{ 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
})
const full = (d: string): SvgPath => ({ d, fill: 'currentColor', 'fill-rule': 'evenodd' })
const dashed = (d: string): SvgPath => ({
  ...line(d, 6),
  'stroke-linecap': 'butt',
  'stroke-dasharray': '13 8',
})

/** The shape of each verdict, 96 wide: told apart without its colour. */
export const SHAPES = {
  disc: [full('M48 3a45 45 0 1 1 0 90 45 45 0 0 1 0-90M20 50l18 19 38-40-9-9-29 31-9-10z')],
  triangle: [
    full('M48 8l43 78H5zM42 34l2 29h8l2-29zM48 68a6 6 0 1 0 0 12 6 6 0 0 0 0-12'),
    line('M48 8l43 78H5z', 7),
  ],
  cross: [{ d: 'M14 14l68 68M82 14L14 82', fill: 'none', stroke: 'currentColor', 'stroke-width': '21' }],
  diamond: [
    line('M48 6l42 42-42 42L6 48z', 7),
    line('M38 40c0-13 20-13 20 0 0 7-10 8-10 16', 8),
    line('M48 68v.01', 11),
  ],
  // The card whose name is to be compared.
  card: [
    full(
      'M14 16h68a8 8 0 0 1 8 8v48a8 8 0 0 1-8 8H14a8 8 0 0 1-8-8V24a8 8 0 0 1 8-8M33 31a9 9 0 1 0 0 18 9 9 0 0 0 0-18M17 68h32c0-10-6-15-16-15s-16 5-16 15M57 36v7h23v-7zM57 53v7h23v-7z',
    ),
  ],
  // Of a rehearsal: the same, hollow, and dashed where that is still seen.
  'hollow-disc': [
    dashed('M48 5a43 43 0 1 1 0 86 43 43 0 0 1 0-86'),
    line('M22 49l17 18 36-38-5-5-31 32-12-12z', 6),
  ],
  'hollow-triangle': [
    dashed('M48 8l43 78H5z'),
    line('M43 36h10l-2 24h-6z', 5),
    line('M48 69a4 4 0 1 1 0 8 4 4 0 0 1 0-8', 5),
  ],
  'hollow-cross': [line('M26 10l22 22 22-22 16 16-22 22 22 22-16 16-22-22-22 22-16-16 22-22-22-22z', 6)],
  'hollow-diamond': [
    dashed('M48 6l42 42-42 42L6 48z'),
    line('M39 41c0-12 18-12 18 0 0 6-9 7-9 15', 5),
    line('M48 68v.01', 7),
  ],
  'hollow-card': [
    dashed('M14 16h68a8 8 0 0 1 8 8v48a8 8 0 0 1-8 8H14a8 8 0 0 1-8-8V24a8 8 0 0 1 8-8'),
    line('M33 32a8 8 0 1 1 0 16 8 8 0 0 1 0-16M19 67h28c0-9-5-13-14-13s-14 4-14 13zM58 40h21M58 57h21', 5),
  ],
} satisfies Record<string, SvgPath[]>

export type Shape = keyof typeof SHAPES
