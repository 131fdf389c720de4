import type { Services } from '../../../server/composition.ts'
import { isClosed } from '~/shared/closing.server'
import { withErrorPage } from '~/shared/failure.server'
import { autorOfMesa, backToMesa, mesaOf, notFound, readMesa } from '~/mesa/mesa.server'
import { guardadoOf, headOf, lugarOf } from '~/mesa/panel.server'

type Params = { token?: string; credencialid?: string }

/**
 * The place of a table that may be freed, an occupant's or one kept for a guest who withdrew, and what would follow.
 * @throws Response 404 for a guest who never sat there; 303 to the panel, which says why, for one who has arrived or
 * left, and after   the closing date
 */
export async function freeingShown(params: Params, services: Services) {
  const { mesa, credencialid, convidado, shown } = await openPlace(params, services)
  const { confirmados, preenchendo, guardados, novos, outros, livres, total } = shown.numeros
  const isExceeded = confirmados + preenchendo + guardados + novos + outros + livres > total
  return {
    ...headOf(shown.nome, services),
    path: mesa.path,
    lugar: convidado && lugarOf(convidado, services),
    livres: isExceeded ? null : livres,
    // Without names, there is no first name either.
    firstName: convidado?.nome?.split(' ')[0] ?? null,
    guardado: guardadoOf(shown, credencialid, services),
  }
}

/** Frees the place, only once however often it is sent. @returns the way to the panel, which says what became of it */
export async function freePlace(params: Params, form: FormData, services: Services): Promise<Response> {
  const { mesa, credencialid } = await openPlace(params, services)
  const request = {
    credencialid,
    empresaid: mesa.empresaid,
    now: services.now(),
    isClosed: isClosed(services),
    isOfGuardada: form.has('guardado'),
  }
  const desistencia = await withErrorPage(
    services,
    services.desistencias.withdraw(request, autorOfMesa(mesa, services)),
  )
  if (desistencia.kind === 'credencial-not-found') throw notFound()
  return backToMesa(mesa, DESISTENCIAS[desistencia.kind])
}

const DESISTENCIAS = {
  withdrawn: 'liberado',
  'not-kept': 'nao-guardado',
  'already-withdrawn': 'ja-livre',
  inside: 'ja-chegou',
  closed: 'encerrado',
} as const

async function openPlace(params: Params, services: Services) {
  const mesa = await mesaOf(params.token, services)
  const shown = await readMesa(mesa, services)
  const isMeant = ({ credencialid }: { credencialid: string }) => credencialid === params.credencialid
  const convidado = shown.convidados.find(isMeant) ?? null
  const { credencialid } = convidado ?? shown.guardados.find(isMeant) ?? {}
  // Nothing is told about another table's guests, not even that they withdrew.
  if (credencialid === undefined)
    throw shown.desistencias.some(isMeant) ? backToMesa(mesa, 'ja-livre') : notFound()
  if (convidado && convidado.dentroDesde !== null) throw backToMesa(mesa, 'ja-chegou')
  if (isClosed(services)) throw backToMesa(mesa, 'encerrado')
  return { mesa, credencialid, convidado, shown }
}
