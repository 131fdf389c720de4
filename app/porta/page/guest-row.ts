import { foldText, wordsOf } from '../../../server/domain/text.ts'
import type { Candidate } from '../shown.ts'
import { shape, element, clockTimeOf } from './element.ts'
import { byOf } from './looks.ts'

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

/** A name in pieces, those that were typed marked. */
export function highlightOf(nome: string, typed: string): { text: string; isMarked: boolean }[] {
  const signs = Array.from(nome)
  // Signs that fold to none or several are matched by what they fold to.
  const folded = signs.map((sign) => (/\s/.test(sign) ? ' ' : foldText(sign)))
  const owner = folded.flatMap((text, at) => Array.from(text, () => at))
  const flat = folded.join('')
  const marked = new Set<number>()
  for (const word of wordsOf(typed)) {
    const start = ` ${flat}`.indexOf(` ${word}`)
    const from = start === -1 ? flat.indexOf(word) : start
    if (from === -1) continue
    // An apostrophe between them folds to nothing, and is marked all the same.
    const [first = 0, last = -1] = [owner[from], owner[from + word.length - 1]]
    for (let at = first; at <= last; at++) marked.add(at)
  }
  const pieces: { text: string; isMarked: boolean }[] = []
  signs.forEach((text, at) => {
    const last = pieces.at(-1)
    if (last?.isMarked === marked.has(at)) last.text += text
    else pieces.push({ text, isMarked: marked.has(at) })
  })
  return pieces
}
