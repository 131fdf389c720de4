import {
  countIn,
  type ConvidadoNoPainel,
  type GuestQuery,
  type PainelRepo,
} from '../../domain/painel-repo.ts'
import { isCompanyMeant, isMeant } from '../../domain/guest-search.ts'
import { byKept, outrosOf } from '../../domain/juncao.ts'
import { type BoardIndex, empresasIn, isAbsent, numerosOf, type Board } from './board.ts'
import { text } from './documents.ts'
import type { Guest } from './guests.ts'

const DAY_MS = 86_400_000

/** What the board reads, from the index in this process. */
export function createPainelRepo({ read }: Pick<BoardIndex, 'read'>): PainelRepo {
  const readGuests = async () => [...(await read()).guests.values()]
  const readInside = async () =>
    (await readGuests()).flatMap(({ credencial: { credencialid }, empresaid, dentroDesde: at }) =>
      at === null ? [] : [{ credencialid, empresaid, at }],
    )

  return {
    dataVersion: async () => null,

    count: async (now) => numerosOf(await read(), now),

    async countPerDay(offsetMs) {
      const confirmed = (await readGuests()).filter((guest) => !isAbsent(guest))
      const ids = confirmed.map(({ credencial }) => credencial.credencialid)
      return countIn(ids.filter((id) => /^\d{13}$/.test(id)).map(Number), DAY_MS, offsetMs)
    },

    async countArrivals(from, to, stepMs) {
      const instants = (await readInside()).map(({ at }) => at)
      return countIn(
        instants.filter((at) => at >= from && at < to),
        stepMs,
      )
    },

    async listInside() {
      return new Map((await readInside()).map(({ credencialid, at }) => [credencialid, at]))
    },

    async countInsideByEmpresa() {
      const counts = new Map<string, number>()
      for (const { empresaid } of await readInside())
        if (empresaid !== null) counts.set(empresaid, (counts.get(empresaid) ?? 0) + 1)
      return counts
    },

    async search(queries, offset, limit) {
      const board = await read()
      const invitingOf = invitingIn(board)
      const tests = queries.map((query) => testOf(query, invitingOf))
      const found = [...board.guests.values()]
        .filter((guest) => tests.some((test) => test(guest)))
        .sort(byName)
      const convidados = found.slice(offset, offset + limit).map((guest) => convidadoOf(guest, invitingOf))
      return { convidados, total: found.length }
    },

    async listWithdrawn(empresaid) {
      const board = await read()
      const found = [...board.guests.values()].filter(
        ({ desistencia }) => desistencia?.empresaid === empresaid,
      )
      const invitingOf = invitingIn(board)
      return found.sort(byName).map((guest) => convidadoOf(guest, invitingOf))
    },

    async listVersoes() {
      const { guests, juncoes } = await read()
      const merged = byKept(juncoes.of.values())
      return [...guests.values()].map(({ credencial: { credencialid }, versao }) => {
        const passe = { credencialid, versao }
        return { ...passe, outros: outrosOf(merged, passe) }
      })
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

    async listTwice() {
      const facts = (await readGuests()).map(({ entradas }) => entradas)
      return facts.filter((theirs) => theirs.filter(({ anula }) => anula === null).length > 1).flat()
    },
  }
}

type InvitingOf = (empresaid: string | null) => ConvidadoNoPainel['empresa']

/** Tells the company of an id. */
function invitingIn(board: Board): InvitingOf {
  const empresas = empresasIn(board)
  return (empresaid) => (empresaid === null ? null : { empresaid, nome: text(empresas.get(empresaid)?.nome) })
}

function convidadoOf(
  { credencial, versao, empresaid, dentroDesde, desistencia }: Guest,
  invitingOf: InvitingOf,
): ConvidadoNoPainel {
  return { credencial, versao, empresa: invitingOf(empresaid), dentroDesde, desistencia }
}

function byName(a: Guest, b: Guest): number {
  if (a.nome !== b.nome) return a.nome < b.nome ? -1 : 1
  return a.credencial.credencialid < b.credencial.credencialid ? -1 : 1
}

/** Tells whether a query means a guest; each company is compared once. */
function testOf(query: GuestQuery, invitingOf: InvitingOf): (guest: Guest) => boolean {
  const compared = new Map<string | null, boolean>()
  return ({ credencial, searchable, empresaid }) => {
    const isOf = compared.get(empresaid) ?? isCompanyMeant(query, invitingOf(empresaid))
    compared.set(empresaid, isOf)
    return isOf && isMeant(query, credencial, searchable)
  }
}
