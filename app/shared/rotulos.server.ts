import type { Services } from '../../server/composition.ts'
import type { Autor } from '../../server/domain/historico.ts'
import { makeConvites, renameConvite } from '../../server/use-cases/convites-pessoais.ts'
import { rotuloFieldOf, type RefusedRotulo } from './new-convites.tsx'
import type { Fields } from './remix.server.ts'
import { isRandomValue } from './session.server.ts'

export interface Phrases {
  empty: string
  tooLong: string
  /** @param lines `a linha 2`, `as linhas 2, 5` */
  someTooLong: (lines: string) => string
  tooFew: (left: number) => string
}

/** A form with labels of personal invitations: for which company, who sent it, and its page's wording. */
export interface RotulosAsked {
  services: Services
  empresaid: string
  fields: Fields
  autor: Autor
  phrases: Phrases
}

/** The outcome; nothing is written unless `done`. */
export type RotulosAct =
  | { kind: 'done'; feito: 'criados' | 'criados-sem-numero' | 'mudado' }
  | { kind: 'too-late'; aviso: 'ja-usado' | 'ja-revogado' }
  | { kind: 'refused'; recusado: RefusedRotulo }
  | { kind: 'limit-reached'; recusado: RefusedRotulo }

/**
 * Makes the personal invitations of a form, one per label.
 * @throws Response 404 when there is no such company, or nobody could open its invitations; 400 for a form
 *   that is not ours
 */
export async function createConvites(asked: RotulosAsked): Promise<RotulosAct> {
  const { services, empresaid, fields, autor, phrases } = asked
  const [rotulos, pedido] = [fields('rotulos'), fields('pedido') ?? '']
  if (rotulos === null || !isRandomValue(pedido)) throw new Response(null, { status: 400 })
  if (services.parseEmpresaid(empresaid) === null) throw new Response(null, { status: 404 })
  const making = await makeConvites(services, { empresaid, rotulos, pedido }, autor)
  const refuse = (message: string): RefusedRotulo => ({ codigo: null, typed: rotulos, message })
  switch (making.kind) {
    case 'created':
      return { kind: 'done', feito: making.isCut ? 'criados-sem-numero' : 'criados' }
    case 'nothing-typed':
      return { kind: 'refused', recusado: refuse(phrases.empty) }
    case 'invalid':
      return { kind: 'refused', recusado: refuse(phrases.someTooLong(linesOf(making.lines))) }
    case 'limit-reached':
      return { kind: 'limit-reached', recusado: refuse(phrases.tooFew(making.left)) }
    case 'empresa-not-found':
      throw new Response(null, { status: 404 })
    default:
      return making satisfies never
  }
}

const linesOf = (lines: number[]) => `${lines.length === 1 ? 'a linha' : 'as linhas'} ${lines.join(', ')}`

/**
 * Gives a new personal invitation the label from a form.
 * @throws Response 404 when the company has no such invitation; 400 for a form that is not ours
 */
export async function changeRotulo(asked: RotulosAsked): Promise<RotulosAct> {
  const { services, empresaid, fields, autor, phrases } = asked
  const codigo = fields('codigo') ?? ''
  const typed = fields(rotuloFieldOf(codigo))
  if (typed === null) throw new Response(null, { status: 400 })
  const renaming = await renameConvite(services, { empresaid, codigo, typed }, autor)
  switch (renaming.kind) {
    case 'renamed':
      return { kind: 'done', feito: 'mudado' }
    case 'used':
      return { kind: 'too-late', aviso: 'ja-usado' }
    case 'revoked':
      return { kind: 'too-late', aviso: 'ja-revogado' }
    case 'invalid':
      return { kind: 'refused', recusado: { codigo, typed, message: phrases.tooLong } }
    case 'convite-not-found':
      throw new Response(null, { status: 404 })
    default:
      return renaming satisfies never
  }
}
