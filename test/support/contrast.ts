/** WCAG 2.2's least contrast: for text; for large text and what is not text (borders, focus, marks). */
export const TEXT = 4.5
export const SHAPE = 3

/** A mode's colours among the custom properties; the dark ones are in a media query. */
export function colours(css: string, mode: 'light' | 'dark'): Map<string, string> {
  const [light = '', dark = ''] = css.split(/@media (?:screen and )?\(prefers-color-scheme: ?dark\)/)
  const inMode = mode === 'light' ? light : (dark.split(/\}\s*\}/)[0] ?? '')
  return new Map(
    [...inMode.matchAll(/--([a-z-]+): ?(#[0-9a-f]{3,8})\b/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
}

/** Relative luminance (WCAG 2.2), 0–1. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(digits.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
