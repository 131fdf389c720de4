import type { EstadoDoAparelho } from '../../../server/domain/aparelho.ts'
import { beforeOf, TOTAL } from './acts.ts'
import type { Answer } from './answers.ts'

export interface Convidado {
  pessoa: number
  versao: number
  /** What pays for the guest. */
  paid: { mesa: string; reservaid: string } | null
  /** Set while the guest does not come: who said so, what was given back, and whether it is kept for them. */
  out: { byTable: boolean; paid: Convidado['paid']; isKept: boolean } | null
}

/** The place kept for a guest who withdrew. */
export const keptOf = (convidado: Convidado | undefined) =>
  convidado?.out?.isKept ? convidado.out.paid : null

export interface Convite {
  estado: 'novo' | 'usado' | 'recusado' | 'revogado'
  /** Whether its place is kept though it was declined. */
  isKept: boolean
  reservaid: string
  /** The guest it paid for. */
  by: string | null
  rotulo: string
}

/** An admission or its annulment, and when it was answered. */
export interface Fact {
  id: string
  anula: string | null
  to: number
}

/** What an act must answer, what the history must say, and what changes. */
export interface Rule {
  answer: Answer
  /** `quem` is the acting organiser unless set. */
  line?: { id?: string; ato: string; alvo: string; detalhe?: string; quem?: string }
  /** Whether the reserva the act asked for was created. */
  takes?: boolean
  /** The reserva that is given back and never pays for anybody again. */
  frees?: string
  change?: () => void
}

/** The current companies, personal invitations, guests and withdrawals; every change can be taken back. */
export type State = ReturnType<typeof createState>

export function createState() {
  const journal = createJournal()
  const fechadas = journal.map<string, true>()
  /** Live holds of browsers, by `{mesa} {sid}`. */
  const holds = journal.map<string, string>()
  const convites = journal.map<string, Convite>()
  const convidados = journal.map<string, Convidado>()
  const byPessoa = journal.map<number, string>()
  /** Each guest's admissions and annulments. */
  const entradas = journal.map<string, Fact[]>()
  const facts = journal.map<string, true>()
  /** Facts of removed or merged guests, made before or after that: each is stored a second time. */
  const copies = journal.map<string, true>()
  /** The number of invitations each company has given away. */
  const given = journal.map<string, number>()
  /** The lines of the history, by id. */
  const lines = journal.map<string, true>()
  /** Reservas that pay for removed guests when nothing was given back. */
  const orphans = journal.map<string, string>()
  const mergedInto = journal.map<string, string>()
  const totals = journal.map<string, number>()
  const aparelhos = journal.map<string, EstadoDoAparelho>()

  const add = (mesa: string, count: number) => given.set(mesa, (given.get(mesa) ?? 0) + count)
  const totalOf = (mesa: string) => totals.get(mesa) ?? TOTAL
  const leftOf = (mesa: string) => Math.max(0, totalOf(mesa) - beforeOf(mesa) - (given.get(mesa) ?? 0))
  /** The invitations a guest finds left, including a place that may be kept for them. */
  const leftFor = (convidado: Convidado | undefined, mesa: string) =>
    leftOf(mesa) + (keptOf(convidado)?.mesa === mesa ? 1 : 0)
  /** @param by only admissions answered by then count */
  const isInside = (id: string, by: number) => {
    const all = entradas.get(id) ?? []
    return all.some(
      ({ id: one, anula, to }) => anula === null && to <= by && !all.some((other) => other.anula === one),
    )
  }
  return {
    fechadas,
    holds,
    convites,
    convidados,
    byPessoa,
    entradas,
    facts,
    copies,
    given,
    lines,
    orphans,
    mergedInto,
    totals,
    aparelhos,
    add,
    totalOf,
    leftOf,
    leftFor,
    isInside,
    mark: journal.mark,
    rollBack: journal.rollBack,
    fingerprint: journal.fingerprint,
  }
}

/**
 * Maps whose changes can be taken back: set a mark, try anything, go back to the mark. Their contents have
 * one fingerprint, which does not depend on how they came about.
 */
function createJournal() {
  const undos: (() => void)[] = []
  let maps = 0
  let [high, low] = [0, 0]
  /** Adds an entry to the fingerprint, or takes it out. */
  const toggle = (entry: string) => {
    high ^= hashOf(entry, 0x9e3779b1)
    low ^= hashOf(entry, 0x85ebca6b)
  }
  return {
    map<Key extends string | number, Value>() {
      const values = new Map<Key, Value>()
      const number = (maps += 1)
      const entryOf = (key: Key, value: Value) => `${number} ${key} ${JSON.stringify(value)}`
      const write = (key: Key, value: Value | undefined) => {
        const was = values.get(key)
        if (was !== undefined) toggle(entryOf(key, was))
        if (value !== undefined) toggle(entryOf(key, value))
        if (value === undefined) values.delete(key)
        else values.set(key, value)
        return was
      }
      const put = (key: Key, value: Value | undefined) => {
        const was = write(key, value)
        undos.push(() => write(key, was))
      }
      return {
        get: (key: Key) => values.get(key),
        set: (key: Key, value: Value) => put(key, value),
        delete: (key: Key) => put(key, undefined),
        entries: () => values.entries(),
      }
    },
    mark: () => undos.length,
    rollBack: (mark: number): void => {
      while (undos.length > mark) undos.pop()?.()
    },
    fingerprint: () => `${high} ${low}`,
  }
}

/** A text's 32-bit hash: FNV-1a, mixed at the end, since entries differ in their last letters. */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return hash ^ (hash >>> 13)
}
