import type { Convidado } from '../domain/credencial-repo.ts'
import { entradasIn, primeiraIn } from '../domain/entrada.ts'
import type { Autor } from '../domain/historico.ts'
import { rajadasOf, PROCEDENCIA_MS, spreadsOf, type Procedencia } from '../domain/procedencia.ts'
import type { Storage } from '../domain/storage.ts'
import { followUp } from './change-convidado.ts'
import { askForEach } from './event-loop.ts'
import { findDesistencia } from './find-convidado.ts'

/** The registrations to find: those of one address between two instants, at one company or anywhere. */
export interface RajadaQuery {
  /** Keyed hash of the address, or its beginning. */
  origem: string
  /** A company's id; null for the public form, undefined for both and all companies. */
  empresaid: string | null | undefined
  /** The first and the last millisecond that count. */
  from: number
  to: number
}

type RajadaParts = Pick<Storage, 'credenciais'> & { now: () => number }

/** How many registrations make a burst: more than one guest types, but any two if a company complains. */
const AT_LEAST = 10
const AT_LEAST_OF_ONE = 2

/**
 * Bursts and spreads of the last 48 hours: any two in succession at a named company, ten or more anywhere
 * (decision 0011), which can be undone, and small groups from several addresses that are ten or more
 * together, which are only shown (decision 0021). Each list is oldest first. `nome` is the company's, or its
 * id if storage has none; null for the public form.
 */
export async function listRajadas(
  { credenciais, painel, now }: RajadaParts & Pick<Storage, 'painel'>,
  empresaid: string | null,
) {
  const procedencias = await credenciais.listProcedencias(now() - PROCEDENCIA_MS)
  const ofOne = procedencias.filter((procedencia) => procedencia.empresaid === empresaid)
  const rajadas = empresaid === null ? rajadasOf(procedencias, AT_LEAST) : rajadasOf(ofOne, AT_LEAST_OF_ONE)
  const spreads = spreadsOf(empresaid === null ? procedencias : ofOne, AT_LEAST)
  if (rajadas.length + spreads.length === 0) return { rajadas: [], spreads: [] }
  const listing = await painel.listEmpresas(now())
  const nomes = new Map(listing.empresas.map(({ empresa }) => [empresa.empresaid, empresa.nome]))
  const nomeOf = (id: string) => nomes.get(id) ?? id
  return {
    rajadas: rajadas.map((rajada) => {
      return { ...rajada, nome: rajada.empresaid === null ? null : nomeOf(rajada.empresaid) }
    }),
    spreads: spreads.map((spread) => ({ ...spread, nome: nomeOf(spread.empresaid) })),
  }
}

/**
 * Finds the guests who were registered and are still stored: after an interruption, those that are left.
 * @returns null if several addresses have a hash that begins like this
 */
export async function findRajada(
  { credenciais, now }: RajadaParts,
  query: RajadaQuery,
): Promise<Convidado[] | null> {
  const procedencias = await credenciais.listProcedencias(now() - PROCEDENCIA_MS)
  const ofOrigem = procedencias.filter(({ origem }) => origem.startsWith(query.origem))
  if (new Set(ofOrigem.map(({ origem }) => origem)).size > 1) return null
  const ids = ofOrigem
    .filter((procedencia) => isMeant(procedencia, query))
    .map(({ credencialid }) => credencialid)
  const found = await askForEach(ids, (id) => credenciais.findById(id))
  return found.filter((convidado) => convidado !== null)
}

function isMeant({ empresaid, criadaem }: Procedencia, query: RajadaQuery): boolean {
  const isThere = query.empresaid === undefined || query.empresaid === empresaid
  return isThere && criadaem >= query.from && criadaem <= query.to
}

/** A guest of a burst, and reasons not to erase them: they are inside, or have already withdrawn. */
export type DaRajada = Awaited<ReturnType<typeof readWhereabouts>>[number]

export async function readWhereabouts(
  { desistencias, entradas }: Pick<Storage, 'desistencias' | 'entradas'>,
  convidados: Convidado[],
) {
  return askForEach(convidados, async (convidado) => {
    const { credencialid } = convidado.credencial
    const [facts, desistencia] = await Promise.all([
      entradas.listOf(credencialid),
      findDesistencia({ desistencias }, credencialid),
    ])
    /** `dentroDesde`: milliseconds since the epoch; null while outside. */
    return { convidado, dentroDesde: primeiraIn(entradasIn(facts))?.em ?? null, desistencia }
  })
}

/** A guest to erase; `isInsideToo` erases them even if they are inside by then. */
export interface Marcado {
  credencialid: string
  isInsideToo: boolean
}

/**
 * Erases guests one by one, each in its own transaction, so that an interruption loses no work. A guest who
 * is already gone is skipped.
 * @param autorOf called for each guest, because each has a line in the history
 * @returns how many were erased, and how many stay because they are inside
 */
export async function undoRajada(
  { credenciais, avips, now }: RajadaParts & Pick<Storage, 'avips'>,
  marcados: Marcado[],
  isReturned: boolean,
  autorOf: () => Autor,
) {
  let [removed, inside] = [0, 0]
  for (const { credencialid, isInsideToo } of marcados) {
    const removal = isInsideToo
      ? await credenciais.remove(credencialid, isReturned, autorOf())
      : await credenciais.removeOutside(credencialid, isReturned, autorOf())
    if (removal.kind === 'removed') removed += 1
    if (removal.kind === 'inside') inside += 1
  }
  const mirror = () => avips.mirrorDue(now()).then(({ due }) => due === 0)
  return { removed, inside, ...(await followUp(credenciais, mirror)) }
}
