import type { Services } from '../../server/composition.ts'
import type { Encontro } from '../../server/domain/evento-gravado.ts'
import { quandoOf, type Quando } from '../../server/domain/quando.ts'
import { whatChanged } from '../../server/domain/mudanca.ts'
import { whenAt } from '~/shared/words'
import type { Mudou } from './faixa.tsx'

/**
 * What the ribbon says; null for no ribbon.
 * @param credencialid the guest whose page it is, who sees only what changed since they read the event; null
 *   for anyone else
 */
export function faixaOf(
  { gravado, now }: Pick<Services, 'gravado' | 'now'>,
  credencialid: string | null = null,
): Mudou | null {
  const changed = whatChanged(gravado, credencialid, now())
  switch (changed?.kind) {
    case 'cancelado':
      return { kind: 'cancelado', quando: whenAt(changed.inicio) }
    case 'mudou':
      return between(changed.era, changed.agora)
    case undefined:
      return null
    default:
      return changed satisfies never
  }
}

/**
 * What differs, in words: a day, an hour, or only a place; null if both read the same, as at another
 * offset.
 */
function between(era: Encontro, agora: Encontro): Mudou | null {
  const [was, is] = [quandoOf(era.inicio), quandoOf(agora.inicio)]
  const isOtherYear = was.ano !== is.ano
  const day = ({ dia, mes, ano }: Quando) => `${dia} de ${mes}${isOtherYear ? ` de ${ano}` : ''}`
  const isOtherDay = day(was) !== day(is)
  const when = isOtherDay
    ? { era: day(was), agora: `${day(is)}, ${is.hora}` }
    : was.hora === is.hora
      ? null
      : { era: was.hora, agora: `${day(is)}, ${is.hora}` }
  const where =
    era.local !== agora.local
      ? { era: era.local, agora: agora.local }
      : era.cidade !== agora.cidade
        ? { era: era.cidade, agora: agora.cidade }
        : null
  const told = [when, where].filter((one) => one !== null)
  if (told.length === 0) return null
  return {
    kind: 'mudou',
    era: told.map((one) => one.era).join(', '),
    agora: told.map((one) => one.agora).join(', '),
    dia: isOtherDay ? day(was) : null,
  }
}
