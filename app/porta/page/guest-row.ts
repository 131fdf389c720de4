import { shape } from './drawings.ts'
import type { Candidate } from '../shown.ts'
import { element } from './element.ts'
import { clockTimeOf } from './clock-time.ts'
import { byOf } from './looks.ts'
import { highlightOf } from './highlight.ts'

/** `entrou às 18:40, porta A`, in the conditional of a rehearsal; empty text for a guest outside. */
export function whereaboutsText({ whereabouts }: Candidate, isEnsaio: boolean): string {
  switch (whereabouts.kind) {
    case 'outside':
      return ''
    case 'inside':
      return `${isEnsaio ? 'teria entrado' : 'entrou'} às ${clockTimeOf(whereabouts.em)}${whereabouts.by && `, ${byOf(whereabouts.by)}`}`
    case 'cancelled':
      return isEnsaio ? 'estaria cancelado' : 'convite cancelado'
    default:
      return whereabouts satisfies never
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
  candidate: Candidate,
  typed: string,
  choice: HTMLInputElement,
  ...told: (Node | string)[]
): HTMLElement {
  const text = element('span', '', markedName(candidate.convidado.nome, typed), ...told)
  const { kind } = candidate.whereabouts
  if (kind === 'outside') {
    const row = element('label', 'linha', choice, text)
    return element('li', '', row)
  }
  const sign = shape(kind === 'inside' ? 'disc' : 'cross')
  return element('li', '', element('p', kind === 'inside' ? 'linha fixa' : 'linha fixa riscado', sign, text))
}

export function choiceOf(type: 'radio' | 'checkbox', value: string, checked: boolean): HTMLInputElement {
  const made = element('input', '')
  return Object.assign(made, { type, name: 'quem', value, checked })
}
