import { expect, test } from 'vitest'
import { openAim, type Code } from '../../../../app/porta/page/aim.ts'

const FRAME = { left: 200, top: 100, width: 240, height: 280 }
const [MIDDLE_X, MIDDLE_Y] = [320, 240]
/** The time between two pictures. */
const LOOK_MS = 80

const ours = (sign: string) => `https://convites.test/c/${sign.repeat(30)}`
const [ANA, BIA, CAU] = [ours('a'), ours('b'), ours('c')]
const SPONSOR = 'https://sponsor.example/wine'

/** A code whose middle is this far from the frame's. */
function at(text: string, right = 0, down = 0, side = 100): Code {
  const [x, y] = [MIDDLE_X + right, MIDDLE_Y + down]
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([across = 0, along = 0]) => ({ x: x + (across * side) / 2, y: y + (along * side) / 2 }))
  return { text, corners }
}

/** An aim with a clock; it is shown one picture after the other. */
function open() {
  let now = 10_000
  const aim = openAim(() => now)
  const look = (...codes: Code[]) => aim(codes, FRAME)
  return {
    look,
    pass: (milliseconds: number) => void (now += milliseconds),
    /** Shows the same codes in this many pictures. @returns what each picture gave */
    looks: (count: number, ...codes: Code[]) =>
      Array.from({ length: count }, () => {
        now += LOOK_MS
        const aimed = look(...codes)
        return aimed.kind === 'one' ? aimed.text : aimed.kind
      }),
  }
}

test('a code in the middle of the frame is taken at once, whatever stands in the corners', () => {
  for (const [right, down] of [
    [-270, -190],
    [270, -190],
    [-270, 190],
    [270, 190],
  ] as const) {
    const { look } = open()
    const aimed = look(at(BIA, right, down), at(ANA), at(SPONSOR, -right, down))
    expect(aimed).toMatchObject({ kind: 'one', text: ANA })
    expect(aimed.outlined.map(({ code, as }) => [code.text, as])).toEqual([
      [ANA, 'taken'],
      [BIA, 'outside'],
    ])
  }
})

test('a code outside the frame is outlined, and never taken', () => {
  const { looks, look } = open()
  expect(looks(20, at(ANA, 200))).toEqual(Array(20).fill('nothing'))
  expect(look(at(ANA, 200)).outlined).toMatchObject([{ as: 'outside' }])
})

test('a guest’s code is taken beside a sponsor’s, be that one nearer and larger', () => {
  const { looks } = open()
  expect(looks(3, at(SPONSOR, 10, 0, 200), at(ANA, -90, 0, 60))).toEqual(['nothing', 'nothing', ANA])
})

test('a sponsor’s code is told only where no guest’s is in view, and not in passing', () => {
  const { looks } = open()
  expect(looks(20, at(SPONSOR), at(ANA, 200))).not.toContain(SPONSOR)
  const alone = looks(8, at(SPONSOR))
  expect(alone.slice(0, 6)).toEqual(Array(6).fill('nothing'))
  expect(alone.at(-1)).toBe(SPONSOR)
})

test('two guests’ codes in the frame are several, and neither is taken while the other is found now and then', () => {
  const { looks } = open()
  for (let n = 0; n < 5; n++) {
    expect(looks(2, at(ANA, -50), at(BIA, 60))).toEqual(['several', 'several'])
    expect(looks(2, at(ANA, -50))).toEqual(['nothing', 'nothing'])
    expect(looks(2, at(BIA, 60))).toEqual(['nothing', 'nothing'])
  }
  expect(looks(8, at(BIA, 10)).at(-1)).toBe(BIA)
})

test('the same code seen twice is one', () => {
  const { look } = open()
  expect(look(at(ANA), at(ANA, 80))).toMatchObject({ kind: 'one', text: ANA })
})

test('after a code was read its neighbour is not, until it is alone in the frame for a while', () => {
  const { looks } = open()
  expect(looks(1, at(ANA), at(BIA, 110))).toEqual(['several'])
  const away = open()
  expect(away.looks(1, at(ANA), at(BIA, 130))).toEqual([ANA])
  // The hand moves: Ana's code is blurred first, then out of the frame.
  expect(away.looks(3, at(BIA, 100))).toEqual(['nothing', 'nothing', 'nothing'])
  expect(away.looks(4, at(ANA, -130), at(BIA, 0))).toEqual([ANA, ANA, ANA, ANA])
  expect(away.looks(4, at(BIA, 0)).at(-1)).toBe(BIA)
})

test('a neighbour that was never found together with the code that was read is one all the same', () => {
  const { looks } = open()
  expect(looks(3, at(ANA, -60))).toEqual(['nothing', 'nothing', ANA])
  expect(looks(5, at(BIA, 45))).not.toContain(BIA)
  expect(looks(3, at(BIA, 45)).at(-1)).toBe(BIA)
})

test('the next guest’s code, held where the one before was, is taken at once', () => {
  const { looks } = open()
  expect([ANA, BIA, CAU].map((text) => looks(1, at(text))[0])).toEqual([ANA, BIA, CAU])
})

test('a code that was read and stays in view, in the frame or beside it, stays the same scan', () => {
  const { looks, look, pass } = open()
  expect(looks(1, at(ANA))).toEqual([ANA])
  expect(looks(60, at(ANA, 200))).toEqual(Array(60).fill(ANA))
  expect(look(at(ANA, 50), at(BIA, -50))).toMatchObject({ kind: 'several', held: ANA })
  pass(5_000)
  expect(looks(3, at(ANA, 200))).toEqual(['nothing', 'nothing', 'nothing'])
})
