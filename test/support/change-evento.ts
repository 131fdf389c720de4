import type { Services } from '../../server/composition.ts'
import type { Evento } from '../../server/domain/evento.ts'
import { descritoIn } from '../../server/domain/evento-gravado.ts'

/** Stores the next version of the event, as the board's form does. @throws Error when it is refused */
export async function changeEvento(
  { eventos, now, autorOf }: Pick<Services, 'eventos' | 'now' | 'autorOf'>,
  fields: Partial<Evento>,
  { avisar = true, cancelado = false } = {},
): Promise<void> {
  const stored = descritoIn(await eventos.find())
  if (!stored) throw new Error('no event')
  const { versao, eventoid, imagemid } = stored
  const { kind } = await eventos.gravar(
    { versao, eventoid, imagemid, evento: { ...stored.evento, ...fields }, avisar, cancelado, now: now() },
    autorOf('cli'),
  )
  if (kind !== 'gravado') throw new Error(kind)
}
