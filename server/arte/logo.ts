import type { Drawing } from './drawing.ts'
import { LOGO_OUTLINE } from './logo-outline.ts'
import { short } from './path.ts'

/** Draws the logo about a centre. `scale` 1 is 200 wide. */
export function drawLogo(
  { width, add }: Drawing,
  { y, scale, fill }: { y: number; scale: number; fill: string },
): void {
  const [left, top, size] = [width / 2 - 100 * scale, y - 100 * scale, short(scale, 3)]
  add(
    `<path fill="${fill}" fill-rule="evenodd" transform="matrix(${size} 0 0 ${size} ${short(left)} ${short(top)})" d="${LOGO_OUTLINE}"/>`,
  )
}
