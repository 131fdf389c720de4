import type { Services } from '../../../server/composition.ts'
import type { Balanco } from '../../../server/domain/balanco.ts'
import { quandoOf } from '../../../server/domain/quando.ts'
import { dayOfErasure } from '~/shared/event-clock'
import { isCancelado } from '~/shared/closing.server'

export const POR_PAGINA = 100

/** The event that is over; null before, and where none is described or it was cancelled. */
export const overIn = (services: Services) =>
  services.gravado && !isCancelado(services) && services.now() >= Date.parse(services.gravado.evento.fim)
    ? services.gravado
    : null

/** From when on there are numbers; null where no event is described. */
export function aindaNao(services: Services) {
  const fim = services.gravado?.evento.fim
  const quando = fim === undefined ? null : `${dayOfErasure(fim, Date.parse(fim))}, às ${quandoOf(fim).hora}`
  return { kind: 'ainda-nao' as const, quando, isCancelado: isCancelado(services) }
}

export const numerosIn = ({ convites, confirmados, vieram, foraDaLista }: Balanco) => {
  return { convites, confirmados, vieram, foraDaLista }
}

/** The numbers of each company, as a spreadsheet has them. */
export const COLUNAS = ['Empresa', 'ID da empresa', 'Convites', 'Confirmados', 'Vieram']

/** Companies, the largest first, and last guests of none; null before the end of the event. @throws StorageError */
export async function linhasDepois(services: Services): Promise<Record<string, string | number>[] | null> {
  if (!overIn(services)) return null
  const { balanco, empresas } = await services.painelReadings.balanco()
  const { confirmados, vieram } = balanco.semEmpresa
  const free = { empresaid: '', nome: 'Sem empresa', convites: 0, confirmados, vieram }
  return [...empresas, ...(confirmados === 0 ? [] : [free])].map((one) => ({
    Empresa: one.nome,
    'ID da empresa': one.empresaid,
    Convites: one.convites,
    Confirmados: one.confirmados,
    Vieram: one.vieram,
  }))
}
