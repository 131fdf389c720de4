import { countIn } from '../../domain/faixa.ts'
import { isMeant } from '../../domain/guest-search.ts'
import type { ConvidadoNoPainel, GuestQuery, PainelRepo } from '../../domain/painel-repo.ts'
import type { BoardIndex } from './board-index.ts'
import { empresasIn, numerosOf, type Board } from './board.ts'
import { text } from './documents.ts'
import type { Guest } from './guests.ts'

const DAY_MS = 86_400_000

/** What the board reads, from the index in this process. */
export function createPainelRepo({ read }: Pick<BoardIndex, 'read'>): PainelRepo {
  const readGuests = async () => [...(await read()).guests.values()]
  const readInside = async () =>
    (await readGuests()).flatMap(({ empresaid, dentroDesde: at }) => (at === null ? [] : [{ empresaid, at }]))

  return {
    mark: async () => null,

    count: async (now) => numerosOf(await read(), now),

    async countPerDay(offsetMs) {
      const ids = (await readGuests()).map(({ credencial }) => credencial.credencialid)
      return countIn(ids.filter((id) => /^\d{13}$/.test(id)).map(Number), DAY_MS, offsetMs)
    },

    async countArrivals(from, to, stepMs) {
      const instants = (await readInside()).map(({ at }) => at)
      return countIn(
        instants.filter((at) => at >= from && at < to),
        stepMs,
      )
    },

    async countInsideByEmpresa() {
      const counts = new Map<string, number>()
      for (const { empresaid } of await readInside())
        if (empresaid !== null) counts.set(empresaid, (counts.get(empresaid) ?? 0) + 1)
      return counts
    },

    async search(queries, offset, limit) {
      const board = await read()
      const found = [...board.guests.values()]
        .filter((guest) => queries.some((query) => isWanted(query, guest)))
        .sort(byName)
      const page = found.slice(offset, offset + limit)
      return { convidados: convidadosIn(board, page), total: found.length }
    },

    async findRepetidos() {
      const groups = new Map<string, string[]>()
      for (const { semelhante, credencial } of await readGuests()) {
        const group = groups.get(semelhante)
        if (group) group.push(credencial.credencialid)
        else groups.set(semelhante, [credencial.credencialid])
      }
      return [...groups.values()].filter((ids) => ids.length > 1).map((ids) => ids.sort())
    },
  }
}

function isWanted(query: GuestQuery, { credencial, searchable, empresaid }: Guest): boolean {
  const isOf = query.empresaid === undefined || query.empresaid === empresaid
  return isOf && isMeant(query, credencial, searchable)
}

function byName(a: Guest, b: Guest): number {
  if (a.nome !== b.nome) return a.nome < b.nome ? -1 : 1
  return a.credencial.credencialid < b.credencial.credencialid ? -1 : 1
}

function convidadosIn(board: Board, guests: Guest[]): ConvidadoNoPainel[] {
  const empresas = empresasIn(board)
  return guests.map(({ credencial, versao, empresaid, dentroDesde }) => {
    const nome = empresaid === null ? '' : text(empresas.get(empresaid)?.nome)
    return { credencial, versao, empresa: empresaid === null ? null : { empresaid, nome }, dentroDesde }
  })
}
