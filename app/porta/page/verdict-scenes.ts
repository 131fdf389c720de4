import { asWritten, firstNameOf, upperCase } from '../../../server/domain/text.ts'
import { ANNUL_MAX_MILLISECONDS } from '../reading.ts'
import type { Reading } from '../reading.ts'
import type { Candidate, Convidado } from '../shown.ts'
import { isJustIn, type Announcement, type Message } from './touches.ts'
import { shape, type Scene, screenReaderOnly, button, element, named } from './element.ts'
import { nameStep, WORLDS } from './verdict-looks.ts'

export interface ShownVerdict {
  announcement: Announcement
  /** Null for several guests at once. */
  reading: Reading | null
  at: number
}

interface Touches {
  others: (credencialid: string) => Candidate[]
  /** Those who came with a guest. */
  group: (credencialid: string) => Candidate[]
  together: (reading: Reading, ids: string[]) => void
  table: (reading: Reading) => void
  anyway: (reading: Reading) => void
  undo: (announcement: Announcement) => void
  /** The volunteer was asked once more, so the screen stays in view like a new one. */
  asked: () => void
}

/** How long a code is held up before its shape breathes: a scan takes a few frames. */
const HELD_MILLISECONDS = 1_500

function tableButton({ reading }: ShownVerdict, { others, table }: Touches): HTMLElement | null {
  if (!reading || !isJustIn(reading) || !reading.convidado?.mesa) return null
  const outside = others(reading.convidado.credencialid).filter(
    ({ whereabouts }) => whereabouts.kind === 'outside',
  ).length
  return outside > 0 ? button('agir vazado', `Mais ${outside} desta mesa`, () => table(reading)) : null
}

/** Those who came with the guest and are still to enter, where the verdict lets them in or says who is in. */
function missingOf({ reading }: ShownVerdict, { group }: Touches): Convidado[] {
  if (!reading?.convidado || !['entrar', 'ja-entrou'].includes(reading.veredito.kind)) return []
  const others = group(reading.convidado.credencialid)
  return others.flatMap(({ convidado, whereabouts }) => (whereabouts.kind === 'outside' ? [convidado] : []))
}

/** `com LUÍSA NUNES` beside somebody who enters now; `falta Luísa` where the one who was read is inside. */
function missingLine({ reading }: ShownVerdict, missing: Convidado[]): HTMLElement | null {
  if (!reading || missing.length === 0) return null
  const isNow = isJustIn(reading)
  const word = isNow ? 'com' : missing.length === 1 ? 'falta' : 'faltam'
  const nomes = missing.flatMap(({ nome }, at) => [
    at === 0 ? ' ' : ', ',
    named('b', '', isNow ? upperCase(nome) : firstNameOf(nome)),
  ])
  return element('p', 'nomes', element('span', '', word, ...nomes))
}

/** ENTRAM OS 2: the one who was read is among them, unless they were inside before. */
function togetherButton(
  { reading }: ShownVerdict,
  { together }: Touches,
  missing: Convidado[],
  touches: ReturnType<typeof openSecondTouch>,
): HTMLElement | null {
  const [first] = missing
  if (!reading || !first) return null
  const count = missing.length + (isJustIn(reading) ? 1 : 0)
  const who = count === 1 ? firstNameOf(first.nome) : count
  const ids = missing.map(({ credencialid }) => credencialid)
  return touches.buttonOf(WORLDS[reading.world].together(who), () => together(reading, ids))
}

/** The most people whose admissions Desfazer offers one by one. */
const ALONE_MAX = 4

/** desfazer, for as long as this phone may undo. */
function undoButton(
  { announcement, at }: ShownVerdict,
  { undo }: Touches,
  touches: ReturnType<typeof openSecondTouch>,
): HTMLElement | null {
  const left = at + ANNUL_MAX_MILLISECONDS - performance.now()
  if (announcement.admitted.length === 0 || left <= 0) return null
  const { nomes, admitted } = announcement
  const alone = nomes.length > ALONE_MAX ? [] : nomes
  const shortOf = (nome: string) => {
    const short = firstNameOf(nome)
    return alone.filter((other) => firstNameOf(other) === short).length > 1 ? nome : short
  }
  const choices = alone.map((nome, n) => {
    const own = { ...announcement, nome, admitted: admitted.slice(n, n + 1) }
    return button('agir vazado', `Desfazer só ${asWritten(shortOf(nome))}`, () => undo(own))
  })
  const made = touches.buttonOf('Desfazer', () => undo(announcement), choices)
  setTimeout(() => made.remove(), left)
  return made
}

export function openVerdict(verdict: ShownVerdict, ways: Touches): Scene {
  const { announcement, reading } = verdict
  const section = verdictSection(announcement)
  const main = element('main', 'palco', section)
  const touches = openSecondTouch(section, () => {
    fitVerdict(main)
    ways.asked()
  })
  const anyway =
    reading && !reading.isAdmitted
      ? touches.buttonOf(WORLDS[reading.world].anyway, () => ways.anyway(reading))
      : null
  const missing = missingOf(verdict, ways)
  const line = missingLine(verdict, missing)
  if (line) section.append(line)
  const together = togetherButton(verdict, ways, missing, touches)
  touches.hold([together, tableButton(verdict, ways), anyway, undoButton(verdict, ways, touches)])
  const since = performance.now()
  return {
    kind: 'veredito',
    title: announcement.headline.join(' '),
    main,
    // The next guest's code would take the question away from under the finger.
    isReading: () => !touches.isAsking(),
    breathe: () => section.classList.toggle('mesmo', performance.now() - since > HELD_MILLISECONDS),
  }
}

export function openMessage({ headline, text, nome }: Message): Scene {
  const title = element('h1', 'palavra palavra-3', headline)
  const section = element('section', { class: 'veredito recado', role: 'alert' }, title)
  if (nome) section.append(element('p', `nome ${nameStep(nome)} menor`, nome))
  section.append(element('p', 'fazer', text))
  return { kind: 'veredito', title: headline, main: element('main', 'palco', section), isReading: () => true }
}

const STEPS: Record<Announcement['kind'], string> = {
  entrar: 'palavra',
  'ja-entrou': 'palavra palavra-2',
  'link-antigo': 'palavra palavra-2',
  cancelado: 'palavra palavra-3',
  'fora-da-lista': 'palavra palavra-3',
}

/** Two lines, read aloud as one. */
function headlineOf({ kind, headline, world }: Announcement): HTMLElement {
  // The conditional is longer.
  const isReal = world === 'real'
  const step = !isReal ? `palavra ${kind === 'entrar' ? 'palavra-3' : 'palavra-4'}` : STEPS[kind]
  const title = element('h1', step)
  if (!isReal) title.append(screenReaderOnly(`${WORLDS[world].name}: `))
  headline.forEach((text, at) => {
    if (at > 0) title.append(' ')
    title.append(element('span', kind === 'cancelado' && isReal && at === 0 ? 'menor' : '', text))
  })
  return title
}

/** The verdict of a reading. It fills the screen, and a screen reader reads it aloud at once. */
function verdictSection(announcement: Announcement): HTMLElement {
  const { field, kind, world, when, nome, nomes, mesa, typedCode, advice } = announcement
  const size = kind === 'entrar' ? '' : ' menor'
  // A rehearsal's frame leaves less room.
  const step = nameStep(nome, world === 'real' ? 1 : 3)
  const below = [
    when && element('p', 'quando', when),
    nome && named('p', `nome ${step}${size}`, nome),
    nomes.length > 0 && element('ul', 'nomes', ...nomes.map((each) => named('li', '', each))),
    mesa && tableOf(announcement),
    typedCode && element('p', 'codigo-lido', screenReaderOnly('Código lido: '), typedCode),
    advice && element('p', 'fazer', advice),
  ]
  return element(
    'section',
    { class: `veredito ${field}`, role: 'alert' },
    shape(announcement.shape),
    headlineOf(announcement),
    ...below.filter((part) => part instanceof Node),
  )
}

/** The table: its number, if it has one, with the company below it. */
function tableOf({ mesa, numero }: Announcement): HTMLElement {
  const word = element('small', '', 'MESA')
  if (numero === '') return element('p', 'mesa', word, ' ', mesa)
  return element('p', 'mesa numerada', word, ' ', element('b', '', numero), ' ', element('span', '', mesa))
}

/** A touch this early was meant for the previous screen, and so for another guest. */
const FRESH_MILLISECONDS = 600

/**
 * The buttons below a verdict. Changing who is inside takes two touches in two places: NÃO is where the
 * finger is, SIM above it. A screen that has just appeared accepts none. NÃO has the keyboard focus, so a key
 * held down says no.
 * @param resized called when the question appears or disappears, which changes the height
 */
function openSecondTouch(section: HTMLElement, resized: () => void) {
  const since = performance.now()
  const row = element('div', 'acoes')
  let isAsking = false
  const ask = (yes: HTMLElement[], from: HTMLElement, isByKey: boolean) => {
    const buttons = [...row.children]
    const no = button('agir vazado', 'Não', () => {
      isAsking = false
      const hadFocus = no === document.activeElement
      for (const each of yes) each.remove()
      row.replaceChildren(...buttons)
      section.classList.remove('perguntando')
      if (hadFocus) from.focus()
      resized()
    })
    isAsking = true
    section.classList.add('perguntando')
    row.before(...yes)
    row.replaceChildren(no)
    if (isByKey) no.focus()
    resized()
  }
  return {
    /** Shows the screen's buttons, skipping those that are null. */
    hold(buttons: (HTMLElement | null)[]) {
      row.replaceChildren(...buttons.filter((each) => each !== null))
      if (row.childElementCount > 0) section.append(row)
    },
    /** A button that asks once more before it acts. @param choices of less than all of it */
    buttonOf(text: string, act: () => void, choices: HTMLElement[] = []) {
      const yes = button('agir certeza', `Sim, ${text.charAt(0).toLowerCase()}${text.slice(1)}`, act)
      const asked = choices.length > 0 ? [element('div', 'acoes um-so', ...choices), yes] : [yes]
      const made: HTMLButtonElement = button('agir vazado', text, ({ detail }) => {
        const isByKey = detail === 0
        if (isByKey || performance.now() - since >= FRESH_MILLISECONDS) ask(asked, made, isByKey)
      })
      return made
    },
    isAsking: () => isAsking,
  }
}

const TIGHT = ['aperto-1', 'aperto-2', 'aperto-3', 'aperto-4']

/** Shrinks a verdict step by step until it is fully in view: nobody scrolls at the door. */
export function fitVerdict(main: HTMLElement): void {
  const section = main.querySelector('.veredito')
  if (!section) return
  section.classList.remove(...TIGHT)
  for (const step of TIGHT) {
    if (main.scrollHeight <= main.clientHeight) return
    section.classList.add(step)
  }
}
