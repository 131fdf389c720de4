import type { Act } from './acts.ts'
import { keptOf, type Fact, type Rule, type State } from './state.ts'

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

export function correct(
  { guests, byPessoa }: State,
  { id, pessoa }: Extract<Act, { kind: 'correct' }>,
): Rule {
  const guest = guests.get(id)
  if (!guest) return { answer: { kind: 'credencial-not-found' } }
  const owner = byPessoa.get(pessoa)
  if (owner !== undefined && owner !== id) return { answer: { kind: 'already-taken', by: owner } }
  const detalhe = guest.pessoa === pessoa ? '' : 'nome telefone email'
  return {
    answer: { kind: 'corrected' },
    line: { ato: 'corrigiu', alvo: id, detalhe },
    change() {
      byPessoa.delete(guest.pessoa)
      byPessoa.set(pessoa, id)
      guests.set(id, { ...guest, pessoa })
    },
  }
}

export function renew({ guests }: State, { id }: Extract<Act, { kind: 'renew' }>): Rule {
  const guest = guests.get(id)
  if (!guest) return { answer: { versao: null } }
  const versao = guest.versao + 1
  return {
    answer: { versao },
    line: { ato: 'renovou-link', alvo: id },
    change: () => guests.set(id, { ...guest, versao }),
  }
}

/** The guest comes when either does; the place is the kept one's, or else the other's, and the rest goes back. */
export function merge(
  { guests, byPessoa, convites, copies, entradas, mergedInto, add }: State,
  { id, other: gone, isSamePerson }: Extract<Act, { kind: 'merge' }>,
): Rule {
  const [kept, other] = [guests.get(id), guests.get(gone)]
  if (!kept || !other || id === gone) return { answer: { kind: 'credencial-not-found' } }
  const isBack = kept.out !== null && other.out === null
  const taken = kept.paid ? null : other.paid
  const given = [kept.paid && other.paid, keptOf(other), isBack ? keptOf(kept) : null].flatMap((paid) =>
    paid ? [paid.mesa] : [],
  )
  const [returned = null] = given
  const elo = isSamePerson ? `/${other.versao}/${kept.versao}` : ''
  return {
    answer: { kind: 'merged', returned },
    line: { ato: 'juntou', alvo: id, detalhe: `${gone} ${returned ?? '-'}${elo}` },
    change() {
      guests.delete(gone)
      byPessoa.delete(other.pessoa)
      mergedInto.set(gone, id)
      guests.set(id, { ...kept, paid: kept.paid ?? taken, out: isBack ? null : kept.out })
      for (const mesa of given) add(mesa, -1)
      for (const [codigo, convite] of convites.entries()) {
        if (convite.by !== gone) continue
        const isTaken = convite.reservaid === taken?.reservaid
        convites.set(codigo, { ...convite, ...(isTaken ? { by: id } : { rotulo: '' }) })
      }
      const followed = (entradas.get(gone) ?? []).map((fact) => copyFor(id, fact))
      for (const fact of followed) copies.set(fact.id, true)
      entradas.set(id, [...(entradas.get(id) ?? []), ...followed])
    },
  }
}

const copyFor = (kept: string, { id, anula, to }: Fact): Fact => {
  return { id: `${id}~${kept}`, anula: anula === null ? null : `${anula}~${kept}`, to }
}

/** An admission follows whom it names into whom they were merged, however often, and off the list where nobody is left. */
export function admit(
  { guests, facts, copies, entradas, mergedInto }: State,
  { id, entradaid, anula }: Extract<Act, { kind: 'admit' }>,
  to: number,
): Rule {
  if (facts.get(entradaid)) return { answer: { added: 0 } }
  return {
    answer: { added: 1 },
    line: { id: entradaid, ato: anula === null ? 'admitiu' : 'anulou', alvo: id, detalhe: anula ?? '' },
    change() {
      facts.set(entradaid, true)
      let fact = { id: entradaid, anula, to }
      for (let alvo: string | undefined = id; alvo !== undefined;) {
        entradas.set(alvo, [...(entradas.get(alvo) ?? []), fact])
        if (guests.get(alvo)) return
        alvo = mergedInto.get(alvo)
        fact = copyFor(alvo ?? '', fact)
        copies.set(fact.id, true)
      }
    },
  }
}
