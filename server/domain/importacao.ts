import { createHash } from 'node:crypto'
import type { ConvitePessoal } from './convite-pessoal.ts'
import type { Credencial } from './credencial.ts'
import { type Empresa, EMPRESA_TEXT_FIELDS } from './empresa.ts'
import type { Mesa } from './mesa.ts'

/**
 * A note of one thing an import made or changed, written in the transaction that did so, and kept until the
 * erasure. It names guests and invitations by their ids alone.
 */
export interface Importado {
  /** The planilhaid and the `alvo`, with a blank between. */
  importadoid: string
  planilhaid: string
  tipo: 'convidado' | 'convite' | 'empresa'
  /** The credencialid, the codigo or the empresaid. */
  alvo: string
  /** {@link marcaDe} what was stored; empty text for a company that was known already. */
  marca: string
  /** The {@link Mudanca}s of a company that was known, as JSON; empty text for anything new. */
  mudancas: string
  /** When it was taken back, or found to be gone, in milliseconds since the epoch; null until then. */
  desfeitoem: number | null
}

/** A field of a company or its mesa: before the import, and as it wrote it. */
export type Mudanca = [campo: (typeof FIELDS)[number], de: string | number, para: string | number]

export type ComMesa = Empresa & Pick<Mesa, 'telefone' | 'numero'>

/** How many of a part were taken back, and how many stay because something happened to them since. */
export interface Desfeitos {
  kind: 'taken'
  saem: number
  ficam: number
}

/**
 * A fingerprint of what an import stored, because a correction may leave no other trace: the first 8
 * characters of the SHA-256 of its JSON, without a key. It does not outlive the erasure.
 */
const marcaDe = (...stored: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(stored)).digest('hex').slice(0, 8)

/** The fingerprint of a company with its mesa, without what it has given away. */
export const marcaDaEmpresa = (empresa: Empresa, { versao, fechada, telefone, numero, pedido, dado }: Mesa) =>
  marcaDe(
    EMPRESA_TEXT_FIELDS.map((field) => empresa[field]),
    ...[empresa.icredencial, versao, fechada, telefone, numero, pedido, dado],
  )

export const marcaDoConvidado = ({ nome, telefone, email }: Credencial, versao: number) =>
  marcaDe(nome, telefone, email, versao)

export const marcaDoConvite = ({ rotulo, telefone, nota, lugares }: ConvitePessoal) =>
  marcaDe(rotulo, telefone, nota, lugares)

export const importadoidOf = (planilhaid: string, alvo: string) => `${planilhaid} ${alvo}`

export function importadoOf(
  { planilhaid }: Pick<Importado, 'planilhaid'>,
  tipo: Importado['tipo'],
  alvo: string,
  { marca = '', mudancas = '' }: Partial<Importado>,
): Importado {
  const importadoid = importadoidOf(planilhaid, alvo)
  return { importadoid, planilhaid, tipo, alvo, marca, mudancas, desfeitoem: null }
}

const FIELDS = [...EMPRESA_TEXT_FIELDS, 'icredencial', 'telefone', 'numero'] as const

export const mudancasIn = (was: ComMesa, is: ComMesa): Mudanca[] =>
  FIELDS.flatMap((campo) => (was[campo] === is[campo] ? [] : [[campo, was[campo], is[campo]]]))

/**
 * The fields a company had before an import, of those that still are what it wrote: a total falls no lower
 * than what the company has given away.
 */
export function fieldsBefore(is: ComMesa, mudancas: Mudanca[]): Partial<ComMesa> {
  const least = Math.min(is.icredencial, is.licredencial)
  const fields = mudancas.flatMap(([campo, de, para]) => {
    const was = campo === 'icredencial' ? Math.max(Number(de), least) : de
    return is[campo] === para && was !== para ? [[campo, was] as const] : []
  })
  return Object.fromEntries(fields)
}
