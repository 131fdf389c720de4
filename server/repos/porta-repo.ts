import { randomUUID } from 'node:crypto'
import { byKept, outrosOf, type Juncao } from '../domain/juncao.ts'
import { countedIn, cursorOf, type ConvidadoNaPorta, type PortaRepo } from '../domain/porta-repo.ts'
import type { Painel, Convidado } from './painel.ts'

/** How far behind storage another process may be in what it has told a phone. */
const OVERLAP_MS = 60_000

/** A board, and how far it has come, in milliseconds since the epoch by storage's clock. */
export interface FollowedPainel {
  painel: Painel
  /** Everything committed before this is on it, except commits that become visible late. */
  asOf: number
  /** Nothing committed after this is on it. */
  upTo: number
  /** The greatest age of what it shows, in milliseconds. */
  age: number
}

/**
 * The data for the door, from a board in this process: a phone's sync costs storage nothing of its own.
 * Changes are found by comparing each guest with what they were.
 *
 * The cursor (`marca`) has two halves: the number of changes this process had found, which is exact when the
 * same process is asked again; and an instant by storage's clock, less {@link OVERLAP_MS}, from which another
 * process continues if it has followed since then. Otherwise the phone gets every guest.
 */
export function createPortaRepo(read: () => Promise<FollowedPainel>, storageId: string): PortaRepo {
  const processId = randomUUID()
  const log = createChangeLog()
  const known = new Map<
    string,
    { convidado: Convidado; mesa: ConvidadoNaPorta['mesa']; naPorta: ConvidadoNaPorta }
  >()
  let followedFrom = Infinity

  /** Finds what changed on the board since the last comparison. */
  const compare = ({ painel, asOf, upTo }: FollowedPainel): void => {
    const mesas = painel.mesas()
    const juncoes = byKept(painel.juncoes.of.values())
    const convidados = painel.convidados()
    for (const [id, convidado] of convidados) {
      const { empresaid } = convidado
      const mesa = empresaid === null ? null : (mesas.get(empresaid) ?? { empresaid, nome: '', numero: '' })
      const before = known.get(id)
      if (before?.convidado === convidado && isSameMesa(before.mesa, mesa)) continue
      const naPorta = convidadoOf(convidado, mesa, juncoes)
      known.set(id, { convidado, mesa, naPorta })
      log.note(id, JSON.stringify(naPorta), upTo)
    }
    for (const id of known.keys()) {
      if (convidados.has(id)) continue
      known.delete(id)
      log.note(id, null, upTo)
    }
    followedFrom = Math.min(followedFrom, asOf)
  }

  /** Returns whether a guest changed after a cursor; null if this process cannot tell. */
  const changedAfter = (marca: string | null, { asOf }: FollowedPainel): ((id: string) => boolean) | null => {
    const [own = '', ...common] = (marca ?? '').split('~')
    const at = countedIn(common.join('~'), storageId, asOf)
    if (at === null) return null
    const count = countedIn(own, processId, log.last())
    if (count !== null) return (id) => log.lastOf(id).count > count
    return at >= followedFrom ? (id) => log.lastOf(id).at > at : null
  }

  return {
    async since(marca) {
      const now = await read()
      compare(now)
      const isNew = changedAfter(marca, now)
      const all = [...known.values()].map(({ naPorta }) => naPorta)
      return {
        marca: `${cursorOf(processId, log.last())}~${cursorOf(storageId, Math.max(0, now.asOf - OVERLAP_MS))}`,
        hasMore: false,
        isInteira: isNew === null,
        convidados: isNew ? all.filter(({ credencialid }) => isNew(credencialid)) : all,
        removidos: isNew ? [...log.ids()].filter((id) => !known.has(id) && isNew(id)) : [],
        age: now.age,
      }
    },
  }
}

const isSameMesa = (one: ConvidadoNaPorta['mesa'], other: ConvidadoNaPorta['mesa']) =>
  one?.nome === other?.nome && one?.numero === other?.numero

function convidadoOf(
  convidado: Convidado,
  mesa: ConvidadoNaPorta['mesa'],
  juncoes: Map<string, Juncao[]>,
): ConvidadoNaPorta {
  const { credencialid, nome, telefone } = convidado.credencial
  const { versao, grupo, desistencia, entradas } = convidado
  // In a fixed order, so that a guest who is read again compares as equal.
  const sorted = [...entradas].sort((a, b) => (a.entradaid < b.entradaid ? -1 : 1))
  return {
    credencialid,
    nome,
    telefone,
    versao,
    isRetirado: desistencia !== null,
    entradas: sorted,
    outros: outrosOf(juncoes, { credencialid, versao }),
    grupo,
    mesa,
  }
}

/** A log of the changes in this process: each id once, under the count of its last change. */
export function createChangeLog() {
  const noted = new Map<string, { text: string | null; count: number; at: number }>()
  let last = 0
  return {
    last: () => last,
    /**
     * Counts a change if the text differs from before.
     * @param text all that a phone gets of the record; null if the record is gone
     * @param at when the change was found
     */
    note(id: string, text: string | null, at: number) {
      if (noted.get(id)?.text !== text) noted.set(id, { text, count: ++last, at })
    },
    /** Everything ever noted, including what is gone. */
    ids: () => noted.keys(),
    lastOf: (id: string) => noted.get(id) ?? { count: 0, at: 0 },
  }
}
