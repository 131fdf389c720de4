import type { PortaState } from '../shown.ts'
import { button, momentTold, type Scene } from './element.ts'
import { page } from './notices.ts'

/**
 * HOJE É O EVENTO asks once more before what is read counts. SIM lies far below the finger, and nothing is read meanwhile;
 * from the keyboard NÃO has the focus.
 */
export function openToday({ inicio }: PortaState, yes: () => void, no: () => void): Scene {
  const focus = button('agir vazado', 'NÃO', no)
  const main = page(
    'open-gate',
    'HOJE É O EVENTO?',
    [
      `Para este celular, ele começa em ${momentTold(Date.parse(inicio ?? ''))}. Se a data mudou ou está errada, toque em SIM: a partir daí as leituras valem, com rede ou sem.`,
      'Quem foi lido no teste não entrou: leia de novo.',
    ],
    ...[button('agir', 'SIM, HOJE É O EVENTO', yes), focus],
  )
  return { kind: 'aviso', title: 'Hoje é o evento?', main, focus, isReading: () => false }
}
