import { ANNUL_MAX_MILLISECONDS } from '../annul.ts'
import type { Candidate, Reading } from '../shown.ts'
import type { Scene } from './scene.ts'
import { anywayOf, type Announcement } from './announcement.ts'
import { button, element } from './element.ts'
import type { Message } from './message.ts'
import { messageSection, verdictSection } from './verdict-section.ts'

/** A verdict that was told. */
export interface ToldVerdict {
  announcement: Announcement
  /** Null for several guests at once. */
  reading: Reading | null
  /** When, by `performance.now()`. */
  at: number
}

interface Acts {
  others: (credencialid: string) => Candidate[]
  table: (reading: Reading) => void
  anyway: (reading: Reading) => void
  undo: (announcement: Announcement) => void
}

/** How long a code is held on before its shape breathes: a scan takes a few frames. */
const HELD_MILLISECONDS = 1_500

function tableButton({ reading }: ToldVerdict, { others, table }: Acts): HTMLElement | null {
  if (!reading?.isAdmitted || reading.veredito.kind !== 'entrar' || !reading.convidado?.mesa) return null
  const outside = others(reading.convidado.credencialid).filter(
    ({ whereabouts }) => whereabouts.kind === 'outside',
  ).length
  return outside > 0 ? button('agir vazado', `MAIS ${outside} DESTA MESA`, () => table(reading)) : null
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
  const { announcement, reading } = told
  const anyway =
    reading && !reading.isAdmitted
      ? button('agir vazado', anywayOf(reading.isEnsaio).button, () => acts.anyway(reading))
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
