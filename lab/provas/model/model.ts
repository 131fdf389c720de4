import type { TimedAct, Answer } from './answers.ts'
import { admit, correct, merge, move, remove, renew, undo, withdraw } from './convidado.ts'
import {
  answer as answerConvite,
  changeConvite,
  changeEquipe,
  claim,
  create,
  find,
  setLink,
  setTotal,
} from './mesa.ts'
import { register } from './register.ts'
import { createState, keptOf, type Rule } from './state.ts'
import type { Stored } from './stored.ts'

export type Model = ReturnType<typeof createModel>

/**
 * What every act must answer, one after the other: the rules written a second time, without the product's own
 * decisions.
 * @param isTorn a withdrawal may have missed an admission that was not yet answered when it began
 */
export function createModel(stored: Stored, isTorn = false) {
  const state = createState()
  const { holds, convites, convidados, orphans, lines } = state

  function ruleOf({ act, historicoid, answer, from, to }: TimedAct): Rule {
    switch (act.kind) {
      case 'claim':
        return claim(state, act)
      case 'register':
        return register(state, act, answer)
      case 'create':
        return create(state, act)
      case 'rename':
      case 'revoke':
        return changeConvite(state, act.kind, act.codigo, historicoid)
      case 'answer':
        return answerConvite(state, act)
      case 'withdraw':
        return withdraw(state, act, isTorn && answer.kind === 'withdrawn' ? from : Infinity)
      case 'undo':
        return undo(state, act)
      case 'admit':
        return admit(state, act, to)
      case 'link':
        return setLink(state, act)
      case 'move':
        return move(state, act)
      case 'remove':
        return remove(state, act)
      case 'correct':
        return correct(state, act)
      case 'merge':
        return merge(state, act)
      case 'renew':
        return renew(state, act)
      case 'total':
        return setTotal(state, act)
      case 'pair':
      case 'reconnect':
      case 'disconnect':
        return changeEquipe(state, act.kind, act.aparelhoid)
      case 'find':
        return find(state, act)
      case 'release':
        return { answer: {} }
      default:
        return act satisfies never
    }
  }

  /** Whether storage and its history hold what the rule says, whatever was answered. */
  const isRecorded = (
    { act, quem: organiser, historicoid }: TimedAct,
    { line, takes, frees }: Rule,
  ): boolean => {
    if (takes !== undefined && 'reservaid' in act && stored.reservas.has(act.reservaid) !== takes)
      return false
    if (frees !== undefined && stored.reservas.get(frees)?.estado !== 'liberada') return false
    const found = stored.linhas.get(line?.id ?? historicoid)
    if (!line) return found === undefined
    const { ato, alvo, detalhe = '', quem = organiser } = line
    return (
      found !== undefined &&
      [found.ato, found.alvo, found.detalhe, found.quem].join() === [ato, alvo, detalhe, quem].join()
    )
  }

  return {
    ...state,
    /** The answer the act must have in the current state. */
    expected: ruleOf,
    /** Does an act if the current state allows its answer. @returns whether it does */
    apply(told: TimedAct): boolean {
      const rule = ruleOf(told)
      if (!isSame(rule.answer, told.answer) || !isRecorded(told, rule)) return false
      if (rule.line) lines.set(rule.line.id ?? told.historicoid, true)
      rule.change?.()
      return true
    },
    live: (): string[] => [
      ...[...holds.entries()].map(([, reservaid]) => `${reservaid} pendente -`),
      ...[...convites.entries()]
        .filter(([, { estado, isKept }]) => estado === 'novo' || isKept)
        .map(([, { reservaid }]) => `${reservaid} pendente -`),
      ...[...convidados.entries()].flatMap(([id, { paid }]) =>
        paid ? [`${paid.reservaid} usada ${id}`] : [],
      ),
      ...[...convidados.entries()].flatMap(([id, convidado]) => {
        const kept = keptOf(convidado)
        return kept ? [`${kept.reservaid} pendente ${id}`] : []
      }),
      ...[...orphans.entries()].map(([reservaid, id]) => `${reservaid} usada ${id}`),
    ],
  }
}

const isSame = (a: Answer, b: Answer) => {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}
