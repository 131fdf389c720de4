import { markNear, type Piece } from '../../../server/domain/near-words.ts'
import { foldText, wordsOf } from '../../../server/domain/text.ts'
import { atMoment } from '../../../server/domain/quando.ts'
import { lettersIn, LETTERS_MIN, RESULTS_MAX } from '../list.ts'
import type { Porta } from '../porta.ts'
import type { Candidate, World } from '../shown.ts'
import { button, element, momentText, named, setText, shape, type Scene } from './element.ts'
import { byOf, WORLDS } from './verdict-looks.ts'

interface SearchTouches {
  porta: Pick<Porta, 'search' | 'near' | 'gatherWords'>
  /** Several guests with one code, to choose from: listed before anything is typed. */
  fixed: Candidate[] | undefined
  world: World
  /** When the list was last updated. */
  listTime(): string
  admit(credencialid: string): void
  /** Admits someone who was not found. */
  admitNamed(nome: string): void
}

function foundText(count: number, near: number, letters: number, listTime: string): string {
  if (letters < LETTERS_MIN) return 'Nome, mesa ou os 4 últimos números do celular.'
  const parecidos = near === 0 ? '' : near === 1 ? ' Há 1 nome parecido.' : ` Há ${near} nomes parecidos.`
  if (count === 0) return `Ninguém assim na lista de ${listTime}.${parecidos}`
  if (count === RESULTS_MAX) return `As ${RESULTS_MAX} primeiras pessoas. Digite mais para achar outras.`
  return `${count} ${count === 1 ? 'pessoa' : 'pessoas'}, na lista de ${listTime}`
}

/** Search by name. Choosing a row does not admit; the button below does. */
export function openSearch(touches: SearchTouches): Scene {
  const { porta, fixed, world } = touches
  const { act, disc, anyway } = WORLDS[world]
  const input = element('input', {
    class: 'campo',
    id: 'nome',
    type: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: '120',
    enterkeyhint: 'search',
    'aria-describedby': 'achados',
  })
  const label = element('label', { for: 'nome' }, `Nome, a partir de ${LETTERS_MIN} letras`)
  const status = element('p', { class: 'nota entre', id: 'achados', role: 'status' })
  const rows = element('ul', 'linhas')
  const nearRows = element('ul', 'linhas')
  const nearTitle = element('h2', '', 'Você quis dizer')
  const footer = element('section', { class: 'confirma', 'aria-label': 'Confirmar' })
  let chosen = ''
  let drawn = ''

  const confirm = (found: Candidate[], near: Candidate[], letters: number) => {
    const one = [...found, ...near].find(
      ({ convidado, whereabouts }) => convidado.credencialid === chosen && whereabouts.kind === 'outside',
    )
    const nome = input.value.trim()
    footer.hidden = !one && (found.length > 0 || letters < LETTERS_MIN)
    if (one) {
      const { credencialid, nome: chosenName } = one.convidado
      const text = element('span', '', `${act} `, element('small', '', chosenName))
      footer.replaceChildren(button('agir', [shape(disc), text], () => touches.admit(credencialid)))
    } else if (!footer.hidden) {
      const text = element('span', '', `${anyway} `, element('small', '', nome))
      footer.replaceChildren(
        element('p', 'nota', 'Leve à organização. Se ela deixar entrar, anote o nome completo:'),
        button('agir vazado', [text], () => touches.admitNamed(nome)),
      )
    }
  }
  const rowOf = (candidate: Candidate, pieces: Piece[]) => {
    const { credencialid, mesa, finais } = candidate.convidado
    const radio = choiceOf('radio', credencialid, credencialid === chosen)
    radio.addEventListener('change', () => {
      chosen = credencialid
      draw()
    })
    const digits = element('span', 'final', `final ${finais}`)
    const where = whereaboutsText(candidate, world)
    const facts = [mesa, mesa && finais && (where ? ', ' : element('br', '')), finais && digits]
    const after = where ? [element('br', ''), where] : []
    const row = convidadoRowOf(candidate, pieces, radio, ...facts, ...after)
    row.firstElementChild?.classList.toggle('escolhida', radio.checked)
    return row
  }
  const draw = () => {
    const typed = input.value
    const isFixed = fixed !== undefined && typed === ''
    const found = isFixed ? fixed : porta.search(typed)
    const near = porta.near(typed, found)
    const letters = lettersIn(typed)
    const text = foundText(found.length, near.length, letters, touches.listTime())
    setText(status, isFixed ? 'Este código é de mais de uma pessoa: escolha pelo nome.' : text)
    const now = JSON.stringify([typed, chosen, found, near])
    // Each sync redraws: rows under a finger move only if something changed.
    if (now === drawn) return
    drawn = now
    nearTitle.hidden = near.length === 0
    keepingFocus(main, () => {
      rows.replaceChildren(...found.map((one) => rowOf(one, highlightOf(one.convidado.nome, typed))))
      nearRows.replaceChildren(...near.map((one) => rowOf(one, markNear(one.convidado.nome, typed))))
    })
    confirm(found, near, letters)
  }
  const title = element('h1', 'oculto', 'Busca pelo nome')
  const main = element('main', 'folha', title, label, input, status, rows, nearTitle, nearRows)
  input.addEventListener('input', draw)
  draw()
  // The page is shown first.
  setTimeout(porta.gatherWords)
  return { kind: 'busca', title: 'Busca', main, footer, focus: input, isReading: () => false, update: draw }
}

/** `entrou às 18:40, porta A`, with the day if it is another one; empty text for a guest outside. */
export function whereaboutsText({ whereabouts }: Candidate, world: World): string {
  const { inside, cancelled } = WORLDS[world]
  if (whereabouts.kind === 'outside') return ''
  if (whereabouts.kind === 'cancelled') return cancelled
  const { em, by } = whereabouts
  return `${inside} ${atMoment(momentText(em))}${by && `, ${byOf(by)}`}`
}

/**
 * A guest to choose; the whole row is the target. If there is nothing to choose, it only states a fact.
 * @param pieces of the name; none if nothing was typed
 */
export function convidadoRowOf(
  { convidado: { nome }, whereabouts: { kind } }: Candidate,
  pieces: Piece[],
  choice: HTMLInputElement,
  ...facts: (Node | string)[]
): HTMLElement {
  const marked = pieces.map(({ text, isMarked }) => (isMarked ? element('mark', '', text) : text))
  const text = element('span', '', named('b', '', ...(pieces.length > 0 ? marked : [nome])), ...facts)
  if (kind === 'outside') return element('li', '', element('label', 'linha', choice, text))
  const sign = shape(kind === 'inside' ? 'disc' : 'cross')
  return element('li', '', element('p', kind === 'inside' ? 'linha fixa' : 'linha fixa riscado', sign, text))
}

/** Redraws rows: the choice that had the focus keeps it. */
export function keepingFocus(within: HTMLElement, draw: () => void): void {
  const { activeElement } = document
  const isChoice = activeElement instanceof HTMLInputElement && activeElement.name === 'quem'
  draw()
  if (!isChoice) return
  const choices = [...within.querySelectorAll('input')]
  choices.find(({ name, value }) => name === 'quem' && value === activeElement.value)?.focus()
}

export function choiceOf(type: 'radio' | 'checkbox', value: string, checked: boolean): HTMLInputElement {
  const made = element('input', '')
  return Object.assign(made, { type, name: 'quem', value, checked })
}

/** A name in pieces, with the typed ones marked. */
export function highlightOf(nome: string, typed: string): Piece[] {
  const signs = Array.from(nome)
  // A character that folds to none or several is matched by what it folds to.
  const folded = signs.map((sign) => (/\s/.test(sign) ? ' ' : foldText(sign)))
  const owner = folded.flatMap((text, at) => Array.from(text, () => at))
  const flat = folded.join('')
  const marked = new Set<number>()
  for (const word of wordsOf(typed)) {
    const start = ` ${flat}`.indexOf(` ${word}`)
    const from = start === -1 ? flat.indexOf(word) : start
    if (from === -1) continue
    // An apostrophe between them folds to nothing, but is marked too.
    const [first = 0, last = -1] = [owner[from], owner[from + word.length - 1]]
    for (let at = first; at <= last; at++) marked.add(at)
  }
  const pieces: Piece[] = []
  signs.forEach((text, at) => {
    const last = pieces.at(-1)
    if (last?.isMarked === marked.has(at)) last.text += text
    else pieces.push({ text, isMarked: marked.has(at) })
  })
  return pieces
}
