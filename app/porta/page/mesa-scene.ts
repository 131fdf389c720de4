import { shape, type Scene, button, element, mark, setText } from './element.ts'
import type { Candidate, Convidado, World } from '../shown.ts'
import { WORLDS } from './verdict-looks.ts'
import { choiceOf, convidadoRowOf, keepingFocus, whereaboutsText } from './search-scene.ts'

interface MesaTouches {
  justRead: Convidado
  world: World
  others: () => Candidate[]
  admit: (ids: string[]) => void
}

/**
 * The table of a guest who was just admitted. The others who came along are ticked; one button admits them.
 */
export function openMesa({ justRead, world, others, admit }: MesaTouches): Scene {
  const { act, disc, ofMesa } = WORLDS[world]
  const ticked = new Set<string>()
  const count = element('p', '')
  const rows = element('ul', 'linhas folga')
  const text = element('span', '')
  const go = button('agir', [shape(disc), text], () => {
    if (ticked.size > 0) admit([...ticked])
  })
  const footer = element('section', { class: 'confirma', 'aria-label': 'Confirmar' }, go)
  const drawButton = () => {
    const { size } = ticked
    setText(text, size === 0 ? 'Ninguém marcado' : `${act}: ${size} ${size === 1 ? 'pessoa' : 'pessoas'}`)
    mark(go, 'aria-disabled', size === 0 ? 'true' : null)
  }
  const rowOf = (candidate: Candidate) => {
    const id = candidate.convidado.credencialid
    const box = choiceOf('checkbox', id, ticked.has(id))
    const row = convidadoRowOf(candidate, [], box, whereaboutsText(candidate, world) || ofMesa.outside)
    box.addEventListener('change', () => {
      if (box.checked) ticked.add(id)
      else ticked.delete(id)
      box.closest('label')?.classList.toggle('escolhida', box.checked)
      drawButton()
    })
    row.firstElementChild?.classList.toggle('escolhida', box.checked)
    return row
  }
  let drawn = ''
  const draw = () => {
    const all = others()
    const now = JSON.stringify(all)
    if (now === drawn) return
    drawn = now
    // A guest who entered elsewhere meanwhile is not admitted here again.
    for (const { convidado, whereabouts } of all)
      if (whereabouts.kind !== 'outside') ticked.delete(convidado.credencialid)
    const inside = all.filter(({ whereabouts }) => whereabouts.kind === 'inside').length + 1
    const coming = all.filter(({ whereabouts }) => whereabouts.kind !== 'cancelled').length + 1
    setText(count, `${inside} de ${coming} ${ofMesa.inside}. Marque quem veio junto.`)
    const whereabouts = { kind: 'inside', entradaid: '', em: 0, by: '' } as const
    const first = { convidado: justRead, whereabouts }
    const firstRow = convidadoRowOf(first, [], choiceOf('checkbox', '', true), ofMesa.justRead)
    keepingFocus(rows, () => rows.replaceChildren(firstRow, ...all.map(rowOf)))
    drawButton()
  }
  draw()
  const kicker = element('p', 'sobre', `Mesa ${justRead.numero}`.trim())
  const main = element('main', 'folha', kicker, element('h1', '', justRead.mesa), count, rows)
  return { kind: 'mesa', title: 'Mesa', main, footer, isReading: () => ticked.size === 0, update: draw }
}
