import { ANNUL_MAX_MILLISECONDS } from '../annul.ts'
import type { Achado, Lida } from '../shown.ts'
import type { Scene } from './scene.ts'
import { anywayOf, type Announcement } from './announcement.ts'
import { button, element } from './element.ts'
import type { Message } from './message.ts'
import { messageSection, verdictSection } from './verdict-section.ts'

/** A verdict that was told. */
export interface ToldVerdict {
  announcement: Announcement
  /** Null for several guests at once. */
  lida: Lida | null
  /** When, by `performance.now()`. */
  at: number
}

interface Acts {
  others: (credencialid: string) => Achado[]
  table: (lida: Lida) => void
  anyway: (lida: Lida) => void
  undo: (announcement: Announcement) => void
}

/** How long a code is held on before its shape breathes: a scan takes a few frames. */
const HELD_MILLISECONDS = 1_500

function tableButton({ lida }: ToldVerdict, { others, table }: Acts): HTMLElement | null {
  if (!lida?.isAdmitida || lida.veredito.kind !== 'entrar' || !lida.convidado?.mesa) return null
  const outside = others(lida.convidado.credencialid).filter(
    ({ presenca }) => presenca.kind === 'fora',
  ).length
  return outside > 0 ? button('agir vazado', `MAIS ${outside} DESTA MESA`, () => table(lida)) : null
}

/** DESFAZER, for as long as this phone may. */
function undoButton({ announcement, at }: ToldVerdict, { undo }: Acts): HTMLElement | null {
  const left = at + ANNUL_MAX_MILLISECONDS - performance.now()
  if (announcement.admitted.length === 0 || left <= 0) return null
  const made = button('agir vazado', 'DESFAZER', () => undo(announcement))
  setTimeout(() => made.remove(), left)
  return made
}

/** The screen of a verdict. */
export function openVerdict(told: ToldVerdict, acts: Acts): Scene {
  const { announcement, lida } = told
  const anyway =
    lida && !lida.isAdmitida
      ? button('agir vazado', anywayOf(lida.isEnsaio).button, () => acts.anyway(lida))
      : null
  const buttons = [tableButton(told, acts), anyway, undoButton(told, acts)].filter((each) => each !== null)
  const section = verdictSection(announcement, ...buttons)
  const since = performance.now()
  return {
    ...{ kind: 'veredito', title: announcement.headline.join(' '), main: element('main', 'palco', section) },
    isReading: () => true,
    breathe: () => section.classList.toggle('mesmo', performance.now() - since > HELD_MILLISECONDS),
  }
}

/** The screen of what is no verdict. */
export function openMessage({ headline, text, nome }: Message): Scene {
  const main = element('main', 'palco', messageSection(headline, text, nome))
  return { kind: 'veredito', title: headline, main, isReading: () => true }
}
