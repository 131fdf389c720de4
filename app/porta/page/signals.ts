import type { Veredito } from '../../../server/domain/veredito.ts'

interface Signal {
  vibration: number[]
  notes: number[]
  /** How long each note lasts, and the pause before the next. */
  ms: number
  pause: number
}

const CAUTION: Signal = { vibration: [70, 70, 70], notes: [520, 520], ms: 110, pause: 70 }

/**
 * The sound and vibration of each verdict, so that it is known without looking. In a rehearsal every verdict
 * is the same click.
 */
const SIGNALS: Record<Veredito['kind'] | 'ensaio', Signal> = {
  entrar: { vibration: [90], notes: [660, 880], ms: 90, pause: 0 },
  'ja-entrou': CAUTION,
  'link-antigo': CAUTION,
  cancelado: { vibration: [350, 90, 350], notes: [330, 220], ms: 350, pause: 0 },
  'fora-da-lista': { vibration: [70, 70, 70, 70, 70], notes: [440, 440, 440], ms: 90, pause: 60 },
  ensaio: { vibration: [30], notes: [1_000], ms: 25, pause: 0 },
}

export const canVibrate = () => 'vibrate' in navigator

let context: AudioContext | undefined

/**
 * Tells whether the browser lets the page make sound. It does not before a touch, nor after a call until the
 * next touch.
 */
export const canSound = () => context?.state === 'running'

/**
 * Browsers let a page make sound only after a touch or a key: the first of them starts it, unless it already
 * runs.
 * @param changed called when it can make sound now, or no longer can
 */
export function wakeSound(changed: () => void): void {
  const wake = () => {
    if (!context) {
      context = new AudioContext()
      context.addEventListener('statechange', changed)
    }
    // Refused until the first touch.
    context.resume().catch(() => {})
  }
  if (!('AudioContext' in window)) return
  wake()
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, wake, { passive: true })
}

/** Plays a verdict's sound and vibration, as far as both are on. */
export function playSignal(kind: keyof typeof SIGNALS): void {
  const { vibration, notes, ms, pause } = SIGNALS[kind]
  if (canVibrate() && isOn('vibrar')) navigator.vibrate(vibration)
  if (!context || !canSound() || !isOn('som')) return
  let at = context.currentTime
  for (const note of notes) {
    sound(context, note, at, ms / 1000)
    at += (ms + pause) / 1000
  }
}

/** One note. It swells and fades over 8 ms, because an abrupt start or end would click. */
function sound(audio: AudioContext, hertz: number, at: number, seconds: number): void {
  const [source, volume] = [audio.createOscillator(), audio.createGain()]
  source.type = 'triangle'
  source.frequency.value = hertz
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(0.6, at + 0.008)
  volume.gain.setValueAtTime(0.6, at + seconds - 0.008)
  volume.gain.linearRampToValueAtTime(0, at + seconds)
  source.connect(volume).connect(audio.destination)
  source.start(at)
  source.stop(at + seconds)
}

/** What a volunteer can switch off; both are on until then. */
export type Setting = 'som' | 'vibrar'

export const isOn = (what: Setting) => choiceOf(`porta-${what}`) !== 'nao'

export const turn = (what: Setting, on: boolean) => keepChoice(`porta-${what}`, on ? 'sim' : 'nao')

/** What was chosen on this page. It also serves a browser that stores nothing, until the page closes. */
const chosen = new Map<string, string>()

export function choiceOf(key: string): string | null {
  try {
    return chosen.get(key) ?? localStorage.getItem(key)
  } catch {
    return chosen.get(key) ?? null
  }
}

export function keepChoice(key: string, value: string): void {
  chosen.set(key, value)
  try {
    localStorage.setItem(key, value)
  } catch {
    // The map above keeps it while the page lives.
  }
}
