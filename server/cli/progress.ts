/** How far long work has come. */
export interface Progress {
  /** `total` is null when it is not known beforehand. */
  step: (done: number, total: number | null) => void
  /** Wipes the line, to be called however the work ended. */
  end: () => void
}

/** Often enough to look alive, seldom enough to cost nothing. */
const REDRAW_MS = 100

type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>

/** One line rewritten in place on a terminal; nothing elsewhere, so that a log file stays readable. */
export function createProgress(screen: Screen, label: string, now: () => number = Date.now): Progress {
  if (!screen.isTTY) return { step() {}, end() {} }
  let drawnAt: number | null = null
  return {
    step(done, total) {
      if (drawnAt !== null && now() - drawnAt < REDRAW_MS) return
      drawnAt = now()
      screen.write(`\r\u001B[K${label} ${done}${total === null ? '' : ` de ${total}`}…`)
    },
    end() {
      if (drawnAt !== null) screen.write('\r\u001B[K')
      drawnAt = null
    },
  }
}
