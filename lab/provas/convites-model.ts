import { beforeOf, TOTAL } from './convites-draw.ts'
import type { Answer, TimedAct } from './convites-do.ts'
import { createJournal } from './convites-journal.ts'
import { admit, move, remove, undo, withdraw } from './convites-model-guest.ts'
import { changeConvite, claim, create, find, setLink } from './convites-model-mesa.ts'
import { register } from './convites-model-register.ts'
import type { Stored } from './convites-stored.ts'

export interface Guest {
  pessoa: number
  versao: number
  /** What pays for them. */
  paid: { mesa: string; reservaid: string } | null
  /** Set while they do not come: who said so, what was given back, and whether it is kept for them. */
  out: { byTable: boolean; paid: Guest['paid']; isKept: boolean } | null
}

/** The place that is kept for a guest who withdrew. */
export const keptOf = (guest: Guest | undefined) => (guest?.out?.isKept ? guest.out.paid : null)

export interface Convite {
  estado: 'novo' | 'usado' | 'revogado'
  reservaid: string
  /** Whom it paid for. */
  by: string | null
  rotulo: string
}

/** What an act must answer, what must stand in the history, and what it changes. */
export interface Rule {
  answer: Answer
  line?: { id?: string; ato: string; alvo: string; detalhe?: string; quem?: string }
  /** The reserva that newly is, of those the act asked for. */
  takes?: boolean
  /** The reserva that is given back and pays for nobody ever after. */
  frees?: string
  change?: () => void
}

/** Companies, personal invitations, guests and withdrawals as they stand; all that changes can be taken back. */
export type State = ReturnType<typeof createState>

function createState() {
  const journal = createJournal()
  const fechadas = journal.map<string, true>()
  /** Live holds of browsers, by `{mesa} {sid}`. */
  const holds = journal.map<string, string>()
  const convites = journal.map<string, Convite>()
  const guests = journal.map<string, Guest>()
  const byPessoa = journal.map<number, string>()
  /** Who was admitted, and which admissions were annulled, of each guest. */
  const entradas = journal.map<string, { id: string; anula: string | null; to: number }[]>()
  const facts = journal.map<string, true>()
  /** Facts of guests who were removed, before or afterwards: they stand once more, off the list. */
  const copies = journal.map<string, true>()
  /** Invitations each company has given away. */
  const given = journal.map<string, number>()
  /** What stands in the history, by its id. */
  const lines = journal.map<string, true>()
  /** Reservas that pay for guests who were removed, nothing given back. */
  const orphans = journal.map<string, string>()

  const add = (mesa: string, count: number) => given.set(mesa, (given.get(mesa) ?? 0) + count)
  const leftOf = (mesa: string) => Math.max(0, TOTAL - beforeOf(mesa) - (given.get(mesa) ?? 0))
  /** What a guest finds left who may have a place kept there. */
  const leftFor = (guest: Guest | undefined, mesa: string) =>
    leftOf(mesa) + (keptOf(guest)?.mesa === mesa ? 1 : 0)
  /** @param by the admissions that were answered by then alone */
  const isInside = (id: string, by: number) => {
    const all = entradas.get(id) ?? []
    return all.some(
      ({ id: one, anula, to }) => anula === null && to <= by && !all.some((other) => other.anula === one),
    )
  }
  return {
    ...{ fechadas, holds, convites, guests, byPessoa, entradas, facts, copies, given, lines, orphans },
    ...{ add, leftOf, leftFor, isInside },
    ...{ mark: journal.mark, rollBack: journal.rollBack, fingerprint: journal.fingerprint },
  }
}

export type Model = ReturnType<typeof createModel>

/**
 * What every act must answer, one after the other: the rules written down again, without the product's own decisions.
 * @param isTorn a withdrawal may have overlooked an admission that was not answered yet as it began
 */
export function createModel(stored: Stored, isTorn = false) {
  const state = createState()
  const { holds, convites, guests, orphans, lines } = state

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
      case 'find':
        return find(state, act)
      case 'release':
        return { answer: {} }
      default:
        return act satisfies never
    }
  }

  /** Whether storage and its history have what the rule says, whatever was answered. */
  const isRecorded = ({ act, historicoid }: TimedAct, { line, takes, frees }: Rule): boolean => {
    if (takes !== undefined && 'reservaid' in act && stored.reservas.has(act.reservaid) !== takes)
      return false
    if (frees !== undefined && stored.reservas.get(frees)?.estado !== 'liberada') return false
    const found = stored.feitos.get(line?.id ?? historicoid)
    if (!line) return found === undefined
    const { ato, alvo, detalhe = '', quem = 'ana' } = line
    return (
      found !== undefined &&
      [found.ato, found.alvo, found.detalhe, found.quem].join() === [ato, alvo, detalhe, quem].join()
    )
  }

  return {
    ...state,
    /** What the act must answer as things stand. */
    expected: ruleOf,
    /** Does an act, if it can have been answered so as things stand. @returns whether it can */
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
        .filter(([, { estado }]) => estado === 'novo')
        .map(([, { reservaid }]) => `${reservaid} pendente -`),
      ...[...guests.entries()].flatMap(([id, { paid }]) => (paid ? [`${paid.reservaid} usada ${id}`] : [])),
      ...[...guests.entries()].flatMap(([id, guest]) => {
        const kept = keptOf(guest)
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
