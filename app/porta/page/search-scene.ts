import { sinal } from './drawings.ts'
import { foldText } from '../../../server/domain/text.ts'
import { LETTERS_MIN, RESULTS_MAX } from '../search.ts'
import type { Achado } from '../shown.ts'
import type { Cena } from './scene.ts'
import { button, element, setText } from './element.ts'
import { anywayOf } from './announcement.ts'
import { choiceOf, linhaOf, ondeOf } from './guest-row.ts'

interface Busca {
  /** Several guests of one code, to choose from: found before anything is typed. */
  isFixed: boolean
  isEnsaio: boolean
  search(typed: string): Achado[]
  /** When the list was renewed. */
  lista(): string
  admit(credencialid: string): void
  /** Of somebody who was not found. */
  admitNamed(nome: string): void
}

/** How many were found, or what to type. */
export function achadosText(count: number, letters: number, lista: string): string {
  if (letters < LETTERS_MIN) return 'Nome, mesa ou os 4 últimos números do celular.'
  if (count === 0) return `Ninguém assim na lista de ${lista}.`
  if (count === RESULTS_MAX) return `As ${RESULTS_MAX} primeiras pessoas. Digite mais para achar outras.`
  return `${count} ${count === 1 ? 'pessoa' : 'pessoas'}, na lista de ${lista}`
}

/** Search by name: choosing a row is not admitting, the button below is. */
export function openBusca(acts: Busca): Cena {
  const { isEnsaio } = acts
  const campo = element('input', 'campo')
  Object.assign(campo, { id: 'nome', type: 'search', autocomplete: 'off', spellcheck: false, maxLength: 120 })
  campo.setAttribute('enterkeyhint', 'search')
  campo.setAttribute('aria-describedby', 'achados')
  const label = element('label', '', `Nome, a partir de ${LETTERS_MIN} letras`)
  label.htmlFor = campo.id
  const status = element('p', 'nota entre')
  status.id = 'achados'
  status.setAttribute('role', 'status')
  const rows = element('ul', 'linhas')
  const confirma = element('section', 'confirma')
  confirma.setAttribute('aria-label', 'Confirmar')
  let chosen = ''
  let drawn = ''

  const confirm = (achados: Achado[], letters: number) => {
    const one = achados.find(
      ({ convidado, presenca }) => convidado.credencialid === chosen && presenca.kind === 'fora',
    )
    const nome = campo.value.trim()
    confirma.hidden = !one && (achados.length > 0 || letters < LETTERS_MIN)
    if (one) {
      const { credencialid, nome: chosenNome } = one.convidado
      const [sign, act] = isEnsaio ? (['disco-vazio', 'ENSAIAR '] as const) : (['disco', 'ADMITIR '] as const)
      const text = element('span', '', act, element('small', '', chosenNome))
      confirma.replaceChildren(button('agir', [sinal(sign), text], () => acts.admit(credencialid)))
    } else if (!confirma.hidden) {
      const text = element('span', '', `${anywayOf(isEnsaio).botao} `, element('small', '', nome))
      confirma.replaceChildren(
        element('p', 'nota', 'Leve à organização. Se ela deixar entrar, anote o nome completo:'),
        button('agir vazado', [text], () => acts.admitNamed(nome)),
      )
    }
  }
  const draw = () => {
    const achados = acts.search(campo.value)
    const letters = foldText(campo.value).replace(/ /g, '').length
    const isFixed = acts.isFixed && campo.value === ''
    const text = achadosText(achados.length, letters, acts.lista())
    setText(status, isFixed ? 'Este código é de mais de uma pessoa: escolha pelo nome.' : text)
    const now = JSON.stringify([campo.value, chosen, achados])
    // Each sync tells of a change: what is under a finger moves only where there is one.
    if (now === drawn) return
    drawn = now
    const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement.value : ''
    rows.replaceChildren(
      ...achados.map((achado) => {
        const { credencialid, mesa, finais } = achado.convidado
        const radio = choiceOf('radio', credencialid, credencialid === chosen)
        radio.addEventListener('change', () => {
          chosen = credencialid
          draw()
        })
        const final = element('span', 'final', `final ${finais}`)
        const onde = ondeOf(achado, isEnsaio)
        const told = [mesa, mesa && finais && (onde ? ', ' : element('br', '')), finais && final]
        const after = onde ? [element('br', ''), onde] : []
        const row = linhaOf(achado, campo.value, radio, ...told, ...after)
        row.firstElementChild?.classList.toggle('escolhida', radio.checked)
        return row
      }),
    )
    const again = [...rows.querySelectorAll('input')].find(({ value }) => value === focused)
    if (document.activeElement !== campo) again?.focus()
    confirm(achados, letters)
  }
  campo.addEventListener('input', draw)
  draw()
  const main = element(
    'main',
    'folha',
    element('h1', 'oculto', 'Busca pelo nome'),
    label,
    campo,
    status,
    rows,
  )
  return { modo: 'busca', title: 'Busca', main, confirma, foco: campo, isReading: () => false, update: draw }
}
