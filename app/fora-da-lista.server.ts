import type { Services } from '../server/composition.ts'
import type { Autor } from '../server/domain/historico.ts'
import { annulEntrada } from '../server/use-cases/annul-entrada.ts'
import { fieldsOf, uuidIn } from './guest-acts.server.ts'

/** Annuls the admission of somebody on no list. @throws Response 400 for a form that is not ours; StorageError */
export async function annulForaDaLista(
  services: Pick<Services, 'entradas'>,
  request: Request,
  autor: Autor,
): Promise<void> {
  const fields = await fieldsOf(request)
  const entradaid = uuidIn(fields)
  if (fields('ato') !== 'anular') throw new Response(null, { status: 400 })
  const annulment = await annulEntrada(
    services,
    { credencialid: '', entradaid, anula: fields('anula') ?? '' },
    autor,
  )
  if (annulment.kind === 'entrada-not-found') throw new Response(null, { status: 400 })
}
