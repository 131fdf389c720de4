import { isNamedCasa } from '../domain/casa.ts'
import { EVERYBODY } from '../domain/convidado-search.ts'
import { impressasIn, isNova, SEM_CODIGO, type Envio, type Impressa } from '../domain/envio.ts'
import { parsePapel, perFolha, problemOfQr, type Ajuste, type ErrosDePapel } from '../domain/etiquetas.ts'
import type { Autor } from '../domain/historico.ts'
import { keepTogether } from '../domain/grupo.ts'
import { compareNumero } from '../domain/mesa.ts'
import { setLabel, type Posto } from '../domain/name-fit.ts'
import type { PapelDeEtiqueta } from '../domain/papel-de-etiqueta.ts'
import { compareNomes, type ConvidadoNoPainel } from '../domain/painel-repo.ts'
import type { Storage } from '../domain/storage.ts'
import { ALL } from './devidas.ts'
import type { EmpresaListed } from './empresas.ts'
import { inTurns } from './event-loop.ts'
import { listaOf } from './certificado.ts'
import type { PainelReadings } from './painel-readings.ts'

/** The most labels on one page: drawing more at once would hold up registrations. */
const PART_SIZE = 300

/**
 * Which labels to print, of all guests who did not withdraw. `novos` leaves out guests whose label is up to
 * date, and `fora` those who are inside; both together leave out either.
 */
const SO = ['novos', 'fora'] as const
type So = (typeof SO)[number]

/** The chosen labels and paper; `papel` is null when they cannot be printed. */
export interface Escolha {
  papel: PapelDeEtiqueta | null
  ajuste: Ajuste
  quem: So[]
  /** Only this company; empty text for all. */
  empresaid: string
  ordem: 'nome' | 'mesa'
  /** The label position on the first sheet to start at, from 1. */
  inicio: number
  hasQr: boolean
  erros: ErrosDePapel & { inicio?: string; qr?: string }
}

export function parseEscolha(typed: (field: string) => string): Escolha {
  const { papel, ajuste, erros } = parsePapel(typed)
  const begin = typed('inicio').trim() || '1'
  const most = papel ? perFolha(papel) : Infinity
  const inicio = /^\d{1,3}$/.test(begin) ? Number(begin) : 0
  const isOff = inicio < 1 || inicio > most
  const hasQr = typed('qr') !== ''
  const qr = hasQr && papel ? problemOfQr(papel) : null
  return {
    papel,
    ajuste,
    inicio,
    empresaid: typed('empresa'),
    quem: SO.filter((one) => typed('quem').split(' ').includes(one)),
    ordem: typed('ordem') === 'mesa' ? 'mesa' : 'nome',
    hasQr,
    erros: {
      ...erros,
      ...(isOff && papel && { inicio: `Esta folha tem etiquetas de 1 a ${most}.` }),
      ...(qr !== null && { qr }),
    },
  }
}

interface Dita extends Impressa {
  /** The credencialid of the guest who brought them; null for none. */
  grupo: string | null
  nome: string
  empresa: string
  /** The number of the table; empty text for none. */
  numero: string
  empresaid: string | null
  isInside: boolean
}

type MesaEscolhida = Pick<EmpresaListed, 'empresaid' | 'nome' | 'numero'>

export interface EtiquetaParts extends Pick<Storage, 'painel' | 'envios'> {
  painelReadings: Pick<PainelReadings, 'empresas'>
  impressoOf: (said: string[]) => string
  now: () => number
}

/** The chosen labels, in order; how many labels each choice has; and the tables, in order of number. */
export async function chooseEtiquetas(
  parts: EtiquetaParts,
  { quem, empresaid, ordem, hasQr }: Pick<Escolha, 'quem' | 'empresaid' | 'ordem' | 'hasQr'>,
) {
  const feitaem = parts.now()
  const [{ convidados }, { empresas }, impressas] = await Promise.all([
    parts.painel.search([EVERYBODY], 0, ALL),
    parts.painelReadings.empresas(),
    listImpressas(parts),
  ])
  const known = new Map<string, Envio>()
  await inTurns(impressas, (envio) => known.set(envio.para, envio))
  const mesas = empresas
    .filter(({ used }) => used > 0)
    .map(({ empresaid, nome, numero }): MesaEscolhida => ({ empresaid, nome, numero }))
    .sort(byNumero)
  const asked = convidados
    .filter(({ desistencia, dentroDesde }) => desistencia === null || dentroDesde !== null)
    .filter(({ empresa }) => empresaid === '' || empresa?.empresaid === empresaid)
  const counts = { todos: asked.length, novos: 0, fora: 0 }
  const ditas: Dita[] = []
  await inTurns(asked, (convidado) => {
    const dita = said(convidado, hasQr, parts.impressoOf)
    const isAmong: Record<So, boolean> = {
      novos: isNova(known.get(dita.credencialid), dita),
      fora: !dita.isInside,
    }
    for (const so of SO) if (isAmong[so]) counts[so]++
    if (quem.every((so) => isAmong[so])) ditas.push(dita)
  })
  return { ditas: ordem === 'mesa' ? inTables(ditas, mesas) : ditas, counts, mesas, feitaem, impressas }
}

async function listImpressas({ envios }: Pick<EtiquetaParts, 'envios'>): Promise<Envio[]> {
  const [etiquetas, desmarcadas] = await Promise.all([envios.list('etiqueta'), envios.list('desmarcada')])
  return impressasIn(etiquetas, desmarcadas)
}

/**
 * One sheet's marks: when it was made, in milliseconds since the epoch, and how many labels are marked.
 * @param feitaem the sheet; null for the newest marked one
 * @returns null when none of it is marked
 */
export function marcaIn(impressas: Envio[], feitaem: number | null) {
  const sheet = feitaem ?? impressas.reduce((last, { em }) => Math.max(last, em), 0)
  const quantas = impressas.filter(({ em }) => em === sheet).length
  return quantas === 0 ? null : { feitaem: sheet, quantas }
}

/**
 * desmarcar: the marked labels of a sheet become new again.
 * @returns how many; 0 when none is marked, or no longer
 */
export async function unmarkEtiquetas(
  parts: Pick<EtiquetaParts, 'envios'>,
  feitaem: number,
  autor: Autor,
): Promise<number> {
  const { quantas } = marcaIn(await listImpressas(parts), feitaem) ?? { quantas: 0 }
  if (quantas > 0) await parts.envios.unmark(feitaem, quantas, autor)
  return quantas
}

function said(
  { credencial: { credencialid, nome }, versao, grupo, empresa, dentroDesde }: ConvidadoNoPainel,
  hasQr: boolean,
  impressoOf: EtiquetaParts['impressoOf'],
): Dita {
  // Who comes without a table wears no company.
  const table = empresa && !isNamedCasa(empresa) ? empresa : null
  const label = { nome, empresa: table?.nome ?? '', numero: table?.numero ?? '' }
  return {
    credencialid,
    grupo,
    ...label,
    empresaid: empresa?.empresaid ?? null,
    isInside: dentroDesde !== null,
    impresso: impressoOf([label.nome, label.empresa, label.numero]),
    versao: hasQr ? versao : SEM_CODIGO,
  }
}

const byNumero = (a: MesaEscolhida, b: MesaEscolhida) =>
  compareNumero(a.numero, b.numero) || compareNomes(a.nome, b.nome)

/** Ordered by table, those without one last; within a table the order stays, and who came together do. */
function inTables(ditas: Dita[], mesas: MesaEscolhida[]): Dita[] {
  const place = new Map(mesas.map(({ empresaid }, at) => [empresaid, at]))
  const tables = Array.from({ length: mesas.length + 1 }, (): Dita[] => [])
  for (const dita of ditas) tables[place.get(dita.empresaid ?? '') ?? mesas.length]?.push(dita)
  return tables.flatMap(keepTogether)
}

/** A label of a sheet with its text set and the code of its QR; null for a position already used. */
export type Celula = (Posto & { codigo: string | null }) | null

type Folhas = { papel: PapelDeEtiqueta; inicio: number }

/** How many label positions a number of labels takes, including those already used; 0 for none. */
const cellsOf = (total: number, { inicio }: Pick<Folhas, 'inicio'>) => (total === 0 ? 0 : inicio - 1 + total)

/** How many sheets a number of labels takes, including the positions already used. */
export const countFolhas = (total: number, { papel, inicio }: Folhas) =>
  Math.ceil(cellsOf(total, { inicio }) / perFolha(papel))

/**
 * The sheets of one part: as many whole ones as fit on a page.
 * @param parte starts at 1; the last one if there are fewer
 */
export async function sheetsOf(
  ditas: Dita[],
  { papel, inicio, hasQr }: Folhas & { hasQr: boolean },
  parte: number,
  codeOf: (credencialid: string, versao: number) => string,
) {
  const porFolha = perFolha(papel)
  const perPart = Math.max(1, Math.floor(PART_SIZE / porFolha)) * porFolha
  const cells = cellsOf(ditas.length, { inicio })
  const partes = Math.max(1, Math.ceil(cells / perPart))
  const shown = Math.min(parte, partes)
  const places = Array.from(
    { length: Math.max(0, Math.min(perPart, cells - (shown - 1) * perPart)) },
    (_, at) => ditas[(shown - 1) * perPart + at - (inicio - 1)],
  )
  const celulas = await inTurns(places, (dita): Celula => {
    if (!dita) return null
    const codigo = hasQr ? codeOf(dita.credencialid, dita.versao) : null
    return { ...setLabel(papel, dita, hasQr), codigo }
  })
  const folhas = Array.from({ length: Math.ceil(celulas.length / porFolha) }, (_, n) =>
    celulas.slice(n * porFolha, (n + 1) * porFolha),
  )
  const impressas: Impressa[] = places.filter((dita) => dita !== undefined)
  return {
    folhas,
    impressas,
    // Between two parts guests come, go and are corrected, so somebody might be in no part or in two.
    lista: listaOf(ditas.map(({ credencialid }) => credencialid)),
    parte: shown,
    partes,
    total: ditas.length,
    folhasTotal: countFolhas(ditas.length, { papel, inicio }),
  }
}

/** What a sheet showed, as its form sends it: `ID.HASH.VERSAO`, separated by blanks. */
export const writeImpressas = (impressas: Impressa[]): string =>
  impressas
    .map(({ credencialid, impresso, versao }) =>
      [encodeURIComponent(credencialid).replaceAll('.', '%2E'), impresso, versao].join('.'),
    )
    .join(' ')

/** @returns null for text that no sheet of ours sends */
export function parseImpressas(raw: string): Impressa[] | null {
  const impressas = raw.split(' ').map((one): Impressa | null => {
    const [, id = '', impresso = '', versao] =
      /^([\w%!~*'()-]{1,600})\.([\w-]{12})\.(-1|\d{1,9})$/.exec(one) ?? []
    try {
      return id === '' ? null : { credencialid: decodeURIComponent(id), impresso, versao: Number(versao) }
    } catch {
      return null
    }
  })
  const all = impressas.filter((one) => one !== null)
  return all.length === impressas.length && all.length <= PART_SIZE ? all : null
}
