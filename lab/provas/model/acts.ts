/** A request by ids alone: everything else follows from them. */
export type Act =
  | { kind: 'claim'; mesa: string; sid: string; reservaid: string; isEnded: boolean; isClosed: boolean }
  | Registering
  | { kind: 'create'; lote: number }
  | { kind: 'rename' | 'revoke'; codigo: string }
  | { kind: 'withdraw'; id: string; mesa: string | null; isClosed: boolean; isOfGuardada: boolean }
  | { kind: 'undo'; id: string; isClosed: boolean }
  | { kind: 'answer'; codigo: string; isRecusa: boolean; isClosed: boolean }
  | { kind: 'admit'; id: string; entradaid: string; anula: string | null }
  | { kind: 'link'; mesa: string; fechada: boolean }
  | { kind: 'move'; id: string; mesa: string | null; reservaid: string }
  | { kind: 'remove'; id: string; isReturned: boolean }
  | { kind: 'correct'; id: string; pessoa: number }
  | { kind: 'merge'; id: string; other: string; isSamePerson: boolean }
  | { kind: 'renew'; id: string }
  | { kind: 'total'; mesa: string; icredencial: number }
  | { kind: 'pair' | 'reconnect' | 'disconnect'; aparelhoid: string }
  | { kind: 'find'; mesa: string }
  | { kind: 'release' }

export interface Registering {
  kind: 'register'
  pessoa: number
  mesa: string | null
  sid: string
  reservaid: string
  isPersonal: boolean
  isClosed: boolean
  isOrganiser: boolean
}

export const MESAS = ['mesa-0', 'mesa-1', 'mesa-2', 'mesa-3', 'mesa-4']
/** Each company's total of invitations at first, and the number it had given away before this product. */
export const TOTAL = 30
export const beforeOf = (mesa: string) => MESAS.indexOf(mesa)
export const APARELHOS = ['aparelho-1', 'aparelho-2', 'aparelho-3']

/** The one to three personal invitations of a batch, all of one company. Created again, they are the same. */
export const mesaOf = (lote: number) => MESAS[lote % MESAS.length] ?? ''
export const codigosOf = (lote: number) =>
  Array.from({ length: 1 + (lote % 3) }, (_, n) => `codigo-${lote}-${n}`)
export const loteOf = (codigo: string) => Number(codigo.split('-')[1])

/**
 * How often each act is drawn. `lapse` claims a hold that has already ended; no total is lowered beside it.
 */
interface Mix {
  weights: Partial<Record<Act['kind'] | 'lapse', number>>
  /** Acts of each actor before the next guest is drawn: the fewer, the more guests. */
  actsPerConvidado: number
}

/**
 * What holders and guests do, with organisers beside them; and what the board does, with guests beside it.
 */
export const MIXES = {
  convites: {
    weights: {
      claim: 5,
      lapse: 3,
      register: 16,
      create: 4,
      rename: 2,
      answer: 5,
      revoke: 6,
      link: 2,
      find: 2,
      release: 2,
      remove: 8,
      withdraw: 16,
      undo: 10,
      move: 4,
      admit: 4,
    },
    actsPerConvidado: 8,
  },
  painel: {
    weights: {
      claim: 6,
      register: 24,
      create: 3,
      revoke: 1,
      find: 1,
      withdraw: 4,
      undo: 2,
      remove: 5,
      move: 11,
      correct: 6,
      merge: 8,
      renew: 6,
      admit: 11,
      total: 4,
      pair: 3,
      reconnect: 3,
      disconnect: 2,
    },
    actsPerConvidado: 2,
  },
} satisfies Record<string, Mix>

/** A view of what is stored, so that most acts have something to act on. */
export interface Sight {
  /** The guest with a number, or null. */
  findId: (pessoa: number) => Promise<string | null>
  hasCodigo: (codigo: string) => Promise<boolean>
  isOut: (id: string) => Promise<boolean>
}

/** How often another number is drawn when an act's guest is not there. */
const DRAWS = 6

/**
 * Draws acts at random, most of them on what others act on at the same time. People and batches are numbered,
 * and each act goes to one of the latest, or to any earlier one.
 * @param name unique to this drawer: its ids begin with it
 */
export function drawer(
  name: string,
  random: () => number,
  { weights, actsPerConvidado }: Mix,
  { findId, hasCodigo, isOut }: Sight,
) {
  let count = 0
  /** Guests who were merged into others: a phone at the door admits those still on its list. */
  const merged: string[] = []
  const below = (end: number) => Math.floor(random() * end)
  const isOneIn = (n: number) => below(n) === 0
  const lately = (every: number, width: number, fromAll = 3) => {
    const newest = Math.floor(count / every) + 1
    return isOneIn(fromAll) ? below(newest) : Math.max(0, newest - below(width))
  }
  const aPessoa = (fromAll?: number) => lately(actsPerConvidado, 12, fromAll)
  const aMesa = () => MESAS[below(MESAS.length)] ?? ''
  const aSid = () => `navegador-${below(5)}`
  const aReserva = () => `${name}-reserva-${count}`
  const aLote = (fromAll?: number) => lately(12, 4, fromAll)
  const aCodigo = async (fromAll?: number) => {
    let codigo = ''
    for (let n = 0; n < DRAWS; n++) {
      const codigos = codigosOf(aLote(fromAll))
      codigo = codigos[below(codigos.length)] ?? ''
      if (await hasCodigo(codigo)) break
    }
    return codigo
  }
  const anId = async (fromAll: number, isWanted?: (id: string) => Promise<boolean>) => {
    let found: string | null = null
    for (let n = 0; n < DRAWS; n++) {
      const id = await findId(aPessoa(fromAll))
      if (id !== null && (!isWanted || (await isWanted(id)))) return id
      found = id ?? found
    }
    return found
  }

  async function register(): Promise<Registering> {
    const plain = { kind: 'register' as const, pessoa: aPessoa(), reservaid: aReserva() }
    const isClosed = isOneIn(12)
    if (isOneIn(2)) {
      const codigo = await aCodigo()
      const personal = { mesa: mesaOf(loteOf(codigo)), sid: `sid-${codigo}`, isPersonal: true }
      return { ...plain, ...personal, isClosed, isOrganiser: false }
    }
    const isOrganiser = isOneIn(8)
    const mesa = isOneIn(6) ? null : aMesa()
    const sid = isOrganiser ? `${name}-${count}` : aSid()
    return { ...plain, mesa, sid, isPersonal: false, isClosed: isClosed && !isOrganiser, isOrganiser }
  }

  function withdraw(id: string): Act {
    if (below(8) < 5) return { kind: 'withdraw', id, mesa: null, isClosed: isOneIn(3), isOfGuardada: false }
    return { kind: 'withdraw', id, mesa: aMesa(), isClosed: isOneIn(9), isOfGuardada: isOneIn(4) }
  }

  function admit(id: string): Act {
    // Two people may click at once: the same fact comes from both.
    const first = `${id}.${below(2)}`
    return below(2) === 0
      ? { kind: 'admit', id, entradaid: first, anula: null }
      : { kind: 'admit', id, entradaid: `${first}.anula`, anula: first }
  }

  const kinds = (Object.entries(weights) as [keyof typeof weights, number][]).flatMap(([kind, weight]) =>
    Array.from({ length: weight }, () => kind),
  )

  return async (): Promise<Act> => {
    count += 1
    const kind = kinds[below(kinds.length)] ?? 'register'
    switch (kind) {
      case 'claim':
      case 'lapse': {
        const fields = { mesa: aMesa(), sid: aSid(), reservaid: aReserva() }
        return { kind: 'claim', ...fields, isEnded: kind === 'lapse', isClosed: isOneIn(15) }
      }
      case 'register':
        return register()
      case 'create':
        return { kind, lote: aLote() }
      case 'rename':
        return { kind, codigo: await aCodigo() }
      case 'revoke':
        return { kind, codigo: await aCodigo(2) }
      case 'answer':
        return { kind, codigo: await aCodigo(2), isRecusa: !isOneIn(3), isClosed: isOneIn(6) }
      case 'link':
        return { kind, mesa: aMesa(), fechada: isOneIn(4) }
      case 'total':
        return { kind, mesa: aMesa(), icredencial: TOTAL / 2 + below(TOTAL) }
      case 'pair':
      case 'reconnect':
      case 'disconnect':
        return { kind, aparelhoid: APARELHOS[below(APARELHOS.length)] ?? '' }
      case 'find':
        return { kind, mesa: aMesa() }
      case 'release':
        return { kind }
      default:
    }
    const id = await (kind === 'undo' ? anId(2, isOut) : anId(kind === 'remove' ? 1 : 4))
    if (id === null) return register()
    switch (kind) {
      case 'withdraw':
        return withdraw(id)
      case 'admit':
        return admit((isOneIn(4) ? merged[below(merged.length)] : undefined) ?? id)
      case 'undo':
        return { kind, id, isClosed: isOneIn(9) }
      case 'move':
        return { kind, id, mesa: isOneIn(5) ? null : aMesa(), reservaid: aReserva() }
      case 'remove':
        return { kind, id, isReturned: !isOneIn(40) }
      case 'correct':
        return { kind, id, pessoa: aPessoa() }
      case 'merge': {
        const other = (await anId(4)) ?? id
        merged.push(other)
        return { kind, id, other, isSamePerson: isOneIn(2) }
      }
      case 'renew':
        return { kind, id }
      default:
        return kind satisfies never
    }
  }
}
