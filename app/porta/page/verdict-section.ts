import { shape } from './drawings.ts'
import type { Announcement } from './announcement.ts'
import { element, screenReaderOnly } from './element.ts'
import { nameStep } from './name-step.ts'

const STEPS: Record<Announcement['kind'], string> = {
  ...{ entrar: 'palavra', 'ja-entrou': 'palavra palavra-2', 'link-antigo': 'palavra palavra-2' },
  ...{ cancelado: 'palavra palavra-3', 'fora-da-lista': 'palavra palavra-3' },
}

/** Two lines, read as one. */
function headlineOf({ kind, headline, isEnsaio }: Announcement): HTMLElement {
  // The conditional is longer.
  const step = isEnsaio ? `palavra ${kind === 'entrar' ? 'palavra-3' : 'palavra-4'}` : STEPS[kind]
  const title = element('h1', step)
  if (isEnsaio) title.append(screenReaderOnly('Ensaio: '))
  headline.forEach((text, at) => {
    if (at > 0) title.append(' ')
    title.append(element('span', kind === 'cancelado' && !isEnsaio && at === 0 ? 'menor' : '', text))
  })
  return title
}

/** The verdict of a reading, which fills the screen; told at once to whoever does not see it. */
export function verdictSection(announcement: Announcement, ...acts: HTMLElement[]): HTMLElement {
  const section = element(
    'section',
    `veredito ${announcement.field}`,
    shape(announcement.shape),
    headlineOf(announcement),
  )
  section.setAttribute('role', 'alert')
  if (announcement.when) section.append(element('p', 'quando', announcement.when))
  if (announcement.nome) {
    const size = announcement.kind === 'entrar' ? '' : ' menor'
    // Beside the frame of a rehearsal there is less room.
    const step = nameStep(announcement.nome, announcement.isEnsaio ? 3 : 1)
    const nome = element('p', `nome ${step}${size}`, announcement.nome)
    nome.dir = 'auto'
    section.append(nome)
  }
  if (announcement.mesa)
    section.append(element('p', 'mesa', element('small', '', 'MESA'), ' ', announcement.mesa))
  if (announcement.typedCode)
    section.append(element('p', 'codigo-lido', screenReaderOnly('Código lido: '), announcement.typedCode))
  if (announcement.advice) section.append(element('p', 'fazer', announcement.advice))
  if (acts.length > 0) section.append(element('div', 'acoes', ...acts))
  return section
}

/** Draws a message that is no verdict and is read aloud too. */
export function messageSection(headline: string, text: string, nome = ''): HTMLElement {
  const section = element('section', 'veredito recado', element('h1', 'palavra palavra-3', headline))
  section.setAttribute('role', 'alert')
  if (nome) section.append(element('p', `nome ${nameStep(nome)} menor`, nome))
  section.append(element('p', 'fazer', text))
  return section
}
