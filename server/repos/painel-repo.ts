import { setImmediate as nextTurn } from 'node:timers/promises'
import { besideOf } from '../domain/acesso.ts'
import type { Credencial } from '../domain/credencial.ts'
import { isCompanyMeant, searchableOf, semelhanteOf, testOf } from '../domain/convidado-search.ts'
import { groupBy } from '../domain/group.ts'
import { byKept, outrosOf } from '../domain/juncao.ts'
import {
  countIn,
  type ConvidadoNoPainel,
  type ConvidadoQuery,
  type PainelRepo,
} from '../domain/painel-repo.ts'
import { compareText } from '../domain/text.ts'
import { isAbsent, numerosOf, type Convidado, type Listado, type Painel } from './painel.ts'
import type { FollowedPainel } from './porta-repo.ts'

const DAY_MS = 86_400_000

/** How many guests a search compares in one turn of the event loop: a few milliseconds. */
const IN_A_TURN = 5_000

type PainelReading = Pick<FollowedPainel, 'painel' | 'age'>

/**
 * Answers the organiser's board from the copy of it held in this process.
 * @param read at most a moment out of date, as long as storage answers
 * @param readNow as of now
 * @throws StorageError if storage does not answer
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
    async renew() {
      await readNow()
    },
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
      const { convidados: listed } = await painel.listed()
      const named = new Set(queries.flatMap((query) => namedBy(query, painel, invitingOf)))
      const tests = queries
        .filter(({ credencialid }) => credencialid === null)
        .map((query) => testIn(query, invitingOf))
      const isNamed = (id: string) => named.size > 0 && named.has(id)
      const ids: string[] = []
      for (let from = 0; from < listed.length; from += IN_A_TURN) {
        if (from > 0) await nextTurn()
        for (const one of listed.slice(from, from + IN_A_TURN))
          if (isNamed(one.credencialid) || tests.some((test) => test(one))) ids.push(one.credencialid)
      }
      const convidados: ConvidadoNoPainel[] = []
      for (let from = offset; from < Math.min(ids.length, offset + limit); from += IN_A_TURN) {
        if (from > offset) await nextTurn()
        const some = ids.slice(from, Math.min(from + IN_A_TURN, offset + limit))
        convidados.push(...convidadosIn(painel, some).map(convidadoWith(invitingOf)))
      }
      return { convidados, total: ids.length }
    },

    listed: async () => (await read()).painel.listed(),
    listConvites: async () => (await read()).painel.convites(),

    listEnvios: async (tipo) => (await read()).painel.envios(tipo),
    listAparelhos: async () => [...(await read()).painel.aparelhos.values()],

    async find(credencialids) {
      const { painel } = await read()
      return convidadosIn(painel, credencialids).map(convidadoWith(invitingIn(painel)))
    },

    async *list() {
      const { painel } = await readNow()
      const all = [...painel.convidados().values()].map(convidadoWith(invitingIn(painel)))
      yield* all.sort((a, b) => compareText(a.credencial.credencialid, b.credencial.credencialid))
    },

    async listWithdrawn(empresaid) {
      const { painel } = await read()
      const { convidados } = await painel.listed()
      const all = convidadosIn(
        painel,
        convidados.map(({ credencialid }) => credencialid),
      )
      const theirs = all.filter(({ desistencia }) => desistencia?.empresaid === empresaid)
      return theirs.map(convidadoWith(invitingIn(painel)))
    },

    async listVersoes() {
      const { painel } = await read()
      const merged = byKept(painel.juncoes.of.values())
      return [...painel.convidados().values()].map(({ credencial: { credencialid }, versao }) => {
        const passe = { credencialid, versao }
        return { ...passe, outros: outrosOf(merged, passe) }
      })
    },

    listRespostas: async () => (await read()).painel.respostas(),

    async findRepetidos() {
      const groups = groupBy(await readConvidados(), ({ credencial }) => semelhanteIn(credencial))
      return [...groups.values()]
        .filter((group) => group.length > 1)
        .map((group) => group.map(({ credencial }) => credencial.credencialid).sort())
    },

    async listTwice() {
      const facts = (await readConvidados()).map(({ entradas }) => entradas)
      return facts.filter((theirs) => theirs.filter(({ anula }) => anula === null).length > 1).flat()
    },

    readBalancoInput: async () => (await read()).painel.balancoInput(),
  }
}

type InvitingOf = (empresaid: string | null) => ConvidadoNoPainel['empresa']

/** Returns the company with this id, even if its invitations cannot be counted. */
function invitingIn(painel: Painel): InvitingOf {
  const mesas = painel.mesas()
  return (empresaid) =>
    empresaid === null ? null : (mesas.get(empresaid) ?? { empresaid, nome: '', numero: '' })
}

function convidadoWith(invitingOf: InvitingOf): (convidado: Convidado) => ConvidadoNoPainel {
  return (convidado) => {
    const { credencial, empresaid, dentroDesde, desistencia } = convidado
    const empresa = invitingOf(empresaid)
    return { credencial, ...besideOf(convidado), empresa, dentroDesde, desistencia }
  }
}

/** Returns a test for guests that match a query; each company is compared once. */
function testIn(
  query: ConvidadoQuery,
  invitingOf: InvitingOf,
): (one: Pick<Listado, 'credencial' | 'empresaid' | 'searchable'>) => boolean {
  const test = testOf(query)
  if (query.empresa.length === 0 && query.empresaid === undefined) return test
  const compared = new Map<string | null, boolean>()
  const isOf = (empresaid: string | null) => {
    const known = compared.get(empresaid)
    if (known !== undefined) return known
    const isMeant = isCompanyMeant(query, invitingOf(empresaid))
    compared.set(empresaid, isMeant)
    return isMeant
  }
  return (one) => isOf(one.empresaid) && test(one)
}

/** The guest a query names by id: looked up, because comparing all ids costs as much as comparing names. */
function namedBy(query: ConvidadoQuery, painel: Painel, invitingOf: InvitingOf): string[] {
  const { credencialid } = query
  const found = credencialid === null ? undefined : painel.convidados().get(credencialid)
  if (credencialid === null || !found) return []
  const { credencial, empresaid } = found
  const isNamed = testIn(query, invitingOf)({ credencial, empresaid, searchable: searchableOf(credencial) })
  return isNamed ? [credencialid] : []
}

/** Guests in the order of these ids, without those who are gone. */
function convidadosIn(painel: Painel, credencialids: string[]): Convidado[] {
  const convidados = painel.convidados()
  return credencialids.map((id) => convidados.get(id)).filter((one) => one !== undefined)
}

const semelhantes = new WeakMap<Credencial, string>()

/** Text that is the same for guests who may be the same person; computed once per guest. */
function semelhanteIn(credencial: Credencial): string {
  const known = semelhantes.get(credencial) ?? semelhanteOf(credencial)
  semelhantes.set(credencial, known)
  return known
}
