import { sinal } from './drawings.ts'
import type { Achado } from '../shown.ts'
import { element } from './element.ts'
import { horaOf } from './clock-time.ts'
import { porOf } from './looks.ts'
import { realceOf } from './highlight.ts'

/** `entrou às 18:40, porta A`, in the conditional of a rehearsal; empty text for a guest outside. */
export function ondeOf({ presenca }: Achado, isEnsaio: boolean): string {
  switch (presenca.kind) {
    case 'fora':
      return ''
    case 'dentro':
      return `${isEnsaio ? 'teria entrado' : 'entrou'} às ${horaOf(presenca.em)}${presenca.por && `, ${porOf(presenca.por)}`}`
    case 'cancelado':
      return isEnsaio ? 'estaria cancelado' : 'convite cancelado'
    default:
      return presenca satisfies never
  }
}

function nomeOf(nome: string, typed: string): HTMLElement {
  const pieces = realceOf(nome, typed).map(({ text, isMarked }) =>
    isMarked ? element('mark', '', text) : text,
  )
  const made = element('b', '', ...pieces)
  made.dir = 'auto'
  return made
}

/** A guest to choose, the whole row a target; only a fact where there is nothing to choose. */
export function linhaOf(
  achado: Achado,
  typed: string,
  choice: HTMLInputElement,
  ...told: (Node | string)[]
): HTMLElement {
  const text = element('span', '', nomeOf(achado.convidado.nome, typed), ...told)
  const { kind } = achado.presenca
  if (kind === 'fora') {
    const row = element('label', 'linha', choice, text)
    return element('li', '', row)
  }
  const sign = sinal(kind === 'dentro' ? 'disco' : 'cruz')
  return element('li', '', element('p', kind === 'dentro' ? 'linha fixa' : 'linha fixa riscado', sign, text))
}

export function choiceOf(type: 'radio' | 'checkbox', value: string, checked: boolean): HTMLInputElement {
  const made = element('input', '')
  return Object.assign(made, { type, name: 'quem', value, checked })
}
