import { noStore, uuidIn, type Fields } from '~/shared/remix.server'
import type { Services } from '../../../server/composition.ts'
import type { Autor } from '../../../server/domain/historico.ts'
import { removeCredencial, renewLink } from '../../../server/use-cases/change-convidado.ts'
import { momentOf } from '~/shared/event-clock'
import { whenAt } from '~/shared/words'
import { isEarly } from '~/shared/closing.server'
import { toConvidado, toConvidados, toKept } from '~/painel/convidados/convidado.server'

/** What the page asks before anything is done: the guest went in already, or the day of the event has not come. */
export type AdmitQuestion = { kind: 'inside'; enteredAt: string } | { kind: 'early'; comeco: string }

type Act = (services: Services, credencialid: string, fields: Fields, autor: Autor) => Promise<Response>

const ask = (question: AdmitQuestion) => noStore(question, 409)

const admitir: Act = async (services, credencialid, fields, autor) => {
  const request = { credencialid, entradaid: uuidIn(fields), isAgain: fields('denovo') === '1' }
  const { inicio } = services.config.evento
  if (isEarly(services) && fields('antes') !== '1') return ask({ kind: 'early', comeco: whenAt(inicio) })
  const entrada = await services.entradas.admit(request, autor)
  switch (entrada.kind) {
    case 'admitted':
      return toConvidado(credencialid, 'admitido')
    case 'already-inside':
      return ask({ kind: 'inside', enteredAt: momentOf(inicio, entrada.since, services.now()) })
    case 'credencial-not-found':
      return toKept(services, credencialid)
    case 'entrada-taken':
      throw new Response(null, { status: 400 })
    default:
      return entrada satisfies never
  }
}

const anular: Act = async (services, credencialid, fields, autor) => {
  const request = { credencialid, entradaid: uuidIn(fields), anula: fields('anula') ?? '' }
  const annulment = await services.entradas.annul(request, autor)
  if (annulment.kind === 'entrada-not-found') throw new Response(null, { status: 400 })
  return toConvidado(credencialid, 'anulada')
}

const renovar: Act = async (services, credencialid, fields, autor) => {
  const renewal = await renewLink(services, credencialid, Number(fields('versao') ?? NaN), autor)
  switch (renewal.kind) {
    case 'renewed':
      return toConvidado(credencialid, 'renovado')
    case 'no-link':
      return toConvidado(credencialid, 'sem-link')
    case 'credencial-not-found':
      return toKept(services, credencialid)
    default:
      return renewal satisfies never
  }
}

/** Frees the place kept for a guest who withdrew; the organiser is not bound by the closing date. */
const liberar: Act = async (services, credencialid, fields, autor) => {
  const { desistencias, now } = services
  const empresaid = fields('empresaid')
  if (empresaid === null) throw new Response(null, { status: 400 })
  const request = { credencialid, empresaid, now: now(), isClosed: false, isOfGuardada: true }
  const { kind } = await desistencias.withdraw(request, autor)
  if (kind === 'credencial-not-found') return toKept(services, credencialid)
  return toConvidado(credencialid, kind === 'withdrawn' ? 'liberado' : 'ja-livre')
}

const excluir: Act = async (services, credencialid, fields, autor) => {
  const convite = fields('convite')
  if (convite !== 'devolver' && convite !== 'gastar') throw new Response(null, { status: 400 })
  const removal = await removeCredencial(services, credencialid, convite === 'devolver', autor)
  if (removal.kind === 'credencial-not-found') return toKept(services, credencialid)
  return toConvidados(removal.returned === null ? 'excluido' : 'devolvido')
}

const ACTS = new Map(Object.entries({ admitir, anular, renovar, liberar, excluir }))

/** The act a posted form of a guest's page asks for. @throws Response 400 for a form that is not ours */
export function actIn(fields: Fields): Act {
  const act = ACTS.get(fields('ato') ?? '')
  if (!act) throw new Response(null, { status: 400 })
  return act
}
