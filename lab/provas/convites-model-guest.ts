import type { Act } from './convites-draw.ts'
import { keptOf, type Rule, type State } from './convites-model.ts'

export function withdraw(
  { guests, isInside, add }: State,
  { id, mesa, isClosed, isOfGuardada }: Extract<Act, { kind: 'withdraw' }>,
  by: number,
): Rule {
  const guest = guests.get(id)
  if (!guest) return { answer: { kind: 'credencial-not-found' } }
  const kept = keptOf(guest)
  if (guest.out && mesa !== null && kept?.mesa === mesa) {
    const { out } = guest
    if (isClosed) return { answer: { kind: 'closed' } }
    return {
      answer: { kind: 'withdrawn', empresaid: mesa },
      line: { ato: 'liberou', quem: 'mesa', alvo: id, detalhe: mesa },
      change() {
        guests.set(id, { ...guest, out: { ...out, isKept: false } })
        add(mesa, -1)
      },
    }
  }
  if (isOfGuardada) return { answer: { kind: 'not-kept' } }
  if (guest.out) return { answer: { kind: 'already-withdrawn' } }
  const from = guest.paid?.mesa ?? null
  if (mesa !== null && from !== mesa) return { answer: { kind: 'credencial-not-found' } }
  if (isInside(id, by)) return { answer: { kind: 'inside' } }
  if (mesa !== null && isClosed) return { answer: { kind: 'closed' } }
  const isKept = mesa === null && from !== null && !isClosed
  const [ato, quem] = mesa === null ? ['desistiu', 'convidado'] : ['liberou', 'mesa']
  return {
    answer: { kind: 'withdrawn', empresaid: from },
    line: { ato, quem, alvo: id, detalhe: from ?? '' },
    change() {
      guests.set(id, { ...guest, paid: null, out: { byTable: mesa !== null, paid: guest.paid, isKept } })
      if (from !== null && !isKept) add(from, -1)
    },
  }
}

export function undo(
  { guests, convites, leftFor, add }: State,
  { id, reservaid, isClosed }: Extract<Act, { kind: 'undo' }>,
): Rule {
  const guest = guests.get(id)
  const refuse = (kind: string): Rule => ({ answer: { kind }, takes: false })
  if (!guest?.out) return refuse('not-withdrawn')
  if (guest.out.byTable) return refuse('by-table')
  if (isClosed) return refuse('closed')
  const was = guest.out.paid
  if (was && leftFor(guest, was.mesa) === 0) return refuse('limit-reached')
  return {
    answer: { kind: 'returned', empresaid: was?.mesa ?? null },
    line: { ato: 'voltou', alvo: id, detalhe: was?.mesa ?? '', quem: 'convidado' },
    takes: was !== null,
    change() {
      guests.set(id, { ...guest, out: null, paid: was && { mesa: was.mesa, reservaid } })
      if (!was) return
      if (!keptOf(guest)) add(was.mesa, 1)
      for (const [codigo, convite] of convites.entries())
        if (convite.reservaid === was.reservaid) convites.set(codigo, { ...convite, reservaid })
    },
  }
}

export function move(
  { guests, leftFor, add }: State,
  { id, mesa, reservaid }: Extract<Act, { kind: 'move' }>,
): Rule {
  const guest = guests.get(id)
  const refuse = (kind: string): Rule => ({ answer: { kind }, takes: false })
  if (!guest) return refuse('credencial-not-found')
  const from = guest.paid?.mesa ?? null
  if (from === mesa && guest.out === null) return refuse('already-there')
  if (mesa !== null && leftFor(guest, mesa) === 0) return refuse('limit-reached')
  return {
    ...(from === mesa
      ? { answer: { kind: 'confirmed' }, line: { ato: 'voltou', alvo: id } }
      : {
          answer: { kind: 'moved', from },
          line: { ato: 'mudou-de-empresa', alvo: id, detalhe: `${from ?? '-'} ${mesa ?? '-'}` },
        }),
    takes: mesa !== null,
    change() {
      guests.set(id, { ...guest, out: null, paid: mesa === null ? null : { mesa, reservaid } })
      const left = from ?? keptOf(guest)?.mesa ?? null
      if (left !== null) add(left, -1)
      if (mesa !== null) add(mesa, 1)
    },
  }
}

export function remove(
  { guests, byPessoa, convites, copies, entradas, orphans, add }: State,
  { id, isReturned }: Extract<Act, { kind: 'remove' }>,
): Rule {
  const guest = guests.get(id)
  if (!guest) return { answer: { kind: 'credencial-not-found' } }
  const returned = keptOf(guest)?.mesa ?? (isReturned ? (guest.paid?.mesa ?? null) : null)
  return {
    answer: { kind: 'removed', returned },
    line: { ato: 'excluiu', alvo: id, detalhe: returned ?? '' },
    change() {
      guests.delete(id)
      for (const { id: fact } of entradas.get(id) ?? []) copies.set(`${fact}~`, true)
      byPessoa.delete(guest.pessoa)
      for (const [codigo, convite] of convites.entries())
        if (convite.by === id) convites.set(codigo, { ...convite, rotulo: '' })
      if (returned !== null) add(returned, -1)
      else if (guest.paid) orphans.set(guest.paid.reservaid, id)
    },
  }
}

export function admit(
  { guests, facts, copies, entradas }: State,
  { id, entradaid, anula }: Extract<Act, { kind: 'admit' }>,
  to: number,
): Rule {
  if (facts.get(entradaid)) return { answer: { added: 0 } }
  return {
    answer: { added: 1 },
    line: { id: entradaid, ato: anula === null ? 'admitiu' : 'anulou', alvo: id, detalhe: anula ?? '' },
    change() {
      facts.set(entradaid, true)
      if (!guests.get(id)) copies.set(`${entradaid}~`, true)
      entradas.set(id, [...(entradas.get(id) ?? []), { id: entradaid, anula, to }])
    },
  }
}
