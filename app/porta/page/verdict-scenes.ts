import { ANNUL_MAX_MILLISECONDS } from '../annul.ts'
import type { Achado, Lida } from '../shown.ts'
import type { Cena } from './scene.ts'
import { anywayOf, type Dito } from './announcement.ts'
import { button, element } from './element.ts'
import type { Recado } from './message.ts'
import { recadoOf, verdictOf } from './verdict-section.ts'

/** A verdict that was told. */
export interface Falado {
  dito: Dito
  /** Null for several guests at once. */
  lida: Lida | null
  /** When, by `performance.now()`. */
  em: number
}

interface Acts {
  others: (credencialid: string) => Achado[]
  mesa: (lida: Lida) => void
  anyway: (lida: Lida) => void
  undo: (dito: Dito) => void
}

/** How long a code is held on before its shape breathes: a scan takes a few frames. */
const HELD_MILLISECONDS = 1_500

function mesaButton({ lida }: Falado, { others, mesa }: Acts): HTMLElement | null {
  if (!lida?.isAdmitida || lida.veredito.kind !== 'entrar' || !lida.convidado?.mesa) return null
  const outside = others(lida.convidado.credencialid).filter(
    ({ presenca }) => presenca.kind === 'fora',
  ).length
  return outside > 0 ? button('agir vazado', `MAIS ${outside} DESTA MESA`, () => mesa(lida)) : null
}

/** DESFAZER, for as long as this phone may. */
function undoButton({ dito, em }: Falado, { undo }: Acts): HTMLElement | null {
  const left = em + ANNUL_MAX_MILLISECONDS - performance.now()
  if (dito.admitidas.length === 0 || left <= 0) return null
  const made = button('agir vazado', 'DESFAZER', () => undo(dito))
  setTimeout(() => made.remove(), left)
  return made
}

/** The screen of a verdict. */
export function openVeredito(falado: Falado, acts: Acts): Cena {
  const { dito, lida } = falado
  const anyway =
    lida && !lida.isAdmitida
      ? button('agir vazado', anywayOf(lida.isEnsaio).botao, () => acts.anyway(lida))
      : null
  const buttons = [mesaButton(falado, acts), anyway, undoButton(falado, acts)].filter((each) => each !== null)
  const section = verdictOf(dito, ...buttons)
  const since = performance.now()
  return {
    ...{ modo: 'veredito', title: dito.palavra.join(' '), main: element('main', 'palco', section) },
    isReading: () => true,
    breathe: () => section.classList.toggle('mesmo', performance.now() - since > HELD_MILLISECONDS),
  }
}

/** The screen of what is no verdict. */
export function openRecado({ palavra, texto, nome }: Recado): Cena {
  const main = element('main', 'palco', recadoOf(palavra, texto, nome))
  return { modo: 'veredito', title: palavra, main, isReading: () => true }
}
