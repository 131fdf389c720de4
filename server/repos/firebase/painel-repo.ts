import type { EmpresaRepo } from '../../domain/empresa-repo.ts'
import { isMeant } from '../../domain/guest-search.ts'
import type { ConvidadoNoPainel, Faixa, GuestQuery, PainelRepo } from '../../domain/painel-repo.ts'
import type { Connection } from './connection.ts'
import { readGuests, type GuestEntry } from './guests.ts'
import { readEmpresas } from './import.ts'

const DAY_MS = 86_400_000

/** What the board reads, from Firestore. */
export function createPainelRepo(connection: Connection, empresas: Pick<EmpresaRepo, 'list'>): PainelRepo {
  const guestsNow = async () => [...(await readGuests(connection)).values()]
  const inside = async () => (await guestsNow()).filter(({ dentroDesde }) => dentroDesde !== null)

  return {
    mark: async () => null,

    async count(now) {
      const [{ empresas: all }, guests] = await Promise.all([empresas.list(now), guestsNow()])
      const sum = (of: (one: (typeof all)[number]) => number) =>
        all.reduce((total, one) => total + of(one), 0)
      return {
        convites: sum(({ empresa }) => empresa.icredencial),
        confirmados: guests.length,
        reservados: sum(({ held }) => held),
        livres: sum(({ left }) => left),
        dentro: guests.filter(({ dentroDesde }) => dentroDesde !== null).length,
      }
    },

    async countPerDay(offsetMs) {
      const ids = (await guestsNow()).map(({ credencial }) => credencial.credencialid)
      return countIn(ids.filter((id) => /^\d{13}$/.test(id)).map(Number), DAY_MS, offsetMs)
    },

    async countArrivals(from, to, stepMs) {
      const instants = (await inside()).map(({ dentroDesde }) => dentroDesde ?? 0)
      return countIn(
        instants.filter((at) => at >= from && at < to),
        stepMs,
        0,
      )
    },

    async countInsideByEmpresa() {
      const counts = new Map<string, number>()
      for (const { empresaid } of await inside())
        if (empresaid !== null) counts.set(empresaid, (counts.get(empresaid) ?? 0) + 1)
      return counts
    },

    async search(queries, offset, limit) {
      const [guests, { found: companies }] = await Promise.all([guestsNow(), readEmpresas(connection)])
      const found = guests.filter((guest) => queries.some((query) => isWanted(query, guest))).sort(byName)
      const convidadoOf = ({ credencial, versao, empresaid, dentroDesde }: GuestEntry): ConvidadoNoPainel => {
        const nome = empresaid === null ? '' : String(companies.get(empresaid)?.get('nome') ?? '')
        return { credencial, versao, empresa: empresaid === null ? null : { empresaid, nome }, dentroDesde }
      }
      return { convidados: found.slice(offset, offset + limit).map(convidadoOf), total: found.length }
    },

    async findRepetidos() {
      const groups = new Map<string, string[]>()
      for (const { semelhante, credencial } of await guestsNow())
        groups.set(semelhante, [...(groups.get(semelhante) ?? []), credencial.credencialid])
      return [...groups.values()].filter((ids) => ids.length > 1).map((ids) => ids.sort())
    },
  }
}

function isWanted(query: GuestQuery, { credencial, searchable, empresaid }: GuestEntry): boolean {
  const isOf = query.empresaid === undefined || query.empresaid === empresaid
  return isOf && isMeant(query, credencial, searchable)
}

function byName(a: GuestEntry, b: GuestEntry): number {
  const [x, y] = [a.credencial.credencialid, b.credencial.credencialid]
  return a.nome < b.nome ? -1 : a.nome > b.nome ? 1 : x < y ? -1 : 1
}

/** How many instants lie in each stretch, which begin at multiples of `stepMs` of a clock `offsetMs` ahead of UTC. */
function countIn(instants: number[], stepMs: number, offsetMs: number): Faixa[] {
  const counts = new Map<number, number>()
  for (const at of instants) {
    const from = Math.floor((at + offsetMs) / stepMs) * stepMs - offsetMs
    counts.set(from, (counts.get(from) ?? 0) + 1)
  }
  return [...counts].map(([from, count]) => ({ from, count })).sort((a, b) => a.from - b.from)
}
