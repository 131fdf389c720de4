import type { PortaState } from '../shown.ts'
import {
  type Scene,
  button,
  element,
  screenReaderOnly,
  setText,
  icon,
  shape,
  type IconName,
} from './element.ts'
import type { Announcement } from './announcement.ts'
import type { CameraState } from './camera.ts'
import { isOn, turn, type Setting, canSound, canVibrate } from './signals.ts'
import { BY_HAND, heldText, reconnectText } from './notices.ts'

/** The sound is wanted, and the browser does not give it yet. */
const isMute = () => isOn('som') && !canSound()

/** What the volunteer has to know besides the strip; empty text where all is well. */
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

/** A switch that a thumb does not hit by chance: above, at the edge. */
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
    // The touch that lets it sound is no wish for silence.
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
  const nome = element('b', '', who || typedCode || when)
  nome.dir = 'auto'
  const made = button(`ultimo ${announcement.field.split(' ')[0] ?? ''}`, [], reopen)
  made.append(shape(announcement.shape), element('span', '', `${announcement.summary} `, nome))
  return made
}

/** How long it says that there are two codes, after the last picture of both. */
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
  const otherKey = button('chave chave-camera', [icon('turn'), screenReaderOnly('Outra câmera')], () =>
    other()?.(),
  )
  const title = element('h1', '')
  title.setAttribute('aria-live', 'polite')
  let doubt: ReturnType<typeof setTimeout> | undefined
  const note = element('p', 'nota')
  note.setAttribute('role', 'status')
  const keys = [switchOf('som', 'Som', heard)]
  if (canVibrate()) keys.push(switchOf('vibrar', 'Vibração', heard))
  const main = element(
    'main',
    'visor',
    title,
    ...keys.map(({ made }) => made),
    otherKey,
    element('div', 'mira'),
    note,
  )
  if (chip) main.append(chip)
  const update = () => {
    const now = state()
    title.classList.toggle('duvida', doubt !== undefined)
    setText(
      title,
      doubt !== undefined ? 'DOIS CÓDIGOS, APROXIME' : now.lista ? 'Aponte para o QR' : 'Esperando a lista',
    )
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
