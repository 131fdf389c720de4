import { absoluteUrl } from './absolute-url.server.ts'
import { eventTime } from './components/event-clock.ts'
import { qrOf } from './qr.server.ts'
import type { Services } from '../server/composition.ts'
import { ensaioOf, type ConvidadoDeEnsaio } from '../server/domain/ensaio.ts'
import type { Autor } from '../server/domain/historico.ts'
import { beginEnsaio, endEnsaio, findEnsaio } from '../server/use-cases/ensaio.ts'

/** In the words of `app/porta/page/looks.ts`. */
const DIZ: Record<ConvidadoDeEnsaio['veredito'], string> = {
  entrar: 'ENTRARIA',
  'ja-entrou': 'JÁ TERIA ENTRADO',
  cancelado: 'ESTARIA CANCELADO',
  'link-antigo': 'SERIA LINK ANTIGO: CONFIRA O NOME',
}

/** The codes of the rehearsal that is on, for phones to scan off this screen; null while none is. @throws StorageError */
export async function ensaioShown(
  services: Pick<Services, 'config' | 'historico' | 'now'>,
  request: Request,
) {
  const open = await findEnsaio(services, services.now())
  if (!open) return null
  const { convidados, estranho } = ensaioOf(open.ensaioid)
  const qr = (token: string) => qrOf(absoluteUrl(`/c/${token}`, request, services))
  return {
    ate: eventTime(services.config.evento.inicio, open.ate),
    codigos: [
      ...convidados.map(({ id, nome, codigo, token, veredito }) => ({
        ...{ id, nome, codigo, told: DIZ[veredito], qr: qr(token) },
      })),
      {
        id: 'estranho',
        nome: 'Ninguém da lista',
        codigo: null,
        told: 'NÃO ESTARIA NA LISTA',
        qr: qr(estranho),
      },
    ],
  }
}

/** Does what the pressed button says. @throws Response 400 for no button of ours; StorageError */
export async function actOnEnsaio(
  services: Pick<Services, 'historico'>,
  form: FormData,
  autor: Autor,
): Promise<void> {
  const ato = form.get('ato')
  if (ato === 'comecar') return beginEnsaio(services, autor)
  if (ato === 'encerrar') return endEnsaio(services, autor)
  throw new Response(null, { status: 400 })
}
