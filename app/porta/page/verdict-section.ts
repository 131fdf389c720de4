import { sinal } from './drawings.ts'
import type { Dito } from './announcement.ts'
import { element, oculto } from './element.ts'
import { nomeStep } from './name-step.ts'

const STEPS: Record<Dito['kind'], string> = {
  ...{ entrar: 'palavra', 'ja-entrou': 'palavra palavra-2', 'link-antigo': 'palavra palavra-2' },
  ...{ cancelado: 'palavra palavra-3', 'fora-da-lista': 'palavra palavra-3' },
}

/** Two lines, read as one. */
function palavraOf({ kind, palavra, isEnsaio }: Dito): HTMLElement {
  // The conditional is longer.
  const step = isEnsaio ? `palavra ${kind === 'entrar' ? 'palavra-3' : 'palavra-4'}` : STEPS[kind]
  const title = element('h1', step)
  if (isEnsaio) title.append(oculto('Ensaio: '))
  palavra.forEach((text, at) => {
    if (at > 0) title.append(' ')
    title.append(element('span', kind === 'cancelado' && !isEnsaio && at === 0 ? 'menor' : '', text))
  })
  return title
}

/** The verdict of a reading, which fills the screen; told at once to whoever does not see it. */
export function verdictOf(dito: Dito, ...acts: HTMLElement[]): HTMLElement {
  const section = element('section', `veredito ${dito.field}`, sinal(dito.sinal), palavraOf(dito))
  section.setAttribute('role', 'alert')
  if (dito.quando) section.append(element('p', 'quando', dito.quando))
  if (dito.nome) {
    const size = dito.kind === 'entrar' ? '' : ' menor'
    // Beside the frame of a rehearsal there is less room.
    const step = nomeStep(dito.nome, dito.isEnsaio ? 3 : 1)
    const nome = element('p', `nome ${step}${size}`, dito.nome)
    nome.dir = 'auto'
    section.append(nome)
  }
  if (dito.mesa) section.append(element('p', 'mesa', element('small', '', 'MESA'), ' ', dito.mesa))
  if (dito.lido) section.append(element('p', 'codigo-lido', oculto('Código lido: '), dito.lido))
  if (dito.fazer) section.append(element('p', 'fazer', dito.fazer))
  if (acts.length > 0) section.append(element('div', 'acoes', ...acts))
  return section
}

/** Draws a message that is no verdict and is read aloud too. */
export function recadoOf(palavra: string, texto: string, nome = ''): HTMLElement {
  const section = element('section', 'veredito recado', element('h1', 'palavra palavra-3', palavra))
  section.setAttribute('role', 'alert')
  if (nome) section.append(element('p', `nome ${nomeStep(nome)} menor`, nome))
  section.append(element('p', 'fazer', texto))
  return section
}
