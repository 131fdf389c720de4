/** What a volunteer switches off, as the browser keeps it: both are on until then. */
export type Setting = 'som' | 'vibrar'

const off = new Map<Setting, boolean>()

/** Tells whether it is on. A browser that keeps nothing remembers it until the page is closed. */
export function isOn(what: Setting): boolean {
  try {
    return !(off.get(what) ?? localStorage.getItem(`porta-${what}`) === 'nao')
  } catch {
    return !off.get(what)
  }
}

export function turn(what: Setting, on: boolean): void {
  off.set(what, !on)
  try {
    localStorage.setItem(`porta-${what}`, on ? 'sim' : 'nao')
  } catch {
    // Remembered above, while the page lives.
  }
}
