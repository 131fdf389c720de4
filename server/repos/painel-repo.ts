import { besideOf } from '../domain/acesso.ts'
import type { Credencial } from '../domain/credencial.ts'
import { isCompanyMeant, isMeant, searchableOf, type Searchable } from '../domain/convidado-search.ts'
import { byKept, outrosOf } from '../domain/juncao.ts'
import {
  countIn,
  type ConvidadoNoPainel,
  type ConvidadoQuery,
  type PainelRepo,
} from '../domain/painel-repo.ts'
import { semelhanteOf } from '../domain/same-person.ts'
import { compareText, foldText } from '../domain/text.ts'
import { isAbsent, numerosOf, type Painel, type Convidado } from './painel.ts'

const DAY_MS = 86_400_000

/** A board, and how old what it shows is at most, in milliseconds. */
export interface PainelReading {
  painel: Painel
  age: number
}

/**
 * What the organiser's board shows, counted from a board in this process.
 * @param read as of a moment ago at worst, where storage answers
 * @param readNow as of now. @throws StorageError where storage does not tell
 */
export function createPainelRepo(
  read: () => Promise<PainelReading>,
  readNow: () => Promise<PainelReading> = read,
): PainelRepo {
  const readConvidados = async () => [...(await read()).painel.convidados().values()]
  const readInside = async () =>
    (await readConvidados()).flatMap(({ credencial: { credencialid }, empresaid, dentroDesde: at }) =>
      at === null ? [] : [{ credencialid, empresaid, at }],
    )

  return {
    dataVersion: async () => null,
    age: async () => (await read()).age,
    count: async (now) => numerosOf((await read()).painel, now),
    listEmpresas: async (now) => (await read()).painel.listEmpresas(now),

    async countPerDay(offsetMs) {
      const confirmed = (await readConvidados()).filter((convidado) => !isAbsent(convidado))
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

    async countInsideByEmpresa() {
      const counts = new Map<string, number>()
      for (const { empresaid } of await readInside())
        if (empresaid !== null) counts.set(empresaid, (counts.get(empresaid) ?? 0) + 1)
      return counts
    },

    async search(queries, offset, limit) {
      const { painel } = await read()
      const invitingOf = invitingIn(painel)
      const tests = queries.map((query) => testOf(query, invitingOf))
      const found = [...painel.convidados().values()].filter((convidado) =>
        tests.some((test) => test(convidado)),
      )
      const page = found.sort(byName).slice(offset, offset + limit)
      return { convidados: page.map(convidadoWith(invitingOf)), total: found.length }
    },

    async *list() {
      const { painel } = await readNow()
      const all = [...painel.convidados().values()].map(convidadoWith(invitingIn(painel)))
      yield* all.sort((a, b) => compareText(a.credencial.credencialid, b.credencial.credencialid))
    },

    async listWithdrawn(empresaid) {
      const { painel } = await read()
      const found = [...painel.convidados().values()].filter(
        ({ desistencia }) => desistencia?.empresaid === empresaid,
      )
      return found.sort(byName).map(convidadoWith(invitingIn(painel)))
    },

    async listVersoes() {
      const { painel } = await read()
      const merged = byKept(painel.juncoes.of.values())
      return [...painel.convidados().values()].map(({ credencial: { credencialid }, versao }) => {
        const passe = { credencialid, versao }
        return { ...passe, outros: outrosOf(merged, passe) }
      })
    },

    async findRepetidos() {
      const groups = new Map<string, string[]>()
      for (const { credencial } of await readConvidados()) {
        const { semelhante } = foldedOf(credencial)
        const group = groups.get(semelhante)
        if (group) group.push(credencial.credencialid)
        else groups.set(semelhante, [credencial.credencialid])
      }
      return [...groups.values()].filter((ids) => ids.length > 1).map((ids) => ids.sort())
    },

    async listTwice() {
      const facts = (await readConvidados()).map(({ entradas }) => entradas)
      return facts.filter((theirs) => theirs.filter(({ anula }) => anula === null).length > 1).flat()
    },
  }
}

interface Folded {
  nome: string
  searchable: Searchable
  semelhante: string
}

const folded = new WeakMap<Credencial, Folded>()

/** What a guest is found, sorted and compared by; folded once. */
function foldedOf(credencial: Credencial): Folded {
  const known = folded.get(credencial)
  if (known) return known
  const made = {
    nome: foldText(credencial.nome),
    searchable: searchableOf(credencial),
    semelhante: semelhanteOf(credencial),
  }
  folded.set(credencial, made)
  return made
}

function byName({ credencial: a }: Convidado, { credencial: b }: Convidado): number {
  return compareText(foldedOf(a).nome, foldedOf(b).nome) || compareText(a.credencialid, b.credencialid)
}

type InvitingOf = (empresaid: string | null) => ConvidadoNoPainel['empresa']

/** Tells the company of an id, also of one whose invitations cannot be counted. */
function invitingIn(painel: Painel): InvitingOf {
  const nomes = painel.nomes()
  return (empresaid) => (empresaid === null ? null : { empresaid, nome: nomes.get(empresaid) ?? '' })
}

function convidadoWith(invitingOf: InvitingOf): (convidado: Convidado) => ConvidadoNoPainel {
  return (convidado) => {
    const { credencial, empresaid, dentroDesde, desistencia } = convidado
    const empresa = invitingOf(empresaid)
    return { credencial, ...besideOf(convidado), empresa, dentroDesde, desistencia }
  }
}

/** Tells whether a query means a guest; each company is compared once. */
function testOf(query: ConvidadoQuery, invitingOf: InvitingOf): (convidado: Convidado) => boolean {
  const compared = new Map<string | null, boolean>()
  return ({ credencial, empresaid }) => {
    const isOf = compared.get(empresaid) ?? isCompanyMeant(query, invitingOf(empresaid))
    compared.set(empresaid, isOf)
    return isOf && isMeant(query, credencial, foldedOf(credencial).searchable)
  }
}
