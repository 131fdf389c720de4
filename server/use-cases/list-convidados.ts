import { CASA } from '../domain/casa.ts'
import type { Empresa } from '../domain/empresa.ts'
import { EVERYBODY, queriesOf } from '../domain/convidado-search.ts'
import { keepTogether } from '../domain/grupo.ts'
import { type Mesa, ordemOf } from '../domain/mesa.ts'
import { compareNomes, type ConvidadoNoPainel, type ConvidadoQuery } from '../domain/painel-repo.ts'
import type { Storage } from '../domain/storage.ts'
import { foldText } from '../domain/text.ts'
import type { PainelReadings } from './painel-readings.ts'
import type { Numbers } from './empresas.ts'

/**
 * A company's guests on the printed list. `empresa` is null for guests of the public form, and `numbers` when
 * its invitations cannot be counted.
 */
export interface Table {
  empresa:
    | (Pick<Empresa, 'empresaid' | 'nome' | 'estacionamento'> &
        Pick<Mesa, 'numero'> & { numbers: Numbers | null })
    | null
  /** They have places of the house. */
  isDaCasa: boolean
  convidados: Acompanhado[]
}

/** A guest on a list; `com` is the name of who brought them, null for none who is stored. */
export type Acompanhado = ConvidadoNoPainel & { com: string | null }

/** Says of each who brought them. */
export async function withCom(
  { find }: Pick<Storage['painel'], 'find'>,
  convidados: ConvidadoNoPainel[],
): Promise<Acompanhado[]> {
  const firsts = await find([...new Set(convidados.flatMap(({ grupo }) => grupo ?? []))])
  const nomes = new Map(firsts.map(({ credencial }) => [credencial.credencialid, credencial.nome]))
  return convidados.map((one) => ({ ...one, com: nomes.get(one.grupo ?? '') ?? null }))
}

/**
 * A part of the guests by name, in Portuguese alphabetical order. Storage orders without accents and
 * punctuation, so a name near the border of two parts may be in the neighbouring one.
 * @param parte starts at 1; the last one if there are fewer
 */
export async function listByName(
  { painel }: Pick<Storage, 'painel'>,
  parte: number,
  queries: ConvidadoQuery[] = [EVERYBODY],
) {
  const read = (wanted: number) => painel.search(queries, (wanted - 1) * PART_SIZE, PART_SIZE)
  const found = await read(parte)
  const partes = Math.max(1, Math.ceil(found.total / PART_SIZE))
  const { convidados, total } = parte > partes ? await read(partes) : found
  const sorted = inAlphabet(convidados)
  return {
    convidados: sorted.map((one) => ({ ...one, letra: letterOf(one.credencial.nome) })),
    parte: Math.min(parte, partes),
    partes,
    total,
  }
}

/** A page of the list by name, in its order: of everybody, of a company, or of a text's matches. */
export async function listPage(
  parts: Pick<Storage, 'painel'>,
  pagina: number,
  { texto, empresaid }: { texto: string; empresaid: string | undefined },
) {
  const queries = texto === '' ? [EVERYBODY] : (queriesOf(texto) ?? [])
  const perPart = PART_SIZE / PAGE_SIZE
  const { convidados, parte, total } = await listByName(
    parts,
    Math.ceil(pagina / perPart),
    queries.map((query) => ({ ...query, empresaid })),
  )
  const before = (parte - 1) * perPart
  const pages = Math.max(1, Math.ceil(convidados.length / PAGE_SIZE))
  const shown = Math.min(Math.max(1, pagina - before), pages)
  const letras = new Map<string, number>()
  for (const [index, { letra }] of convidados.entries()) {
    if (!letras.has(letra)) letras.set(letra, before + Math.floor(index / PAGE_SIZE) + 1)
  }
  return {
    convidados: convidados.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE),
    pagina: before + shown,
    total,
    /** The letters of this part of the list, each with the page it begins on. */
    letras: [...letras].map(([letra, page]) => ({ letra, pagina: page })),
  }
}

/**
 * A part of the guests by company, in the order of their tables' numbers, then by name, companions right after
 * who brought them; those of the house and of nobody last. Companies without guests are left out.
 */
export async function listByTable(
  { painel, painelReadings }: Pick<Storage, 'painel'> & { painelReadings: Pick<PainelReadings, 'empresas'> },
  parte: number,
) {
  const countOf = async (empresaid: string | null) => {
    const { total } = await painel.search([{ ...EVERYBODY, empresaid }], 0, 0)
    return { empresaid, count: total }
  }
  const [listing, ...others] = await Promise.all([painelReadings.empresas(), countOf(CASA), countOf(null)])
  const broken = await Promise.all(listing.broken.map(({ empresaid }) => brokenTable(painel, empresaid)))
  const counted = listing.empresas.map(({ empresaid, nome, numero, estacionamento, ...numbers }) => {
    return { empresaid, nome, numero, estacionamento, count: numbers.used, numbers }
  })
  const known = inOrder([...counted, ...broken])
  // Another product's company may have the id of the house.
  const isListed = known.some(({ empresaid }) => empresaid === CASA)
  const parts = partsOf([...known, ...others.slice(isListed ? 1 : 0)])
  const wanted = Math.min(parte, Math.max(1, parts.length))
  const byId = new Map(known.map((empresa) => [empresa.empresaid, empresa]))
  const read = async ({ empresaid, offset }: Slice): Promise<Table> => {
    // A slice fills a part or ends with its company, so a request for a part of guests never reads beyond it.
    const { convidados } = await painel.search([{ ...EVERYBODY, empresaid }], offset, PART_SIZE)
    const listed = inAlphabet(await withCom(painel, convidados))
    const seated = keepTogether(listed.map((one) => ({ ...one, credencialid: one.credencial.credencialid })))
    const empresa = byId.get(empresaid ?? '') ?? null
    return { empresa, isDaCasa: empresa === null && empresaid !== null, convidados: seated }
  }
  const mesas = await Promise.all((parts[wanted - 1] ?? []).map(read))
  const listed = mesas.filter(({ convidados }) => convidados.length > 0)
  return { mesas: listed, parte: wanted, partes: Math.max(1, parts.length) }
}

/** A company whose invitations cannot be counted: its guests are still coming, and are on the list. */
async function brokenTable(painel: Storage['painel'], empresaid: string) {
  const { convidados, total } = await painel.search([{ ...EVERYBODY, empresaid }], 0, 1)
  const { nome = '', numero = '' } = convidados[0]?.empresa ?? {}
  return { empresaid, nome, numero, estacionamento: '', count: total, numbers: null }
}

/**
 * Orders companies by number, then by name, as storage orders guests: comparing thousands by language rules
 * takes 30 ms.
 */
function inOrder<One extends { empresaid: string; nome: string; numero: string }>(empresas: One[]): One[] {
  return empresas
    .map((empresa) => ({
      empresa,
      key: `${ordemOf(empresa.numero)}\n${foldText(empresa.nome)}\n${empresa.empresaid}`,
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ empresa }) => empresa)
}

/** The most guests in one part of a printed list: a longer one would hold up registrations. */
export const PART_SIZE = 800

export const PAGE_SIZE = 100

/** The most companies in a part, because each is a call to storage. */
export const EMPRESAS_MAX = 25

/** Guests in Portuguese alphabetical order; equal names keep their order. */
export function inAlphabet<One extends { credencial: { nome: string } }>(convidados: One[]): One[] {
  return [...convidados].sort((a, b) => compareNomes(a.credencial.nome, b.credencial.nome))
}

/** The letter a name is filed under; `#` if it begins with anything else. */
export function letterOf(nome: string): string {
  return /^\p{L}/u.exec(foldText(nome))?.[0] ?? '#'
}

/** A stretch of the guests of one company, or of none: its offset, and at most a part of them. */
export interface Slice {
  empresaid: string | null
  offset: number
}

/**
 * Divides a list into parts by company, given how many guests each has. Only a company with more than one
 * part's worth is split.
 */
export function partsOf(groups: { empresaid: string | null; count: number }[]): Slice[][] {
  const parts: Slice[][] = []
  let part: Slice[] = []
  let room = 0
  for (const { empresaid, count } of groups) {
    for (let offset = 0; offset < count; offset += PART_SIZE) {
      const limit = Math.min(PART_SIZE, count - offset)
      if (limit > room || part.length === EMPRESAS_MAX) {
        parts.push((part = []))
        room = PART_SIZE
      }
      part.push({ empresaid, offset })
      room -= limit
    }
  }
  return parts
}
