import type { Entrada } from './entrada.ts'
import type { Ato, LinhaDoHistorico } from './historico.ts'

/** An invitation that is paid with, and for whom. */
export interface Paga {
  credencialid: string
  empresaid: string
  criadaem: number
}

/** What tells who was confirmed and came without naming anybody: an erasure leaves all of it (decision 0042). */
export interface Rastro {
  pagas: Paga[]
  entradas: Entrada[]
  /** Those of {@link RASTRO}, in any order. */
  linhas: LinhaDoHistorico[]
}

/** The acts whose lines tell whose admission a fact is, and whose invitation is nobody's. */
export const RASTRO = ['juntou', 'excluiu', 'apagou-tudo', 'comecou-evento'] as const satisfies Ato[]

export const isOfRastro = (ato: Ato): ato is (typeof RASTRO)[number] =>
  (RASTRO as readonly Ato[]).includes(ato)
