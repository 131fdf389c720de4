export interface Point {
  x: number
  y: number
}

/** A QR code in a picture: its text, and its corners from the top left on, in the picture's pixels. */
export interface Code {
  text: string
  corners: Point[]
}

/** What a decoder found in one picture of the camera, whose size is in pixels. */
export interface Look {
  codes: Code[]
  width: number
  height: number
}

/** A part of a picture, or of the screen. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/** Of the short side of a picture that is not shown with a frame to aim by. */
const UNSEEN_SHARE = 0.6

/**
 * The part of a picture that lies in the frame to aim by. The picture covers its place on the screen, as
 * `object-fit: cover` has it: what does not fit is cut off on both sides alike.
 * @param place of the whole picture on the screen, and of the frame; null where a verdict is shown in its stead
 */
export function sightIn(
  { width, height }: Pick<Look, 'width' | 'height'>,
  place: Box,
  frame: Box | null,
): Box {
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
