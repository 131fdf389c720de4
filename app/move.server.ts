import { json } from './remix.server.ts'
import type { Services } from '../server/composition.ts'
import type { Autor } from '../server/domain/historico.ts'
import { findWithdrawal } from '../server/use-cases/find-withdrawal.ts'
import { limitReached } from '~/components/limit-reached-text'
import { empresaIn, suggestedEmpresas, type EmpresaTyped } from './company-field.server.ts'
import { toGuest, toGuests } from './convidado.server.ts'
import { fieldsOf } from './guest-acts.server.ts'

/** The company as typed, to be shown again. */
export type RefusedMove = EmpresaTyped

/** A guest who may go to another company, and the company that pays. @throws Response 404 when there is no such guest */
export async function movingShown(services: Services, asked: string) {
  const [found, desistencia, suggested] = await Promise.all([
    services.credenciais.findById(asked),
    findWithdrawal(services, asked),
    suggestedEmpresas(services),
  ])
  if (!found) throw new Response(null, { status: 404 })
  const { credencialid, nome } = found.credencial
  const empresa = found.empresa?.nome ?? null
  return { credencialid, nome, empresa, suggested, isWithdrawn: desistencia !== null }
}

/** Gives a guest the company of the posted form, or none. @returns where to go, or the form again */
export async function moveOf(
  services: Services,
  credencialid: string,
  request: Request,
  autor: Autor,
): Promise<Response> {
  const { empresaid, ...typed } = await empresaIn(await fieldsOf(request), services)
  const refuse = (error: string | null) =>
    json<RefusedMove>({ ...typed, error }, { status: 422, headers: { 'Cache-Control': 'no-store' } })
  if (empresaid === undefined) return refuse(typed.error)
  const { newId, now } = services
  const asked = { credencialid, empresaid, reservaid: newId(), now: now() }
  const move = await services.credenciais.move(asked, autor)
  switch (move.kind) {
    case 'moved':
    case 'already-there':
      return toGuest(credencialid, 'mudou')
    case 'credencial-not-found':
      return toGuests('sumiu')
    case 'limit-reached':
      return refuse(`LIMITE ATINGIDO. ${limitReached(typed.typed)}`)
    case 'empresa-not-found':
      return refuse('Esta empresa não existe mais.')
    default:
      return move satisfies never
  }
}
