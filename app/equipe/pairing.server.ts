import type { Services } from '../../server/composition.ts'
import { pairingEndsAt, type Aparelho } from '../../server/domain/aparelho.ts'
import { quandoOf } from '../../server/domain/quando.ts'
import { findInvitation, type FoundInvitation } from '../../server/use-cases/equipe.ts'
import { eventTime } from '~/shared/event-clock'
import { limitOf, withErrorPage, type Reason } from '~/shared/failure.server'
import { noStore } from '~/shared/remix.server'
import type { ConviteDaEquipe } from './entrance.tsx'

export { pairBrowser } from '../../server/use-cases/equipe.ts'

/** The status of the page of a code: an open one is there, an unknown one is not, any other is gone. */
export function statusOf({ kind }: Pick<FoundInvitation, 'kind'>): 200 | 404 | 410 {
  if (kind === 'open') return 200
  return kind === 'not-found' ? 404 : 410
}

/** The aparelhoid a code was made for, whatever has become of it; null for a wrong one. @throws StorageError */
export async function invitedWith(typed: string, services: Services): Promise<string | null> {
  const found = await findInvitation(services, typed)
  return found.kind === 'not-found' ? null : found.aparelho.aparelhoid
}

export async function shownConvite(
  found: FoundInvitation,
  own: Aparelho | null,
  services: Services,
): Promise<ConviteDaEquipe> {
  if (found.kind !== 'open') return { kind: found.kind }
  const { code, aparelho } = found
  const { evento } = services.config
  const { dia, mes, ano } = quandoOf(evento.fim, pairingEndsAt(evento, aparelho.papel))
  return {
    kind: 'open',
    path: `/equipe/${code}`,
    nome: aparelho.nome,
    papel: aparelho.papel,
    por: await withErrorPage(services, inviterOf(aparelho, services)),
    ate: eventTime(evento.inicio, aparelho.codigoate),
    // Until an event is described nobody knows.
    validUntil: services.gravado && `${dia} de ${mes} de ${ano}`,
    current: own?.nome ?? null,
  }
}

/** The person who invited last, as the history tells; null when it was a command. @throws StorageError */
async function inviterOf({ aparelhoid }: Aparelho, { historico, equipe }: Services): Promise<string | null> {
  const linhas = await historico.list({ alvo: aparelhoid, after: null, limit: 20 })
  const invited = linhas.find(({ ato }) => ato === 'convidou' || ato === 'reconectou')
  if (!invited) return null
  return (await equipe.nomesOf([invited.quem])).get(invited.quem) ?? null
}

/** Asking for one code that exists, from anywhere, in ten minutes: a preview, its owner and some others. */
const limit = limitOf({ points: 30, duration: 10 * 60 })

/**
 * Reads the invitation of a code, and counts how often one that exists is asked for. Wrong codes are counted in front,
 * by address, and keep no right one out (decision 0021).
 * @throws Response 429 with the page that says to wait; 503 while storage does not answer
 */
export async function findInvitationLimited(typed: string, services: Services): Promise<FoundInvitation> {
  const found = await withErrorPage(services, findInvitation(services, typed))
  if (found.kind === 'not-found') return found
  const wait = await limit.count(found.aparelho.aparelhoid, services)
  if (wait > 0) throw noStore<Reason>({ reason: 'codigos' }, 429, { 'Retry-After': String(wait) })
  return found
}
