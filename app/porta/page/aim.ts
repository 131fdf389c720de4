import { isConvidados } from '../scanned.ts'
import { drawing } from './element.ts'

export interface Point {
  x: number
  y: number
}

/** A QR code in a picture: its text, and its corners from the top left, in the picture's pixels. */
export interface Code {
  text: string
  corners: Point[]
}

/** What a decoder found in one picture from the camera. Sizes are in pixels. */
export interface Look {
  codes: Code[]
  width: number
  height: number
}

export type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/** The share of the short side that counts in a picture shown without an aiming frame. */
const UNSEEN_SHARE = 0.6

/**
 * The part of a picture inside the aiming frame. The picture covers its place on the screen like
 * `object-fit: cover`: it is cropped equally on both sides.
 * @param place the whole picture's box on the screen
 * @param frame the aiming frame's box; null while a verdict covers the picture
 */
export function sightIn({ width, height }: Omit<Look, 'codes'>, place: Box, frame: Box | null): Box {
  if (!frame || place.width === 0 || place.height === 0) {
    const side = Math.min(width, height) * UNSEEN_SHARE
    return { left: (width - side) / 2, top: (height - side) / 2, width: side, height: side }
  }
  const scale = Math.max(place.width / width, place.height / height)
  const left = place.left + (place.width - width * scale) / 2
  const top = place.top + (place.height - height * scale) / 2
  return {
    left: (frame.left - left) / scale,
    top: (frame.top - top) / scale,
    width: frame.width / scale,
    height: frame.height / scale,
  }
}

export const middleOf = ({ left, top, width, height }: Box): Point => ({
  x: left + width / 2,
  y: top + height / 2,
})

export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

export const isIn = ({ left, top, width, height }: Box, { x, y }: Point) =>
  x >= left && x <= left + width && y >= top && y <= top + height

type Outline = 'taken' | 'doubtful' | 'outside'

type Aimed = { outlined: { code: Code; as: Outline }[] } & (
  | { kind: 'nothing' }
  /** This code counts now, or was just read and is still in view. */
  | { kind: 'one'; text: string }
  /** How long several guests' codes have been in the frame. `held`: the code just read, if still in view. */
  | { kind: 'several'; milliseconds: number; held: string | null }
)

/** How long a code has to be alone in the frame if another was just read or may be meant. */
const NEIGHBOUR_MILLISECONDS = 500
/**
 * The same for an off-centre code in the frame: long enough for the next pictures to show whether there is
 * another.
 */
const OFF_CENTRE_MILLISECONDS = 150
/** A code that a moving hand hides for less than this does not start the wait again. */
const BLINK_MILLISECONDS = 700
/** A code that shows up elsewhere this soon after another was in view counts as in view along with it. */
const BESIDE_MILLISECONDS = 300
/** Shorter than the time in which the door treats a code out of sight as the same scan. */
const HELD_MILLISECONDS = 2_000

interface Placed extends Code {
  middle: Point
  side: number
}

/**
 * Chooses the code that is meant among those in view: guests' codes before any other, and only one that is
 * alone in the frame. A code in view beside the one just read is not read along with it: the next person in
 * the line holds a code too.
 */
export function openAim(monotonic: () => number): (codes: Code[], frame: Box) => Aimed {
  let taken: { text: string; middle: Point; seen: number; chosen: number } | null = null
  /** Codes in view with the one that was taken, or with each other. */
  let beside = new Set<string>()
  let waiting = { text: '', since: 0, seen: 0 }

  /** Notes what is in the frame, and returns how long it has been all there is. */
  const heldFor = (text: string, now: number): number => {
    const isSame = waiting.text === text && now - waiting.seen < BLINK_MILLISECONDS
    waiting = { text, since: isSame ? waiting.since : now, seen: now }
    return now - waiting.since
  }

  return (codes, frame) => {
    const now = monotonic()
    const aim = middleOf(frame)
    const all = codes.map(placed).sort((a, b) => distance(a.middle, aim) - distance(b.middle, aim))
    const convidados = all.filter(({ text }) => isConvidados(text))
    const inside = unique(
      (convidados.length > 0 ? convidados : all.slice(0, 1)).filter((code) => isIn(frame, code.middle)),
    )
    const outside = convidados.filter((code) => !inside.includes(code))
    const outlinedAs = (as: Outline) => [
      ...inside.map((code) => ({ code, as })),
      ...outside.map((code) => ({ code, as: 'outside' as const })),
    ]
    const before = taken
    const again = all.find(({ text }) => text === before?.text)
    const isHeld = before !== null && again !== undefined && now - before.chosen < HELD_MILLISECONDS
    if (before && again) {
      taken = { ...before, middle: again.middle, seen: now, chosen: isHeld ? now : before.chosen }
      for (const { text } of convidados) if (text !== before.text) beside.add(text)
    }
    /** The code just read stays the same scan until another is chosen. */
    const undecided = (): Aimed => {
      const outlined = outlinedAs('doubtful')
      return isHeld ? { kind: 'one', text: before.text, outlined } : { kind: 'nothing', outlined }
    }

    const [code, another] = inside
    if (!code) {
      waiting = { text: '', since: now, seen: now }
      return undecided()
    }
    if (another) {
      for (const { text } of inside) beside.add(text)
      const held = isHeld ? before.text : null
      return {
        kind: 'several',
        milliseconds: heldFor('several', now),
        held,
        outlined: outlinedAs('doubtful'),
      }
    }
    if (!isHeld || code.text !== before.text) {
      const isNeighbour =
        before !== null &&
        code.text !== before.text &&
        now - before.seen < BESIDE_MILLISECONDS &&
        distance(code.middle, before.middle) > code.side / 2
      if (isNeighbour) beside.add(code.text)
      const isDoubtful = beside.has(code.text) || convidados.length === 0
      const isInTheMiddle = distance(code.middle, aim) <= code.side / 2
      const wait = isDoubtful ? NEIGHBOUR_MILLISECONDS : isInTheMiddle ? 0 : OFF_CENTRE_MILLISECONDS
      if (heldFor(code.text, now) < wait) return undecided()
      beside = new Set(outside.map(({ text }) => text))
    }
    taken = { text: code.text, middle: code.middle, seen: now, chosen: now }
    return { kind: 'one', text: code.text, outlined: outlinedAs('taken') }
  }
}

function placed(code: Code): Placed {
  const [first = { x: 0, y: 0 }, second = first] = code.corners
  const mean = (of: (corner: Point) => number) =>
    code.corners.reduce((sum, corner) => sum + of(corner), 0) / code.corners.length
  return { ...code, middle: { x: mean(({ x }) => x), y: mean(({ y }) => y) }, side: distance(first, second) }
}

/** A code seen twice, as on a phone and in its reflection, counts once. */
const unique = (codes: Placed[]) =>
  codes.filter(({ text }, at) => codes.findIndex((other) => other.text === text) === at)

/** How long an outline outlives its code: a moving hand hides a code for a picture or two. */
const STAYS_MILLISECONDS = 300

const CLASSES: Record<Outline, string> = { taken: 'lido', doubtful: 'duvidoso', outside: 'fora' }

/** Draws an outline around each code on the camera's picture, showing which one is meant. */
export function openOutlines(monotonic: () => number) {
  // Covers its place the way the video does.
  const drawn = drawing('contorno', '0 0 1 1')
  drawn.setAttribute('preserveAspectRatio', 'xMidYMid slice')
  let at = 0
  return {
    drawn,
    draw({ width, height }: Look, outlined: Aimed['outlined']) {
      const now = monotonic()
      if (outlined.length === 0 && now - at < STAYS_MILLISECONDS) return
      at = now
      drawn.setAttribute('viewBox', `0 0 ${width} ${height}`)
      const paths = outlined.map(({ code, as }) => {
        const path = document.createElementNS('http://www.w3.org/2000/svg', 'polygon')
        path.setAttribute('points', code.corners.map(({ x, y }) => `${x},${y}`).join(' '))
        path.setAttribute('class', CLASSES[as])
        return path
      })
      drawn.replaceChildren(...paths)
    },
  }
}
