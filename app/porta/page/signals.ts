import type { Veredito } from '../../../server/domain/veredito.ts'
import { isOn } from './settings.ts'

interface Toque {
  /** Milliseconds on, off, on. */
  vibra: number[]
  /** Hertz of each note. */
  notas: number[]
  /** How long each note lasts, and how long until the next. */
  ms: number
  pausa: number
}

const JA: Toque = { vibra: [70, 70, 70], notas: [520, 520], ms: 110, pausa: 70 }

/** What each verdict is heard and felt as, so that it is known without a look; in a rehearsal all are one click. */
export const TOQUES: Record<Veredito['kind'] | 'ensaio', Toque> = {
  entrar: { vibra: [90], notas: [660, 880], ms: 90, pausa: 0 },
  'ja-entrou': JA,
  'link-antigo': JA,
  cancelado: { vibra: [350, 90, 350], notas: [330, 220], ms: 350, pausa: 0 },
  'fora-da-lista': { vibra: [70, 70, 70, 70, 70], notas: [440, 440, 440], ms: 90, pausa: 60 },
  ensaio: { vibra: [30], notas: [1_000], ms: 25, pausa: 0 },
}

export const canVibrate = () => 'vibrate' in navigator

let context: AudioContext | undefined

/** Browsers let a page sound only after a touch or a key: the first of them wakes it. */
export function wakeSound(): void {
  const wake = () => {
    context ??= new AudioContext()
    void context.resume()
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, wake, { passive: true })
}

/** Lets a verdict be heard and felt, as far as both are on. */
export function tocar(kind: keyof typeof TOQUES): void {
  const { vibra, notas, ms, pausa } = TOQUES[kind]
  if (canVibrate() && isOn('vibrar')) navigator.vibrate(vibra)
  if (context?.state !== 'running' || !isOn('som')) return
  let at = context.currentTime
  for (const nota of notas) {
    sound(context, nota, at, ms / 1000)
    at += (ms + pausa) / 1000
  }
}

/** One note; it swells and fades in 8 ms, for a bare start and end would click. */
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
