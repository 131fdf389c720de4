import type { PortaState } from '../shown.ts'
import { button, momentTold, type Scene } from './element.ts'
import { page } from './notices.ts'

/**
 * HOJE É O EVENTO asks once more before what is read counts. SIM lies far below the finger, and nothing is read meanwhile;
 * from the keyboard NÃO has the focus.
 */
export function openToday({ inicio }: Pick<PortaState, 'inicio'>, yes: () => void, no: () => void): Scene {
  const focus = button('agir vazado', 'NÃO', no)
  const main = page(
    'open-gate',
    'HOJE É O EVENTO?',
    [
      `Para este celular, ele começa em ${momentTold(Date.parse(inicio ?? ''))}. Se hoje é o dia, toque em SIM: as leituras passam a valer, com rede ou sem.`,
      'A lista do teste é a de verdade, mas quem foi lido nele não entrou: leia de novo.',
    ],
    ...[button('agir', 'SIM, HOJE É O EVENTO', yes), focus],
  )
  return { kind: 'aviso', title: 'Hoje é o evento?', main, focus, isAlone: true, isReading: () => false }
}
