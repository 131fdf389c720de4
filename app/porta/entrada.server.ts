import { UUID, seeOther } from '~/shared/remix.server'
import type { Services } from '../../server/composition.ts'
import type { Veredito } from '../../server/domain/veredito.ts'
import { looksOf } from '~/porta/page/verdict-looks'
import { admitByLink, readLink } from '../../server/use-cases/admit.ts'
import { findEnsaio } from '../../server/use-cases/ensaio.ts'
import { momentOf } from '~/shared/event-clock'
import { whenAt } from '~/shared/words'
import { askPath, type AdmitFormProps, type EntradaShown } from './entrada.tsx'
import { isEarly } from '~/shared/closing.server'
import { withErrorPage } from '~/shared/failure.server'
import { aparelhoOf, hasEquipeCookie, type Equipe } from '~/shared/equipe.server'

export function admitPath(token: string): string {
  return `/porta/admitir/${token}`
}

function formOf(token: string, services: Services, isAsked = false): AdmitFormProps {
  const early = isEarly(services) ? (isAsked ? 'asked' : 'unasked') : null
  return { action: admitPath(token), entradaid: services.newId(), early }
}

/** The Dar entrada form on a guest's own page, for a paired phone; null for anyone else. */
export async function admitFormOf(request: Request, token: string, services: Services) {
  if (!hasEquipeCookie(request.headers.get('Cookie') ?? '', services)) return null
  const aparelho = await withErrorPage(services, aparelhoOf(request, services))
  return aparelho && formOf(token, services)
}

/**
 * What the volunteer reads about a token's guest, and about the admission the address names.
 * @throws Response 404
 */
export async function entradaOf(
  request: Request,
  token: string | undefined,
  services: Services,
): Promise<EntradaShown> {
  const passe = services.parseToken(token)
  if (!passe) throw new Response(null, { status: 404 })
  const { searchParams } = new URL(request.url)
  const read = await withErrorPage(services, readLink(services, passe, searchParams.get('entrada') ?? ''))
  if (!read) throw new Response(null, { status: 404 })
  const { nome, mesa, veredito, isStored } = read
  const isEnsaio = await inEnsaio(services)
  const { inicio } = services.config.evento
  const hour = (em: number) => momentOf(inicio, em, services.now())
  const looks = looksOf(
    { veredito, by: await byOf(veredito, services), world: 'real' },
    { momentOf: hour, listTime: hour(services.now()) },
  )
  return {
    nome,
    mesa,
    isStored,
    looks,
    isEnsaio,
    isEntrar: veredito.kind === 'entrar',
    comeco: whenAt(inicio),
    form: formOf(token ?? '', services, searchParams.has('antes')),
  }
}

/** The name of the phone that admitted the guest before; null unless the guest is inside. */
async function byOf(veredito: Veredito, services: Pick<Services, 'equipe' | 'log'>): Promise<string | null> {
  if (veredito.kind !== 'ja-entrou') return null
  const aparelhos = await withErrorPage(services, services.equipe.list())
  return aparelhos.find(({ aparelhoid }) => aparelhoid === veredito.aparelhoid)?.nome ?? null
}

/** Whether a rehearsal is on, in which nobody is admitted. @throws StorageError */
const inEnsaio = async (services: Pick<Services, 'historico' | 'log' | 'now'>) =>
  (await withErrorPage(services, findEnsaio(services, services.now()))) !== null

/**
 * dar entrada and Entrou mesmo assim. Does nothing while a rehearsal is on, nor before the day of the event
 * unless the volunteer confirmed it.
 * @throws Response 303 to the verdict, however often the form was sent, or to the question
 */
export async function admit(
  request: Request,
  token: string | undefined,
  { services, autor }: Equipe,
): Promise<never> {
  const passe = services.parseToken(token)
  if (!passe) throw new Response(null, { status: 404 })
  const form = await request.formData()
  const entradaid = form.get('entradaid')
  if (typeof entradaid !== 'string' || !UUID.test(entradaid)) throw new Response(null, { status: 400 })
  if (await inEnsaio(services)) throw seeOther(admitPath(token ?? ''))
  if (isEarly(services) && form.get('antes') !== '1') throw seeOther(askPath(admitPath(token ?? '')))
  const isAnyway = form.get('ato') === 'mesmo-assim'
  const admitted = await withErrorPage(
    services,
    admitByLink(services, passe, { entradaid, isAnyway }, autor()),
  )
  if (admitted === null) throw new Response(null, { status: 404 })
  const query = admitted ? `?entrada=${entradaid}` : ''
  throw seeOther(admitPath(token ?? '') + query)
}
