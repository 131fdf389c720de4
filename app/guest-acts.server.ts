import { json } from './remix.server.ts'
import type { Services } from '../server/composition.ts'
import type { Autor } from '../server/domain/historico.ts'
import { admitGuest } from '../server/use-cases/admit-guest.ts'
import { annulEntrada } from '../server/use-cases/annul-entrada.ts'
import { removeCredencial } from '../server/use-cases/remove-credencial.ts'
import { renewLink } from '../server/use-cases/renew-link.ts'
import { momentOf } from '~/components/event-clock'
import { toGuest, toGuests } from './convidado.server.ts'

/** As `newId` makes them. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** What the page asks before anything is done. */
export interface AdmitQuestion {
  /** When the guest went in. */
  enteredAt: string
}

type Act = (services: Services, credencialid: string, fields: Fields, autor: Autor) => Promise<Response>

/** The fields of a posted form by name; null for one that is missing, repeated or no text. */
export type Fields = (name: string) => string | null

/** Reads the posted form. */
export async function fieldsOf(request: Request): Promise<Fields> {
  const form = await request.formData()
  return (name) => {
    const [value, ...others] = form.getAll(name)
    return typeof value === 'string' && others.length === 0 ? value : null
  }
}

const admitir: Act = async (services, credencialid, fields, autor) => {
  const request = { credencialid, entradaid: uuidIn(fields), isAgain: fields('denovo') === '1' }
  const admission = await admitGuest(services, request, autor)
  switch (admission.kind) {
    case 'admitted':
      return toGuest(credencialid, 'admitido')
    case 'already-inside': {
      const enteredAt = momentOf(services.config.evento.inicio, admission.since)
      return json<AdmitQuestion>({ enteredAt }, { status: 409, headers: { 'Cache-Control': 'no-store' } })
    }
    case 'credencial-not-found':
      return toGuests('sumiu')
    case 'entrada-taken':
      throw new Response(null, { status: 400 })
    default:
      return admission satisfies never
  }
}

const anular: Act = async (services, credencialid, fields, autor) => {
  const request = { credencialid, entradaid: uuidIn(fields), anula: fields('anula') ?? '' }
  const annulment = await annulEntrada(services, request, autor)
  if (annulment.kind === 'entrada-not-found') throw new Response(null, { status: 400 })
  return toGuest(credencialid, 'anulada')
}

const renovar: Act = async (services, credencialid, fields, autor) => {
  const renewal = await renewLink(services, credencialid, Number(fields('versao') ?? NaN), autor)
  switch (renewal.kind) {
    case 'renewed':
      return toGuest(credencialid, 'renovado')
    case 'no-link':
      return toGuest(credencialid, 'sem-link')
    case 'credencial-not-found':
      return toGuests('sumiu')
    default:
      return renewal satisfies never
  }
}

const excluir: Act = async (services, credencialid, fields, autor) => {
  const convite = fields('convite')
  if (convite !== 'devolver' && convite !== 'gastar') throw new Response(null, { status: 400 })
  const removal = await removeCredencial(services, credencialid, convite === 'devolver', autor)
  if (removal.kind === 'credencial-not-found') return toGuests('sumiu')
  return toGuests(removal.returned === null ? 'excluido' : 'devolvido')
}

const ACTS: ReadonlyMap<string | null, Act> = new Map([
  ['admitir', admitir],
  ['anular', anular],
  ['renovar', renovar],
  ['excluir', excluir],
])

/** The act a posted form of a guest's page asks for. @throws Response 400 for a form that is not ours */
export function actIn(fields: Fields): Act {
  const act = ACTS.get(fields('ato'))
  if (!act) throw new Response(null, { status: 400 })
  return act
}

/** The UUID of the fact a form is about to make. @throws Response 400 */
export function uuidIn(fields: Fields): string {
  const entradaid = fields('entradaid') ?? ''
  if (!UUID.test(entradaid)) throw new Response(null, { status: 400 })
  return entradaid
}
