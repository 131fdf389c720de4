/** Writes a number as short as SVG allows: `0.50` is `.5`, and `-0` is `0`. */
export function short(value: number, decimals = 1): string {
  const text = String(Number(value.toFixed(decimals)))
  return text === '-0' ? '0' : text.replace(/^(-?)0\./, '$1.')
}

/** Joins numbers with a comma where no minus sign parts them. In a `data:` address a space takes three characters. */
export function row(values: number[], decimals = 1): string {
  return values
    .map((value) => short(value, decimals))
    .reduce((text, next) => (text === '' || next.startsWith('-') ? text + next : `${text},${next}`), '')
}

/** Builds the outline of a shape from absolute coordinates. */
export interface Path {
  move: (x: number, y: number) => Path
  line: (x: number, y: number) => Path
  quad: (x1: number, y1: number, x: number, y: number) => Path
  cubic: (x1: number, y1: number, x2: number, y2: number, x: number, y: number) => Path
  close: () => Path
  /** Returns the `d` of an SVG path in relative steps, which are short and compress well. */
  d: () => string
}

/**
 * Starts an empty outline. Each step starts at the rounded end of the one before, so that rounding errors do not add up.
 * @param decimals how many of each coordinate are kept
 */
export function createPath(decimals = 1): Path {
  const unit = 10 ** decimals
  const round = (value: number) => Math.round(value * unit) / unit
  let [x, y, startX, startY] = [0, 0, 0, 0]
  let text = ''

  /** Writes the command with the points relative to the pen, and moves the pen to the last of them. */
  const step = (command: string, points: number[]) => {
    const rounded = points.map(round)
    text +=
      command +
      row(
        rounded.map((value, i) => value - (i % 2 === 0 ? x : y)),
        decimals,
      )
    x = rounded.at(-2) ?? x
    y = rounded.at(-1) ?? y
    return path
  }

  const path: Path = {
    move(toX, toY) {
      step(text === '' ? 'M' : 'm', [toX, toY])
      startX = x
      startY = y
      return path
    },
    line(toX, toY) {
      const [dx, dy] = [round(toX) - x, round(toY) - y]
      if (short(dx, decimals) === '0' && short(dy, decimals) === '0') return path
      if (short(dy, decimals) === '0') text += `h${short(dx, decimals)}`
      else if (short(dx, decimals) === '0') text += `v${short(dy, decimals)}`
      else return step('l', [toX, toY])
      x += dx
      y += dy
      return path
    },
    quad: (...points) => step('q', points),
    cubic: (...points) => step('c', points),
    close() {
      text += 'z'
      x = startX
      y = startY
      return path
    },
    d: () => text,
  }
  return path
}
