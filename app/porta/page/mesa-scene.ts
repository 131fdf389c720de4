import { shape, type Scene, button, element, setText } from './element.ts'
import type { Candidate, Convidado, World } from '../shown.ts'
import { ACTS } from './verdict-looks.ts'
import { choiceOf, convidadoRowOf, whereaboutsText } from './search-scene.ts'

interface MesaTouches {
  justRead: Convidado
  world: World
  others: () => Candidate[]
  admit: (ids: string[]) => void
}

const wordsOf = (isReal: boolean) =>
  !isReal
    ? {
        sign: 'hollow-disc' as const,
        entered: 'teriam entrado',
        outside: 'ainda estaria fora',
        justRead: 'lido agora: entraria',
      }
    : {
        sign: 'disc' as const,
        entered: 'já entraram',
        outside: 'ainda não entrou',
        justRead: 'lido agora: já entrou',
      }

/** The table of a guest who was just admitted: the others who came along are ticked, one button admits them. */
export function openMesa({ justRead, world, others, admit }: MesaTouches): Scene {
  const isReal = world === 'real'
  const words = wordsOf(isReal)
  const ticked = new Set<string>()
  const told = element('p', '')
  const rows = element('ul', 'linhas folga')
  const text = element('span', '')
  const go = button('agir', [shape(words.sign), text], () => {
    if (ticked.size > 0) admit([...ticked])
  })
  const footer = element('section', 'confirma', go)
  footer.setAttribute('aria-label', 'Confirmar')
  const count = () => {
    const { size } = ticked
    setText(
      text,
      size === 0 ? 'NINGUÉM MARCADO' : `${ACTS[world]} ${size} ${size === 1 ? 'PESSOA' : 'PESSOAS'}`,
    )
    if (size > 0) go.removeAttribute('aria-disabled')
    else go.setAttribute('aria-disabled', 'true')
  }
  const rowOf = (candidate: Candidate) => {
    const id = candidate.convidado.credencialid
    const box = choiceOf('checkbox', id, ticked.has(id))
    const row = convidadoRowOf(candidate, [], box, whereaboutsText(candidate, isReal) || words.outside)
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
    for (const { convidado, whereabouts } of all)
      if (whereabouts.kind !== 'outside') ticked.delete(convidado.credencialid)
    const inside = all.filter(({ whereabouts }) => whereabouts.kind === 'inside').length + 1
    const coming = all.filter(({ whereabouts }) => whereabouts.kind !== 'cancelled').length + 1
    setText(told, `${inside} de ${coming} ${words.entered}. Marque quem veio junto.`)
    const first: Candidate = {
      convidado: justRead,
      whereabouts: { kind: 'inside', entradaid: '', em: 0, by: '' },
    }
    const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement.value : ''
    const isFirst = convidadoRowOf(first, [], choiceOf('checkbox', '', true), words.justRead)
    rows.replaceChildren(isFirst, ...all.map(rowOf))
    ;[...rows.querySelectorAll('input')].find(({ value }) => value === focused)?.focus()
    count()
  }
  draw()
  const title = element('h1', '', justRead.mesa)
  const main = element(
    'main',
    'folha',
    element('p', 'sobre', `Mesa ${justRead.numero}`.trim()),
    title,
    told,
    rows,
  )
  return { kind: 'mesa', title: 'Mesa', main, footer, isReading: () => ticked.size === 0, update: draw }
}
