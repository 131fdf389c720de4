import { sinal } from './drawings.ts'
import type { Achado, Convidado } from '../shown.ts'
import type { Cena } from './scene.ts'
import { button, element, setText } from './element.ts'
import { choiceOf, linhaOf, ondeOf } from './guest-row.ts'

interface Mesa {
  lido: Convidado
  isEnsaio: boolean
  others: () => Achado[]
  admit: (ids: string[]) => void
}

/** What is said of a table; in a rehearsal in the conditional. */
const falasOf = (isEnsaio: boolean) =>
  isEnsaio
    ? {
        ...{ sign: 'disco-vazio' as const, ato: 'ENSAIAR', entraram: 'teriam entrado' },
        ...{ fora: 'ainda estaria fora', lido: 'lido agora: entraria' },
      }
    : {
        ...{ sign: 'disco' as const, ato: 'ADMITIR', entraram: 'já entraram' },
        ...{ fora: 'ainda não entrou', lido: 'lido agora: já entrou' },
      }

/** The table of a guest who was just admitted: the others who came along are ticked, one button admits them. */
export function openMesa({ lido, isEnsaio, others, admit }: Mesa): Cena {
  const falas = falasOf(isEnsaio)
  const ticked = new Set<string>()
  const told = element('p', '')
  const rows = element('ul', 'linhas folga')
  const text = element('span', '')
  const go = button('agir', [sinal(falas.sign), text], () => {
    if (ticked.size > 0) admit([...ticked])
  })
  const confirma = element('section', 'confirma', go)
  confirma.setAttribute('aria-label', 'Confirmar')
  const count = () => {
    const { size } = ticked
    setText(
      text,
      size === 0 ? 'NINGUÉM MARCADO' : `${falas.ato} ${size} ${size === 1 ? 'PESSOA' : 'PESSOAS'}`,
    )
    if (size > 0) go.removeAttribute('aria-disabled')
    else go.setAttribute('aria-disabled', 'true')
  }
  const rowOf = (achado: Achado) => {
    const id = achado.convidado.credencialid
    const box = choiceOf('checkbox', id, ticked.has(id))
    const row = linhaOf(achado, '', box, ondeOf(achado, isEnsaio) || falas.fora)
    const mark = () => {
      if (box.checked) ticked.add(id)
      else ticked.delete(id)
      box.closest('label')?.classList.toggle('escolhida', box.checked)
      count()
    }
    box.addEventListener('change', mark)
    if (box.checked) row.firstElementChild?.classList.add('escolhida')
    return row
  }
  let drawn = ''
  const draw = () => {
    const all = others()
    const now = JSON.stringify(all)
    if (now === drawn) return
    drawn = now
    // Whoever entered elsewhere meanwhile is no longer to be admitted here.
    for (const { convidado, presenca } of all)
      if (presenca.kind !== 'fora') ticked.delete(convidado.credencialid)
    const inside = all.filter(({ presenca }) => presenca.kind === 'dentro').length + 1
    const coming = all.filter(({ presenca }) => presenca.kind !== 'cancelado').length + 1
    setText(told, `${inside} de ${coming} ${falas.entraram}. Marque quem veio junto.`)
    const first: Achado = { convidado: lido, presenca: { kind: 'dentro', entradaid: '', em: 0, por: '' } }
    const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement.value : ''
    const isFirst = linhaOf(first, '', choiceOf('checkbox', '', true), falas.lido)
    rows.replaceChildren(isFirst, ...all.map(rowOf))
    ;[...rows.querySelectorAll('input')].find(({ value }) => value === focused)?.focus()
    count()
  }
  draw()
  const title = element('h1', '', lido.mesa)
  const main = element('main', 'folha', element('p', 'sobre', 'Mesa'), title, told, rows)
  return { modo: 'mesa', title: 'Mesa', main, confirma, isReading: () => ticked.size === 0, update: draw }
}
