import type { Services } from '../../server/composition.ts'
import { faseOf, quandoOf } from '../../server/domain/quando.ts'
import { shownNumeros, type ShownNumeros } from './numeros.tsx'

/** The board's numbers, in the words and widths that its page and script show. @throws StorageError */
export async function numerosOf(services: Services): Promise<ShownNumeros> {
  const { numeros, foraDaLista, empresas } = services.painelReadings
  const [counted, fora, { sum }] = await Promise.all([numeros(), foraDaLista(), empresas()])
  const { evento } = services.config
  const { dia, mes } = quandoOf(evento.inicio)
  const no = services.gravado === null ? '' : `no dia ${dia} de ${mes}`
  return shownNumeros(counted, { fora, comEmpresas: sum.left, no, fase: faseOf(evento, services.now()) })
}
