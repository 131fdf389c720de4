import type { Evento } from '../domain/evento.ts'
import type { EventoGravado } from '../domain/evento-gravado.ts'
import { compareNomes, type Intervalo } from '../domain/painel-repo.ts'
import { DAY_MS, offsetOf } from '../domain/quando.ts'
import type { Storage } from '../domain/storage.ts'
import { foldText } from '../domain/text.ts'
import { readBalanco } from './balanco.ts'
import { listEmpresas, type EmpresaListed, type Numbers } from './empresas.ts'

/** How long a reading is valid while nothing is stored, in milliseconds: a hold may end by itself. */
const FRESH_MS = 30_000

/** How long it is valid when storage cannot tell cheaply whether anything was stored, in milliseconds. */
const BLIND_MS = 5_000

/**
 * Keeps readings in this process, above all the board's, while storage says that nothing was stored.
 * Simultaneous requests share one reading; a failed one is not kept. So the guests are counted once in 30 s,
 * or in 5 s when storage cannot tell, however many people look at the board.
 * @param slowMs a reading that took longer is still shown while the next one is read
 */
export function cacheByVersion<Result>(
  read: () => Promise<Result>,
  { painel, now }: { painel: Pick<Storage['painel'], 'dataVersion'>; now: () => number },
  blindMs: number = BLIND_MS,
  slowMs = Infinity,
): () => Promise<Result> {
  interface Kept {
    version: string | null
    until: number
    took: number
    result: Promise<Result>
    /** Shown until this one is complete. */
    last: Promise<Result> | null
  }
  let kept: Kept | null = null
  return async () => {
    const version = await painel.dataVersion()
    const instant = now()
    if (kept?.last && instant < kept.until) return kept.last
    if (kept?.version === version && instant < kept.until) return kept.result
    const last = kept && kept.took > slowMs && instant < kept.until + FRESH_MS ? kept.result : null
    const began = performance.now()
    const result = read()
    const until = instant + (version === null ? blindMs : FRESH_MS)
    const mine: Kept = { version, until, took: 0, result, last }
    kept = mine
    const end = () => {
      mine.took = performance.now() - began
      mine.last = null
    }
    result.then(end, () => {
      if (kept === mine) kept = null
    })
    return last ?? result
  }
}

/** What the board reads about all guests and companies, kept while nothing is stored. */
export function createPainelReadings(
  parts: Pick<Storage, 'painel' | 'entradas'> & { now: () => number },
  evento: Pick<Evento, 'inicio' | 'fim'>,
  confirmados?: EventoGravado['confirmados'],
) {
  const { entradas, painel, now } = parts
  return {
    numeros: cacheByVersion(() => painel.count(now()), parts),
    /** People who were let in and are on no list. */
    foraDaLista: cacheByVersion(async () => (await entradas.listAnotadas(0, 1)).total, parts),
    empresas: cacheByVersion(() => listEmpresas({ list: (at) => painel.listEmpresas(at), now }), parts),
    inside: cacheByVersion(() => painel.countInsideByEmpresa(), parts),
    /** Guests by the day they registered, on the event's clock. */
    perDay: cacheByVersion(() => painel.countPerDay(offsetOf(evento.inicio)), parts),
    /** The event in numbers, for when it is over. */
    balanco: cacheByVersion(() => readBalanco(parts, { evento, confirmados }), parts),
  }
}

export type PainelReadings = ReturnType<typeof createPainelReadings>

const TEN_MINUTES_MS = 600_000

/** Doors open before the event begins. */
const BEFORE_MS = 3_600_000

const BARS_MAX = 60

export async function painelMovement(
  {
    painel,
    perDay: readPerDay,
    now,
  }: { painel: Pick<Storage['painel'], 'countArrivals'>; now: () => number } & Pick<PainelReadings, 'perDay'>,
  { inicio, fim }: { inicio: string; fim: string },
) {
  const offset = offsetOf(inicio)
  const dayOf = (at: number) => Math.floor((at + offset) / DAY_MS) * DAY_MS - offset
  const today = dayOf(now())
  const eventDay = dayOf(Date.parse(inicio))
  // A day in the future comes from another product's id that looks like an instant.
  const perDay = (await readPerDay()).filter(({ from }) => from <= today)
  const porDia = perDay[0] ? filled(perDay, perDay[0].from, today, DAY_MS) : []
  if (now() < eventDay) return { porDia: porDia.slice(-BARS_MAX), chegadas: [] }

  // For an event of several days, this is the day after its last one.
  const until = Math.max(eventDay + 2 * DAY_MS, Date.parse(fim) + DAY_MS)
  const arrived = await painel.countArrivals(eventDay, until, TEN_MINUTES_MS)
  const first = Math.min(stepOf(Date.parse(inicio) - BEFORE_MS), arrived[0]?.from ?? Infinity)
  const last = Math.max(stepOf(Date.parse(fim) - 1), arrived.at(-1)?.from ?? 0)
  return {
    /** Starts on the first guest's day and ends today; at most the latest sixty days. */
    porDia: porDia.slice(-BARS_MAX),
    /**
     * On the day of the event, from an hour before its start to its end, or longer if guests came earlier or
     * later; empty on other days.
     */
    chegadas: around(filled(arrived, first, last, TEN_MINUTES_MS), now()),
  }
}

/** All bars, or for an event of many hours those that matter now. */
function around(intervalos: Intervalo[], now: number): Intervalo[] {
  const begun = intervalos.filter(({ from }) => from <= now).length
  const end = Math.min(intervalos.length, Math.max(BARS_MAX, begun))
  return intervalos.slice(Math.max(0, end - BARS_MAX), end)
}

const stepOf = (at: number) => Math.floor(at / TEN_MINUTES_MS) * TEN_MINUTES_MS

/** Every stretch from the first to the last, including empty ones. */
function filled(intervalos: Intervalo[], first: number, last: number, stepMs: number): Intervalo[] {
  const counts = new Map(intervalos.map(({ from, count }) => [from, count]))
  const length = Math.round((last - first) / stepMs) + 1
  return Array.from({ length }, (_, index) => {
    const from = first + index * stepMs
    return { from, count: counts.get(from) ?? 0 }
  })
}

export const POR_PAGINA = 100

export type Ordem = 'nome' | 'dentro' | keyof Numbers

/** No invitation is used, held or personal. */
export function isParada({ used, held, pessoais }: EmpresaListed): boolean {
  return used + held + pessoais === 0
}

/** The groups of companies that need action; each tells whether a company belongs to it. */
const GROUPS = {
  paradas: isParada,
  cheias: ({ total, left }: EmpresaListed) => total > 0 && left === 0,
  semWhatsapp: ({ telefone }: EmpresaListed) => telefone === '',
  fechadas: ({ isFechada }: EmpresaListed) => isFechada,
}

export type Grupo = keyof typeof GROUPS

export const GRUPOS = Object.keys(GROUPS) as Grupo[]

export interface EmpresasQuery {
  ordem: Ordem
  /** Part of the company's name, or of who answers for it; accents and case are ignored. */
  texto: string
  grupo: Grupo | null
  /** Starts at 1; beyond the last page it is the last. */
  pagina: number
}

export type EmpresaNoPainel = EmpresaListed & { dentro: number; grupos: Grupo[] }

/** A page of companies, and the sums of all that match the query. Sorts numbers from the largest, names from A. */
export async function painelEmpresas(
  readings: Pick<PainelReadings, 'empresas' | 'inside'>,
  { ordem, texto, grupo, pagina }: EmpresasQuery,
) {
  const [listing, inside] = await Promise.all([readings.empresas(), readings.inside()])
  const text = foldText(texto)
  const named = listing.empresas
    .filter(({ nome, contato }) => [nome, contato].some((field) => foldText(field).includes(text)))
    .map((empresa) => ({
      ...empresa,
      dentro: inside.get(empresa.empresaid) ?? 0,
      grupos: GRUPOS.filter((name) => GROUPS[name](empresa)),
    }))
  const countIn = (name: Grupo) => named.filter(({ grupos }) => grupos.includes(name)).length
  const found = named
    .filter(({ grupos }) => grupo === null || grupos.includes(grupo))
    .sort((a, b) => (ordem === 'nome' ? 0 : b[ordem] - a[ordem]) || compareNomes(a.nome, b.nome))
  const sum = { total: 0, used: 0, held: 0, pessoais: 0, left: 0, dentro: 0 }
  for (const empresa of found)
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += empresa[name]
  const last = Math.max(1, Math.ceil(found.length / POR_PAGINA))
  const shown = Math.min(Math.max(1, pagina), last)
  return {
    empresas: found.slice((shown - 1) * POR_PAGINA, shown * POR_PAGINA),
    sum,
    /** How many match the query, how many contain the text, and how many of these are in each group. */
    found: found.length,
    named: named.length,
    counts: Object.fromEntries(GRUPOS.map((name) => [name, countIn(name)])) as Record<Grupo, number>,
    /** All companies that can be counted, and their invitations. */
    all: { empresas: listing.empresas.length, convites: listing.sum.total },
    pagina: shown,
  }
}
