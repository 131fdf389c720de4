import type { Empresa } from './empresa.ts'
import { compareEntradas, instantOf, type Entrada } from './entrada.ts'
import { isCutOff, type LinhaDoHistorico } from './historico.ts'
import { juncoesOf } from './juncao.ts'
import { type BalancoInput, countIn, type Intervalo } from './painel-repo.ts'

export interface Presenca {
  confirmados: number
  /** How many of those came, each counted once however often they were admitted. */
  vieram: number
}

/** An event that is over, in numbers only. */
export interface Balanco extends Presenca {
  convites: number
  /** Who said no, and who never answered: neither is absent. Unknown once guests are erased. */
  naoVem?: number
  semResposta?: number
  /** Admissions of people on no list. */
  foraDaLista: number
  /** Who came, by the hour of their first admission on the event's clock; empty hours are left out. */
  porHora: Intervalo[]
  /** Companies grouped by how many invitations they had, smallest group first; empty groups are left out. */
  faixas: Faixa[]
  semEmpresa: Presenca
}

export interface Faixa extends Presenca {
  /** The range of invitations per company; `ate` is null for the largest group. */
  de: number
  ate: number | null
  empresas: number
  convites: number
}

export interface EmpresaNoBalanco extends Presenca {
  empresaid: string
  convites: number
}

const FAIXAS = [
  { de: 0, ate: 5 },
  { de: 6, ate: 10 },
  { de: 11, ate: 20 },
  { de: 21, ate: 50 },
  { de: 51, ate: null },
]

const HOUR_MS = 3_600_000

interface BalancoFacts {
  empresas: Pick<Empresa, 'empresaid' | 'icredencial'>[]
  input: BalancoInput
  /** All confirmed guests, if known; otherwise at least the guests of companies and the others who came. */
  confirmados: number
  /** The end of the event: anything erased before it was a trial and is not counted. */
  fim: number
  /** How far the event's clock is ahead of UTC, in milliseconds. */
  offsetMs: number
}

/** Counts an event, with the same result before and after its guests are erased. */
export function balancoOf(asked: BalancoFacts): { balanco: Balanco; empresas: EmpresaNoBalanco[] } {
  const { first, foraDaLista, payerOf } = presencasIn(asked)
  const byEmpresa = new Map<string, EmpresaNoBalanco>(
    asked.empresas.map(({ empresaid, icredencial }) => [
      empresaid,
      { empresaid, convites: icredencial, confirmados: 0, vieram: 0 },
    ]),
  )
  let vieramDeEmpresas = 0
  for (const [credencialid, empresaid] of payerOf) {
    const empresa = byEmpresa.get(empresaid)
    if (!empresa) continue
    empresa.confirmados += 1
    if (!first.has(credencialid)) continue
    empresa.vieram += 1
    vieramDeEmpresas += 1
  }
  const empresas = [...byEmpresa.values()]
  const doEmpresas = sumOf(empresas, 'confirmados')
  const semEmpresa = first.size - vieramDeEmpresas
  const confirmados = Math.max(asked.confirmados, doEmpresas + semEmpresa)
  const balanco = {
    convites: sumOf(empresas, 'convites'),
    confirmados,
    vieram: first.size,
    foraDaLista,
    porHora: countIn([...first.values()].map(instantOf), HOUR_MS, asked.offsetMs),
    faixas: faixasOf(empresas),
    semEmpresa: { confirmados: confirmados - doEmpresas, vieram: semEmpresa },
  }
  return { balanco, empresas }
}

/** The first admission of each guest who came, with merged guests as one, and who paid for whom. */
function presencasIn({ input: { pagas, entradas, linhas }, fim }: BalancoFacts) {
  const apagadoem = Math.max(
    -Infinity,
    ...linhas.filter(isErasure).map(({ em }) => (em < fim ? em : -Infinity)),
  )
  // Our ids are the millisecond in which somebody registered.
  const isTrial = (credencialid: string, at: number) =>
    (/^\d{13}$/.test(credencialid) ? Number(credencialid) : at) <= apagadoem
  const removed = new Set(linhas.flatMap(({ ato, alvo }) => (ato === 'excluiu' ? alvo : [])))
  const { of } = juncoesOf(linhas)
  const lastOf = (credencialid: string) => {
    const passed = new Set<string>()
    let id = credencialid
    // Storage mended by hand may contain a circle.
    for (let kept = of.get(id)?.kept; kept !== undefined && !passed.has(id); kept = of.get(id)?.kept) {
      passed.add(id)
      id = kept
    }
    return id
  }
  const annulled = new Set(entradas.flatMap(({ anula }) => (anula === null ? [] : originalOf(anula))))
  const first = new Map<string, Entrada>()
  let foraDaLista = 0
  for (const entrada of entradas) {
    const { entradaid, credencialid, anula, recebidaem } = entrada
    // Copies repeat facts of guests who were merged or removed, and the history accounts for those.
    if (anula !== null || entradaid !== originalOf(entradaid) || annulled.has(entradaid)) continue
    if (isTrial(credencialid, recebidaem)) continue
    const id = lastOf(credencialid)
    const known = first.get(id)
    if (id === '' || removed.has(id)) foraDaLista += 1
    else if (!known || compareEntradas(entrada, known) < 0) first.set(id, entrada)
  }
  const payerOf = new Map(
    pagas
      .filter(({ credencialid: id, criadaem }) => !isTrial(id, criadaem) && !removed.has(id) && !of.has(id))
      .map(({ credencialid, empresaid }) => [credencialid, empresaid]),
  )
  return { first, foraDaLista, payerOf }
}

/** A complete erasure: one that was cut off left guests who may have come. */
const isErasure = (linha: LinhaDoHistorico) =>
  linha.ato === 'comecou-evento' || (linha.ato === 'apagou-tudo' && !isCutOff(linha))

/** The id of the fact one is a copy of, or its own (`copyFor`). */
const originalOf = (entradaid: string) => entradaid.split('~')[0] ?? ''

function faixasOf(empresas: EmpresaNoBalanco[]): Faixa[] {
  return FAIXAS.flatMap(({ de, ate }) => {
    const those = empresas.filter(({ convites }) => convites >= de && convites <= (ate ?? Infinity))
    if (those.length === 0) return []
    const sums = { convites: sumOf(those, 'convites'), confirmados: sumOf(those, 'confirmados') }
    return { de, ate, empresas: those.length, ...sums, vieram: sumOf(those, 'vieram') }
  })
}

function sumOf(empresas: EmpresaNoBalanco[], field: 'convites' | 'confirmados' | 'vieram'): number {
  return empresas.reduce((sum, empresa) => sum + empresa[field], 0)
}

/**
 * Tells whether a company may be named on a sheet that outlives its guests: it has a CNPJ, and no number in
 * its name as sole traders have. Any other may be a person.
 */
export function isNamed({ cnpj, nome }: Pick<Empresa, 'cnpj' | 'nome'>): boolean {
  const digits = (text: string) => text.replace(/\D/g, '').length
  return digits(cnpj) === 14 && digits(nome) < 8
}
