/** What a volunteer switches off: both are on until then. */
export type Preferencia = 'som' | 'vibrar'

const off = new Map<Preferencia, boolean>()

/** Tells whether it is on. A browser that keeps nothing remembers it until the page is closed. */
export function isOn(what: Preferencia): boolean {
  try {
    return !(off.get(what) ?? localStorage.getItem(`porta-${what}`) === 'nao')
  } catch {
    return !off.get(what)
  }
}

export function turn(what: Preferencia, on: boolean): void {
  off.set(what, !on)
  try {
    localStorage.setItem(`porta-${what}`, on ? 'sim' : 'nao')
  } catch {
    // Remembered above, while the page lives.
  }
}
