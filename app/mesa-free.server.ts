import type { Services } from '../server/composition.ts'
import { isClosed } from './closing.server.ts'
import { withErrorPage } from './failure.server.ts'
import { holderOf } from './mesa-acts.server.ts'
import { headOf, lugarOf } from './mesa-shown.server.ts'
import { backToMesa, mesaOf, notFound, readMesa } from './mesa.server.ts'

type Params = { token?: string; credencialid?: string }

/**
 * The occupant of a table whose place may be freed, and what would follow.
 * @throws Response 404 for a guest who never sat there; 303 to the panel, which says why, for one who has arrived or
 * left, and after   the closing date
 */
export async function freeingShown(params: Params, services: Services) {
  const { mesa, ocupante, shown } = await openOcupante(params, services)
  const { livres, total, outros } = shown.numeros
  const { confirmados, preenchendo, novos } = shown.numeros
  const isExceeded = confirmados + preenchendo + novos + outros + livres > total
  return {
    ...headOf(shown.nome, services),
    ...{ path: mesa.path, lugar: lugarOf(ocupante, services), livres: isExceeded ? null : livres },
    // Without names, there is no first name either.
    firstName: ocupante.nome?.split(' ')[0] ?? null,
  }
}

/**
 * Frees an occupant's place, only once however often it is sent. @returns the way to the panel, which says what became
 * of it
 */
export async function freeOcupante(params: Params, services: Services): Promise<Response> {
  const { mesa, ocupante } = await openOcupante(params, services)
  const request = {
    ...{ credencialid: ocupante.credencialid, empresaid: mesa.empresaid },
    ...{ now: services.now(), isClosed: isClosed(services) },
  }
  const withdrawal = await withErrorPage(
    services,
    services.desistencias.withdraw(request, holderOf(services)),
  )
  switch (withdrawal.kind) {
    case 'withdrawn':
      return backToMesa(mesa, 'liberado')
    case 'already-withdrawn':
      return backToMesa(mesa, 'ja-livre')
    case 'inside':
      return backToMesa(mesa, 'ja-chegou')
    case 'closed':
      return backToMesa(mesa, 'encerrado')
    case 'credencial-not-found':
      throw notFound()
    default:
      return withdrawal satisfies never
  }
}

async function openOcupante(params: Params, services: Services) {
  const mesa = await mesaOf(params.token, services)
  const shown = await readMesa(mesa, services)
  const isMeant = ({ credencialid }: { credencialid: string }) => credencialid === params.credencialid
  const ocupante = shown.ocupantes.find(isMeant)
  // Nothing is told about another table's guests, not even that they withdrew.
  if (!ocupante) throw shown.desistencias.some(isMeant) ? backToMesa(mesa, 'ja-livre') : notFound()
  if (ocupante.dentroDesde !== null) throw backToMesa(mesa, 'ja-chegou')
  if (isClosed(services)) throw backToMesa(mesa, 'encerrado')
  return { mesa, ocupante, shown }
}
