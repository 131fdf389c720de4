import type { Act } from './acts.ts'
import { keptOf, type Fact, type Rule, type State } from './state.ts'

export function withdraw(
  { convidados, isInside, add }: State,
  { id, mesa, isClosed, isOfGuardada }: Extract<Act, { kind: 'withdraw' }>,
  by: number,
): Rule {
  const convidado = convidados.get(id)
  if (!convidado) return { answer: { kind: 'credencial-not-found' } }
  const kept = keptOf(convidado)
  if (convidado.out && mesa !== null && kept?.mesa === mesa) {
    const { out } = convidado
    if (isClosed) return { answer: { kind: 'closed' } }
    return {
      answer: { kind: 'withdrawn', empresaid: mesa },
      line: { ato: 'liberou', quem: 'mesa', alvo: id, detalhe: mesa },
      change() {
        convidados.set(id, { ...convidado, out: { ...out, isKept: false } })
        add(mesa, -1)
      },
    }
  }
  if (isOfGuardada) return { answer: { kind: 'not-kept' } }
  if (convidado.out) return { answer: { kind: 'already-withdrawn' } }
  const from = convidado.paid?.mesa ?? null
  if (mesa !== null && from !== mesa) return { answer: { kind: 'credencial-not-found' } }
  if (isInside(id, by)) return { answer: { kind: 'inside' } }
  if (mesa !== null && isClosed) return { answer: { kind: 'closed' } }
  const isKept = mesa === null && from !== null && !isClosed
  const [ato, quem] = mesa === null ? ['desistiu', 'convidado'] : ['liberou', 'mesa']
  return {
    answer: { kind: 'withdrawn', empresaid: from },
    line: { ato, quem, alvo: id, detalhe: from ?? '' },
    change() {
      convidados.set(id, {
        ...convidado,
        paid: null,
        out: { byTable: mesa !== null, paid: convidado.paid, isKept },
      })
      if (from !== null && !isKept) add(from, -1)
    },
  }
}

export function undo(
  { convidados, leftFor, add }: State,
  { id, isClosed }: Extract<Act, { kind: 'undo' }>,
): Rule {
  const convidado = convidados.get(id)
  const refuse = (kind: string): Rule => ({ answer: { kind } })
  if (!convidado?.out) return refuse('not-withdrawn')
  if (convidado.out.byTable) return refuse('by-table')
  if (isClosed) return refuse('closed')
  const was = convidado.out.paid
  if (was && leftFor(convidado, was.mesa) === 0) return refuse('limit-reached')
  return {
    answer: { kind: 'returned', empresaid: was?.mesa ?? null },
    line: { ato: 'voltou', alvo: id, detalhe: was?.mesa ?? '', quem: 'convidado' },
    change() {
      convidados.set(id, { ...convidado, out: null, paid: was })
      if (was && !keptOf(convidado)) add(was.mesa, 1)
    },
  }
}

export function move(
  { convidados, leftFor, add }: State,
  { id, mesa, reservaid }: Extract<Act, { kind: 'move' }>,
): Rule {
  const convidado = convidados.get(id)
  const refuse = (kind: string): Rule => ({ answer: { kind }, takes: false })
  if (!convidado) return refuse('credencial-not-found')
  const from = convidado.paid?.mesa ?? null
  if (from === mesa && convidado.out === null) return refuse('already-there')
  if (mesa !== null && leftFor(convidado, mesa) === 0) return refuse('limit-reached')
  return {
    ...(from === mesa
      ? { answer: { kind: 'confirmed' }, line: { ato: 'voltou', alvo: id } }
      : {
          answer: { kind: 'moved', from, isConfirmed: convidado.out !== null },
          line: { ato: 'mudou-de-empresa', alvo: id, detalhe: `${from ?? '-'} ${mesa ?? '-'}` },
        }),
    takes: mesa !== null,
    change() {
      convidados.set(id, { ...convidado, out: null, paid: mesa === null ? null : { mesa, reservaid } })
      const left = from ?? keptOf(convidado)?.mesa ?? null
      if (left !== null) add(left, -1)
      if (mesa !== null) add(mesa, 1)
    },
  }
}

export function remove(
  { convidados, byPessoa, convites, copies, entradas, orphans, add }: State,
  { id, isReturned }: Extract<Act, { kind: 'remove' }>,
): Rule {
  const convidado = convidados.get(id)
  if (!convidado) return { answer: { kind: 'credencial-not-found' } }
  const returned = keptOf(convidado)?.mesa ?? (isReturned ? (convidado.paid?.mesa ?? null) : null)
  return {
    answer: { kind: 'removed', returned },
    line: { ato: 'excluiu', alvo: id, detalhe: returned ?? '' },
    change() {
      convidados.delete(id)
      for (const { id: fact } of entradas.get(id) ?? []) copies.set(`${fact}~`, true)
      byPessoa.delete(convidado.pessoa)
      for (const [codigo, convite] of convites.entries())
        if (convite.by === id) convites.set(codigo, { ...convite, rotulo: '' })
      if (returned !== null) add(returned, -1)
      else if (convidado.paid) orphans.set(convidado.paid.reservaid, id)
    },
  }
}

export function correct(
  { convidados, byPessoa }: State,
  { id, pessoa }: Extract<Act, { kind: 'correct' }>,
): Rule {
  const convidado = convidados.get(id)
  if (!convidado) return { answer: { kind: 'credencial-not-found' } }
  const owner = byPessoa.get(pessoa)
  if (owner !== undefined && owner !== id) return { answer: { kind: 'already-taken', by: owner } }
  const detalhe = convidado.pessoa === pessoa ? '' : 'nome telefone email'
  return {
    answer: { kind: 'corrected' },
    line: { ato: 'corrigiu', alvo: id, detalhe },
    change() {
      byPessoa.delete(convidado.pessoa)
      byPessoa.set(pessoa, id)
      convidados.set(id, { ...convidado, pessoa })
    },
  }
}

export function renew({ convidados }: State, { id }: Extract<Act, { kind: 'renew' }>): Rule {
  const convidado = convidados.get(id)
  if (!convidado) return { answer: { versao: null } }
  const versao = convidado.versao + 1
  return {
    answer: { versao },
    line: { ato: 'renovou-link', alvo: id },
    change: () => convidados.set(id, { ...convidado, versao }),
  }
}

/**
 * The guest comes if either did. The kept one's place remains, or else the other's, and the rest goes back.
 */
export function merge(
  { convidados, byPessoa, convites, copies, entradas, mergedInto, add }: State,
  { id, other: gone, isSamePerson }: Extract<Act, { kind: 'merge' }>,
): Rule {
  const [kept, other] = [convidados.get(id), convidados.get(gone)]
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
      convidados.delete(gone)
      byPessoa.delete(other.pessoa)
      mergedInto.set(gone, id)
      convidados.set(id, { ...kept, paid: kept.paid ?? taken, out: isBack ? null : kept.out })
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

/** An admission follows its guest through every merge, and off the list when nobody is left. */
export function admit(
  { convidados, facts, copies, entradas, mergedInto }: State,
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
        if (convidados.get(alvo)) return
        alvo = mergedInto.get(alvo)
        fact = copyFor(alvo ?? '', fact)
        copies.set(fact.id, true)
      }
    },
  }
}
