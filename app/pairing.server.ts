import type { Services } from '../server/composition.ts'
import { pairingEndsAt, type Aparelho, type Papel } from '../server/domain/aparelho.ts'
import { quandoOf } from '../server/domain/quando.ts'
import type { FoundInvitation } from '../server/use-cases/pair-browser.ts'
import { eventTime } from '~/components/event-clock'
import { withErrorPage } from './failure.server.ts'

export { pairBrowser } from '../server/use-cases/pair-browser.ts'

/** What the page of a code shows. */
export type ConviteDaEquipe =
  | {
      kind: 'open'
      path: string
      nome: string
      papel: Papel
      /** Who invited; null for the command line. */
      por: string | null
      /** `20h12` */
      ate: string
      /** `19 de setembro` */
      validUntil: string
      /** Whose this browser is already, which entering ends. */
      current: string | null
    }
  | { kind: 'used' | 'ended' | 'revoked' | 'not-found' }

/** The status of the page of a code: an open one is there, an unknown one is not, any other is gone. */
export function statusOf({ kind }: Pick<FoundInvitation, 'kind'>): 200 | 404 | 410 {
  if (kind === 'open') return 200
  return kind === 'not-found' ? 404 : 410
}

/** What is shown of an invitation to the browser that brings its code. */
export async function shownConvite(
  found: FoundInvitation,
  own: Aparelho | null,
  services: Services,
): Promise<ConviteDaEquipe> {
  if (found.kind !== 'open') return { kind: found.kind }
  const { code, aparelho } = found
  const { evento } = services.config
  const end = quandoOf(evento.fim, pairingEndsAt(evento))
  return {
    kind: 'open',
    path: `/equipe/${code}`,
    nome: aparelho.nome,
    papel: aparelho.papel,
    por: await withErrorPage(services, inviterOf(aparelho, services)),
    ate: eventTime(evento.inicio, aparelho.codigoate),
    validUntil: `${end.dia} de ${end.mes}`,
    current: own?.nome ?? null,
  }
}

/** The person who invited last, as the history tells; null when it was a command. @throws StorageError */
async function inviterOf(
  { aparelhoid }: Aparelho,
  { historico, equipe }: Pick<Services, 'equipe' | 'historico'>,
): Promise<string | null> {
  const feitos = await historico.list({ alvo: aparelhoid, after: null, limit: 20 })
  const invited = feitos.find(({ ato }) => ato === 'convidou' || ato === 'reconectou')
  if (!invited) return null
  return (await equipe.list()).find((one) => one.aparelhoid === invited.quem)?.nome ?? null
}
