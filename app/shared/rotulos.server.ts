import type { Services } from '../../server/composition.ts'
import type { Autor } from '../../server/domain/historico.ts'
import { LUGARES_MAX } from '../../server/domain/acompanhantes.ts'
import { AT_ONCE_MAX, correctConvite, makeConvites } from '../../server/use-cases/convites-pessoais.ts'
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
  /** The codes of new invitations, and the lines whose number was left out. */
  | { kind: 'done'; feito: 'criados' | 'criados-sem-numero'; codigos: string[]; ilegiveis: number[] }
  | { kind: 'done'; feito: 'mudado' }
  | { kind: 'too-late'; aviso: 'ja-usado' | 'ja-recusado' | 'ja-revogado' }
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
  const lugares = Number(fields('lugares') ?? 1)
  const isCount = Number.isInteger(lugares) && lugares >= 1 && lugares <= LUGARES_MAX
  if (rotulos === null || !isCount || !isRandomValue(pedido)) throw new Response(null, { status: 400 })
  if (empresaid !== '' && services.parseEmpresaid(empresaid) === null)
    throw new Response(null, { status: 404 })
  const making = await makeConvites(services, { empresaid, rotulos, pedido, lugares }, autor)
  const refuse = (message: string): RefusedRotulo => ({ codigo: null, typed: rotulos, lugares, message })
  switch (making.kind) {
    case 'created': {
      const { codigos, ilegiveis } = making
      const feito = ilegiveis.length > 0 ? 'criados-sem-numero' : 'criados'
      return { kind: 'done', feito, codigos, ilegiveis }
    }
    case 'nothing-typed':
      return { kind: 'refused', recusado: refuse(phrases.empty) }
    case 'too-many':
      return { kind: 'refused', recusado: refuse(`Faça até ${AT_ONCE_MAX} convites de cada vez.`) }
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

export const linesOf = (lines: number[]) =>
  `${lines.length === 1 ? 'a linha' : 'as linhas'} ${lines.join(', ')}`

/**
 * Corrects a new personal invitation as a form says: its label, and where the form has them number and note.
 * @throws Response 404 when the company has no such invitation; 400 for a form that is not ours
 */
export async function changeRotulo(asked: RotulosAsked): Promise<RotulosAct> {
  const { services, empresaid, fields, autor, phrases } = asked
  const codigo = fields('codigo') ?? ''
  const read = (campo?: 'telefone' | 'nota') => fields(rotuloFieldOf(codigo, campo)) ?? undefined
  const [rotulo, telefone, nota] = [read(), read('telefone'), read('nota')]
  if (rotulo === undefined) throw new Response(null, { status: 400 })
  const typed = { rotulo, telefone, nota }
  const correcting = await correctConvite(services, { empresaid, codigo, typed }, autor)
  switch (correcting.kind) {
    case 'corrected':
      return { kind: 'done', feito: 'mudado' }
    case 'too-late':
      return { kind: 'too-late', aviso: `ja-${correcting.estado}` }
    case 'invalid': {
      const { campo, message } = correcting
      const said =
        message ??
        (campo === 'rotulo' ? phrases.tooLong : 'Digite de novo: há um sinal que não conseguimos ler.')
      return { kind: 'refused', recusado: { codigo, campo, typed: rotulo, telefone, nota, message: said } }
    }
    case 'convite-not-found':
      throw new Response(null, { status: 404 })
    default:
      return correcting satisfies never
  }
}
