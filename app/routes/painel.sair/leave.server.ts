import type { Services } from '../../../server/composition.ts'
import { isLastOrganiser, type Aparelho } from '../../../server/domain/aparelho.ts'
import type { Autor } from '../../../server/domain/historico.ts'
import { segredoIn } from '~/shared/equipe.server'

/** Tells whether nobody else of the organisation would be left. */
export async function isAlone({ equipe }: Services, { aparelhoid }: Aparelho): Promise<boolean> {
  return isLastOrganiser(await equipe.list(), aparelhoid)
}

/**
 * Ends the pairing of the browser a request comes from. Sent twice, the second finds nothing left to end.
 * @throws StorageError
 */
export async function leaveEquipe(
  services: Services,
  request: Request,
  autor: Autor,
): Promise<'left' | 'last-organiser'> {
  const segredo = await segredoIn(request.headers.get('Cookie'), services)
  if (segredo === null) return 'left'
  const { kind } = await services.equipe.leave(segredo, autor)
  return kind === 'last-organiser' ? kind : 'left'
}
