import { NO_ACESSO } from '../../domain/acesso.ts'
import type { Credencial } from '../../domain/credencial.ts'
import { liveOf } from '../../domain/desistencia.ts'
import type { EmpresaRepo } from '../../domain/empresa-repo.ts'
import {
  countIn,
  type ConvidadoNoPainel,
  type GuestQuery,
  type PainelRepo,
} from '../../domain/painel-repo.ts'
import { isCompanyMeant, isMeant } from '../../domain/guest-search.ts'
import { byKept, outrosOf } from '../../domain/juncao.ts'
import { semelhanteOf } from '../../domain/same-person.ts'
import { foldText } from '../../domain/text.ts'
import { dentroDesdeOf, invitingOf, juncoesIn, type MemoryStore } from './store.ts'

const DAY_MS = 86_400_000

/** What the board reads, from memory. */
export function createPainelRepo(store: MemoryStore, empresas: Pick<EmpresaRepo, 'list'>): PainelRepo {
  const guests = () => [...store.credenciais.values()]

  const firstOf = (credencialid: string) => dentroDesdeOf(store, credencialid)
  const inside = () =>
    guests().flatMap(({ credencialid }) => {
      const at = firstOf(credencialid)
      return at === null ? [] : [{ credencialid, at }]
    })

  const withdrawnOf = (credencialid: string) => liveOf(store.desistencias.get(credencialid))
  const confirmed = () =>
    guests().filter(({ credencialid }) => !withdrawnOf(credencialid) || firstOf(credencialid) !== null)

  const convidadoOf = (credencial: Credencial): ConvidadoNoPainel => {
    const { credencialid } = credencial
    const { versao } = [...store.chaves.values()].find((c) => c.credencialid === credencialid) ?? NO_ACESSO
    return {
      credencial,
      versao,
      empresa: invitingOf(store, credencialid),
      dentroDesde: firstOf(credencialid),
      desistencia: withdrawnOf(credencialid),
    }
  }
  const isOf = (credencialid: string, query: GuestQuery) =>
    isCompanyMeant(query, invitingOf(store, credencialid))

  return {
    dataVersion: async () => null,

    async count(now) {
      const { empresas: all } = await empresas.list(now)
      const sum = (of: (one: (typeof all)[number]) => number) =>
        all.reduce((total, one) => total + of(one), 0)
      return {
        convites: sum(({ empresa }) => empresa.icredencial),
        confirmados: confirmed().length,
        reservados: sum(({ held }) => held),
        pessoais: sum(({ pessoais }) => pessoais),
        livres: sum(({ left }) => left),
        dentro: inside().length,
      }
    },

    async countPerDay(offsetMs) {
      const ids = confirmed().map(({ credencialid }) => credencialid)
      return countIn(ids.filter((id) => /^\d{13}$/.test(id)).map(Number), DAY_MS, offsetMs)
    },

    async countArrivals(from, to, stepMs) {
      const instants = inside().map(({ at }) => at)
      return countIn(
        instants.filter((at) => at >= from && at < to),
        stepMs,
      )
    },

    listInside: async () => new Map(inside().map(({ credencialid, at }) => [credencialid, at])),

    async countInsideByEmpresa() {
      const counts = new Map<string, number>()
      for (const { credencialid } of inside()) {
        const empresaid = invitingOf(store, credencialid)?.empresaid
        if (empresaid !== undefined) counts.set(empresaid, (counts.get(empresaid) ?? 0) + 1)
      }
      return counts
    },

    async search(queries, offset, limit) {
      const found = guests()
        .filter((guest) => queries.some((query) => isMeant(query, guest) && isOf(guest.credencialid, query)))
        .sort(byName)
      return { convidados: found.slice(offset, offset + limit).map(convidadoOf), total: found.length }
    },

    async listWithdrawn(empresaid) {
      const found = guests().filter(({ credencialid }) => withdrawnOf(credencialid)?.empresaid === empresaid)
      return found.sort(byName).map(convidadoOf)
    },

    async listVersoes() {
      const versoes = new Map([...store.chaves.values()].map((chave) => [chave.credencialid, chave.versao]))
      const juncoes = byKept(juncoesIn(store))
      return guests().map(({ credencialid }) => {
        const passe = { credencialid, versao: versoes.get(credencialid) ?? 0 }
        return { ...passe, outros: outrosOf(juncoes, passe) }
      })
    },

    async findRepetidos() {
      const groups = new Map<string, string[]>()
      for (const guest of guests()) {
        const semelhante = semelhanteOf(guest)
        groups.set(semelhante, [...(groups.get(semelhante) ?? []), guest.credencialid])
      }
      return [...groups.values()].filter((ids) => ids.length > 1).map((ids) => ids.sort())
    },

    async listTwice() {
      const counts = new Map<string, number>()
      for (const { credencialid, anula } of store.entradas.values())
        if (anula === null) counts.set(credencialid, (counts.get(credencialid) ?? 0) + 1)
      return [...store.entradas.values()].filter(
        ({ credencialid }) => store.credenciais.has(credencialid) && (counts.get(credencialid) ?? 0) > 1,
      )
    },
  }
}

function byName(a: Credencial, b: Credencial): number {
  const [x, y] = [foldText(a.nome), foldText(b.nome)]
  return x < y ? -1 : x > y ? 1 : a.credencialid < b.credencialid ? -1 : 1
}
