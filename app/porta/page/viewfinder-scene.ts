import type { PortaState } from '../porta.ts'
import type { CameraState } from './camera.ts'
import { button, element, icon, named, screenReaderOnly, setText, shape } from './element.ts'
import type { IconName, Scene } from './element.ts'
import { BY_HAND, heldText, reconnectText } from './notices.ts'
import { canSound, canVibrate, isOn, turn, type Setting } from './signals.ts'
import type { Announcement } from './touches.ts'

/** The sound is on, but the browser does not allow it yet. */
const isMute = () => isOn('som') && !canSound()

/** What the volunteer has to know besides the strip; empty text if all is well. */
export function noteOf({ connection, lista, clockSkew, porEnviar, isHeld, isByHand }: PortaState): string {
  if (connection.kind === 'unpaired') return `${reconnectText(porEnviar)} Até lá, a porta continua.`
  if (isHeld) return heldText(porEnviar)
  if (connection.kind === 'refused') return `${connection.reason} Nada se perde.`
  if (!lista && connection.kind === 'offline') return 'A lista ainda não chegou: chegue mais perto da rede.'
  if (clockSkew === null && isByHand) return BY_HAND
  if (clockSkew === null) return isMute() ? 'Ainda sem som: o navegador espera um toque. Toque na tela.' : ''
  const minutes = Math.round(Math.abs(clockSkew) / 60_000)
  return `O relógio deste celular está ${minutes} min ${clockSkew > 0 ? 'atrasado' : 'adiantado'}. As entradas vão na hora certa.`
}

const ICONS: Record<Setting, [IconName, IconName]> = {
  som: ['sound', 'muted'],
  vibrar: ['vibration', 'no-vibration'],
}

/** A switch out of the thumb's way: above, at the edge. */
function switchOf(what: Setting, name: string, changed: () => void) {
  const canBe = () => what !== 'som' || canSound()
  let wasMute = false
  const draw = () => {
    const on = isOn(what) && canBe()
    if (made.getAttribute('aria-pressed') === String(on)) return
    made.setAttribute('aria-pressed', String(on))
    made.replaceChildren(icon(ICONS[what][on ? 0 : 1]), screenReaderOnly(name))
  }
  const made = button(`chave chave-${what}`, '', () => {
    // A touch that first enables the sound does not mean to switch it off.
    turn(what, !isOn(what) || wasMute)
    wasMute = false
    draw()
    changed()
  })
  for (const type of ['pointerdown', 'keydown']) made.addEventListener(type, () => (wasMute = !canBe()))
  draw()
  return { made, draw }
}

/** The last verdict, which stays in sight. */
export function chipOf(announcement: Announcement, reopen: () => void): HTMLButtonElement {
  const { nome: one, nomes, typedCode, when } = announcement
  const who = nomes.length > 0 ? `${one}: ${nomes.join(', ')}` : one
  const summary = element('span', '', `${announcement.summary} `, named('b', '', who || typedCode || when))
  const className = `ultimo ${announcement.field.split(' ')[0] ?? ''}`
  return button(className, [shape(announcement.shape), summary], reopen)
}

/** How long the two-code warning stays after the last picture of both. */
const DOUBT_MILLISECONDS = 1_200

/** The viewfinder. `heard`: tries what was just switched on. */
export function openViewfinder(
  state: () => PortaState,
  camera: () => CameraState,
  chip: HTMLElement | null,
  heard: () => void,
): Scene {
  const other = () => {
    const now = camera()
    return now.kind === 'on' ? now.other : null
  }
  const otherContent = [icon('turn'), screenReaderOnly('Outra câmera')]
  const otherKey = button('chave chave-camera', otherContent, () => other()?.())
  const title = element('h1', { 'aria-live': 'polite' })
  let doubt: ReturnType<typeof setTimeout> | undefined
  const note = element('p', { class: 'nota', role: 'status' })
  const keys = [switchOf('som', 'Som', heard)]
  if (canVibrate()) keys.push(switchOf('vibrar', 'Vibração', heard))
  const switches = keys.map(({ made }) => made)
  const main = element('main', 'visor', title, ...switches, otherKey, element('div', 'mira'), note)
  if (chip) main.append(chip)
  const update = () => {
    const now = state()
    const isDoubtful = doubt !== undefined
    title.classList.toggle('duvida', isDoubtful)
    const aim = now.lista ? 'Aponte para o QR' : 'Esperando a lista'
    setText(title, isDoubtful ? 'DOIS CÓDIGOS, APROXIME' : aim)
    setText(note, noteOf(now))
    for (const { draw } of keys) draw()
    otherKey.hidden = other() === null
  }
  update()
  return {
    kind: 'lendo',
    title: 'Lendo',
    main,
    isReading: () => true,
    update,
    doubt() {
      clearTimeout(doubt)
      doubt = setTimeout(() => {
        doubt = undefined
        update()
      }, DOUBT_MILLISECONDS)
      update()
    },
  }
}
