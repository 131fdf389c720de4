/** What is asked for, by ids alone: everything else follows from them. */
export type Act =
  | { kind: 'claim'; mesa: string; sid: string; reservaid: string; isEnded: boolean; isClosed: boolean }
  | Registering
  | { kind: 'create'; lote: number }
  | { kind: 'rename' | 'revoke'; codigo: string }
  | { kind: 'withdraw'; id: string; mesa: string | null; isClosed: boolean; isOfGuardada: boolean }
  | { kind: 'undo'; id: string; reservaid: string; isClosed: boolean }
  | { kind: 'admit'; id: string; entradaid: string; anula: string | null }
  | { kind: 'link'; mesa: string; fechada: boolean }
  | { kind: 'move'; id: string; mesa: string | null; reservaid: string }
  | { kind: 'remove'; id: string; isReturned: boolean }
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
/** The total of invitations of each company, and what it had given away before this product. */
export const TOTAL = 30
export const beforeOf = (mesa: string) => MESAS.indexOf(mesa)

/** The personal invitations of a batch, one to three, all of one company: made again, they are the same. */
export const mesaOf = (lote: number) => MESAS[lote % MESAS.length] ?? ''
export const codigosOf = (lote: number) =>
  Array.from({ length: 1 + (lote % 3) }, (_, n) => `codigo-${lote}-${n}`)
export const loteOf = (codigo: string) => Number(codigo.split('-')[1])

/** Numbers at random that a seed repeats: mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Looks at what is stored, so that most acts are on something. */
export interface Sight {
  /** The guest with a number, if any. */
  findId: (pessoa: number) => Promise<string | null>
  hasCodigo: (codigo: string) => Promise<boolean>
  isOut: (id: string) => Promise<boolean>
}

/** So often another number is drawn for an act on somebody who is not there. */
const DRAWS = 6

/**
 * Draws acts at random, most of them on what others act on at the same time: people and batches are numbered, and each
 * act goes to one of the latest, or to any before.
 * @param name of this drawer alone: its ids begin with it
 */
export function drawer(name: string, random: () => number, { findId, hasCodigo, isOut }: Sight) {
  let count = 0
  const below = (end: number) => Math.floor(random() * end)
  const isOneIn = (n: number) => below(n) === 0
  const lately = (every: number, width: number, fromAll = 3) => {
    const newest = Math.floor(count / every) + 1
    return isOneIn(fromAll) ? below(newest) : Math.max(0, newest - below(width))
  }
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
      const id = await findId(lately(8, 12, fromAll))
      if (id !== null && (!isWanted || (await isWanted(id)))) return id
      found = id ?? found
    }
    return found
  }

  async function register(): Promise<Registering> {
    const plain = { kind: 'register' as const, pessoa: lately(8, 12), reservaid: aReserva() }
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

  /** Acts on a guest, by what they are drawn for. */
  function onGuest(drawn: number, id: string): Act {
    if (drawn < 5) return { kind: 'withdraw', id, mesa: null, isClosed: isOneIn(3), isOfGuardada: false }
    if (drawn < 8)
      return { kind: 'withdraw', id, mesa: aMesa(), isClosed: isOneIn(9), isOfGuardada: isOneIn(4) }
    if (drawn < 13) return { kind: 'undo', id, reservaid: aReserva(), isClosed: isOneIn(9) }
    if (drawn < 15) return { kind: 'move', id, mesa: isOneIn(5) ? null : aMesa(), reservaid: aReserva() }
    // Two may click at once: the same fact comes from both.
    const first = `${id}.${below(2)}`
    return below(2) === 0
      ? { kind: 'admit', id, entradaid: first, anula: null }
      : { kind: 'admit', id, entradaid: `${first}.anula`, anula: first }
  }

  return async (): Promise<Act> => {
    count += 1
    const drawn = below(42)
    if (drawn < 4) {
      const fields = { mesa: aMesa(), sid: aSid(), reservaid: aReserva() }
      return { kind: 'claim', ...fields, isEnded: isOneIn(3), isClosed: isOneIn(15) }
    }
    if (drawn < 12) return register()
    if (drawn < 14) return { kind: 'create', lote: aLote() }
    if (drawn < 15) return { kind: 'rename', codigo: await aCodigo() }
    if (drawn < 18) return { kind: 'revoke', codigo: await aCodigo(2) }
    if (drawn < 19) return { kind: 'link', mesa: aMesa(), fechada: isOneIn(4) }
    if (drawn < 20) return { kind: 'find', mesa: aMesa() }
    if (drawn < 21) return { kind: 'release' }
    const isRemoval = drawn < 25
    const isUndoing = drawn >= 33 && drawn < 38
    const id = await (isUndoing ? anId(2, isOut) : anId(isRemoval ? 1 : 4))
    if (id === null) return register()
    return isRemoval ? { kind: 'remove', id, isReturned: !isOneIn(40) } : onGuest(drawn - 25, id)
  }
}
