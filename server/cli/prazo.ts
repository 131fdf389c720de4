import type { Services } from '../composition.ts'
import { quandoOf } from '../domain/quando.ts'
import { countOf } from './table.ts'

/** When personal data has to be erased: `16 de outubro de 2027, 22h (30 dias depois do evento)`. */
export function prazoOf({ config, eraseAt }: Pick<Services, 'config' | 'eraseAt'>): string {
  const { fim, diasAteApagar } = config.evento
  const { dia, mes, ano, hora } = quandoOf(fim, eraseAt)
  return `${dia} de ${mes} de ${ano}, ${hora} (${countOf(diasAteApagar, 'dia', 'dias')} depois do evento)`
}
