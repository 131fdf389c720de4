import type { Services } from '../../server/composition.ts'
import { quandoOf } from '../../server/domain/quando.ts'
import type { Acompanhado } from '../../server/use-cases/list-convidados.ts'
import { shortDayOf, eventTime, momentOf } from '~/shared/event-clock'
import { whenAt } from '~/shared/words'

/**
 * The head of every list, with the time it reflects, by the event's clock. Read before the list, so the list
 * is never older.
 */
export async function headOf({
  config,
  gravado,
  now,
  painel,
}: Pick<Services, 'config' | 'gravado' | 'now' | 'painel'>) {
  const { anfitriao, inicio } = config.evento
  const at = now() - (await painel.age())
  return {
    evento: gravado === null ? 'Nenhum evento está descrito' : `${anfitriao} · ${whenAt(inicio)}`,
    madeAt: `gerada às ${eventTime(inicio, at)} de ${shortDayOf(inicio, at)}/${quandoOf(inicio, at).ano}`,
  }
}

export function nomeOf(
  { credencial, versao, com, dentroDesde, desistencia }: Acompanhado,
  { codeOf, config, now }: Services,
) {
  const { credencialid, nome } = credencial
  // What a volunteer reads in place of the code.
  const retirada = desistencia && (desistencia.por === 'mesa' ? 'a mesa retirou' : 'desistiu')
  const dentro = dentroDesde === null ? null : momentOf(config.evento.inicio, dentroDesde, now())
  return { credencialid, nome, com, codigo: codeOf(credencialid, versao), retirada, dentro }
}
