import { shape } from './drawings.ts'
import type { Achado } from '../shown.ts'
import { element } from './element.ts'
import { clockTimeOf } from './clock-time.ts'
import { porOf } from './looks.ts'
import { highlightOf } from './highlight.ts'

/** `entrou às 18:40, porta A`, in the conditional of a rehearsal; empty text for a guest outside. */
export function whereaboutsOf({ presenca }: Achado, isEnsaio: boolean): string {
  switch (presenca.kind) {
    case 'fora':
      return ''
    case 'dentro':
      return `${isEnsaio ? 'teria entrado' : 'entrou'} às ${clockTimeOf(presenca.em)}${presenca.por && `, ${porOf(presenca.por)}`}`
    case 'cancelado':
      return isEnsaio ? 'estaria cancelado' : 'convite cancelado'
    default:
      return presenca satisfies never
  }
}

function markedName(nome: string, typed: string): HTMLElement {
  const pieces = highlightOf(nome, typed).map(({ text, isMarked }) =>
    isMarked ? element('mark', '', text) : text,
  )
  const made = element('b', '', ...pieces)
  made.dir = 'auto'
  return made
}

/** A guest to choose, the whole row a target; only a fact where there is nothing to choose. */
export function guestRowOf(
  achado: Achado,
  typed: string,
  choice: HTMLInputElement,
  ...told: (Node | string)[]
): HTMLElement {
  const text = element('span', '', markedName(achado.convidado.nome, typed), ...told)
  const { kind } = achado.presenca
  if (kind === 'fora') {
    const row = element('label', 'linha', choice, text)
    return element('li', '', row)
  }
  const sign = shape(kind === 'dentro' ? 'disc' : 'cross')
  return element('li', '', element('p', kind === 'dentro' ? 'linha fixa' : 'linha fixa riscado', sign, text))
}

export function choiceOf(type: 'radio' | 'checkbox', value: string, checked: boolean): HTMLInputElement {
  const made = element('input', '')
  return Object.assign(made, { type, name: 'quem', value, checked })
}
