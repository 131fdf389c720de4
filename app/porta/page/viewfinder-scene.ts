import type { DoorState } from '../shown.ts'
import type { Scene } from './scene.ts'
import { icon, shape, type IconName } from './drawings.ts'
import type { Announcement } from './announcement.ts'
import { button, element, screenReaderOnly, setText } from './element.ts'
import { isOn, turn, type Setting } from './settings.ts'
import { canVibrate } from './signals.ts'

/** What the volunteer has to know besides the strip; empty text where all is well. */
export function noteOf({ connection, lista, clockSkew }: DoorState): string {
  if (connection.kind === 'unpaired')
    return 'Este celular não está pareado: o que ele lê fica guardado aqui. Abra de novo o link da equipe.'
  if (connection.kind === 'refused') return `${connection.reason} Nada se perde.`
  if (!lista && connection.kind === 'offline') return 'A lista ainda não chegou: chegue mais perto da rede.'
  if (clockSkew === null) return ''
  const minutes = Math.round(Math.abs(clockSkew) / 60_000)
  return `O relógio deste celular está ${minutes} min ${clockSkew > 0 ? 'atrasado' : 'adiantado'}. As entradas vão na hora certa.`
}

/** Of what is on, and of what is off. */
const ICONS: Record<Setting, [IconName, IconName]> = {
  som: ['sound', 'muted'],
  vibrar: ['vibration', 'no-vibration'],
}

/** A switch that a thumb does not hit by chance: above, at the edge. */
function switchOf(what: Setting, name: string, changed: () => void): HTMLButtonElement {
  const drawn = () => {
    const on = isOn(what)
    made.setAttribute('aria-pressed', String(on))
    made.replaceChildren(icon(ICONS[what][on ? 0 : 1]), screenReaderOnly(name))
  }
  const made = button(`chave chave-${what}`, '', () => {
    turn(what, !isOn(what))
    drawn()
    changed()
  })
  drawn()
  return made
}

/** The last verdict, which stays in sight. */
export function chipOf(announcement: Announcement, reopen: () => void): HTMLButtonElement {
  const nome = element('b', '', announcement.nome || announcement.typedCode || announcement.when)
  nome.dir = 'auto'
  const made = button(`ultimo ${announcement.field.split(' ')[0] ?? ''}`, [], reopen)
  made.append(shape(announcement.shape), element('span', '', `${announcement.summary} `, nome))
  return made
}

/** The viewfinder. `heard`: tries what was just switched on. */
export function openViewfinder(state: () => DoorState, chip: HTMLElement | null, heard: () => void): Scene {
  const title = element('h1', '')
  const note = element('p', 'nota')
  note.setAttribute('role', 'status')
  const keys = [switchOf('som', 'Som', heard)]
  if (canVibrate()) keys.push(switchOf('vibrar', 'Vibração', heard))
  const main = element('main', 'visor', title, ...keys, element('div', 'mira'), note)
  if (chip) main.append(chip)
  const update = () => {
    const now = state()
    setText(title, now.lista ? 'Aponte para o QR' : 'Esperando a lista')
    setText(note, noteOf(now))
  }
  update()
  return { kind: 'lendo', title: 'Lendo', main, isReading: () => true, update }
}
