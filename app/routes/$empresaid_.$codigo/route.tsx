import { useActionData, useLoaderData } from '@remix-run/react'
import { imagemOf } from '~/arte/arte.server'
import { conviteShown, isAddressedTo } from '~/convidado/enderecos.server'
import { Faixa } from '~/convidado/faixa'
import { faixaOf } from '~/convidado/faixa.server'
import { preloadsOf, Quadro } from '~/convidado/imagem'
import { AlreadyRegistered, closedTitle, RegistrationClosed } from '~/convidado/reserva'
import { closingOf, isCancelado, isClosed, isErasureDay, refuseClosed } from '~/shared/closing.server'
import { ContactLine } from '~/shared/contato'
import { credencialPath, openCredencial, tokensOf } from '~/shared/credenciais.server'
import type { RouteHandle } from '~/shared/document'
import { pageAction, pageLoader } from '~/shared/failure.server'
import { convitePath } from '~/shared/links.server'
import { cadastroPath, Notice, OutlineLink, Page, titled } from '~/shared/page'
import { fieldsOf, NO_STORE, noStore, redirect, seeOther, type MetaFunction } from '~/shared/remix.server'
import { readSession, type ConviteSession } from '~/shared/session.server'
import { conviteAlt, encontroShown, whenAt } from '~/shared/words'
import type { Services } from '../../../server/composition.ts'
import type { CONVIDADO } from '../../../server/domain/historico.ts'
import { confirmadosDe, estadoOf, type ConviteComReservas } from '../../../server/domain/convite-pessoal.ts'
import { withoutAddressEnd } from '../../../server/domain/text.ts'
import { findConvite, findConviteOf } from '../../../server/use-cases/convites-pessoais.ts'
import { whoStays } from '../../../server/use-cases/find-convidado.ts'
import { Talao } from './talao'

export const handle: RouteHandle = { sheet: ({ convite }) => (convite ? 'pessoal' : 'aviso') }

/**
 * Shows a personal invitation and writes nothing, so that a preview does not spend it. A used one redirects
 * the browser that registered to the credencial, and tells other browsers nothing; a revoked one does not
 * reveal whose it was.
 */
export const loader = pageLoader(async ({ params, request, context, services }) => {
  const { evento } = services.config
  return noStore({
    ...(await openConvite(params, request, services, context.isRefused)),
    mudou: faixaOf(services),
    arte: imagemOf(services.arte, isClosed(services)),
    alt: services.arte.alt ?? conviteAlt(evento, isClosed(services) ? 'encerrado' : 'aberto'),
  })
})

/** Why an answer changed nothing. */
const REFUSALS = {
  'already-used':
    'Alguém já confirmou com este convite. Quem não puder mais ir avisa pela própria credencial.',
  'already-revoked': 'Sua resposta não foi gravada: este convite foi retirado.',
  'limit-reached':
    'Os lugares deste convite já são de outras pessoas. Peça outro a quem convidou você ou à organização.',
  closed: 'O prazo terminou. Fale com a organização do evento.',
}

/** Takes the guest's answer: Não posso ir, or its Desfazer, however often it is sent. */
export const action = pageAction(async ({ params, request, context, services }) => {
  const found = await findConviteIn(params, services)
  const ato = (await fieldsOf(request))('ato')
  if (!found) throw new Response(null, { status: 404 })
  if (ato !== 'recusar' && ato !== 'voltar') throw new Response(null, { status: 400 })
  if (isCancelado(services)) return refuseClosed(context)
  const { empresaid, codigo } = found.convite
  const asked = { codigo, isRecusa: ato === 'recusar', now: services.now(), isClosed: isClosed(services) }
  const { kind } = await services.convites.answer(
    asked,
    services.autorOf('convidado' satisfies typeof CONVIDADO),
  )
  switch (kind) {
    case 'answered':
    case 'unchanged':
      throw seeOther(convitePath(empresaid, codigo), NO_STORE)
    case 'convite-not-found':
      throw new Response(null, { status: 404 })
    default:
      return noStore({ refusal: REFUSALS[kind] }, 409)
  }
})

const TITLES = {
  novo: 'Convite pessoal',
  usado: 'Este convite já foi usado',
  recusado: 'Obrigado por avisar',
  revogado: 'Este convite não vale mais',
}

type Params = { empresaid?: string | undefined; codigo?: string | undefined }

async function findConviteIn({ empresaid: typed, codigo }: Params, services: Services) {
  const empresaid = services.parseEmpresaid(typed)
  return empresaid === null ? null : findConviteOf(services, empresaid, codigo)
}

/**
 * What an address of a personal invitation shows.
 * @param isRefused it answers a post
 * @throws Response 404 if there is none; 303 to the credencial it paid for, for the browser that
 *   registered it, once nobody else can register with it
 */
async function openConvite(params: Params, request: Request, services: Services, isRefused = false) {
  const found = await findConviteIn(params, services)
  if (!found) return leadToConvite(params, services)
  const session = await readSession(request, services)
  const credencial = await ownCredencialOf(found, session, services)
  const estado = estadoOf(found)
  if (credencial !== null && estado !== 'novo') throw seeOther(credencial, NO_STORE)
  const { lugares } = found.convite
  const isOpen = estado === 'novo' || estado === 'recusado'
  const closing = isOpen ? closingOf(services, isRefused) : null
  // Who said that they will not come reads thanks even then.
  const isThanked = estado === 'recusado' && closing?.cancelado === null && !closing.isErased
  if (!isOpen || (closing && !isThanked)) return { estado, lugares, closing, convite: null }
  const { evento } = services.config
  const convite = {
    ...(await conviteShown(found, services)),
    lugares,
    credencial,
    confirmados: confirmadosDe(found).length,
    isRecusado: estado === 'recusado',
    isBegun: found.reservas.some(({ credencialid }) => credencialid !== null),
    ate: closing ? null : whenAt(evento.inicio, services.closesAt),
    evento: encontroShown(evento),
  }
  return { estado, lugares, closing: null, convite }
}

/**
 * Redirects to the invitation an address means if its code has something after it, or its company other
 * capitals.
 * @throws Response 302; 404 if it means none
 */
async function leadToConvite({ empresaid = '', codigo = '' }: Params, services: Services): Promise<never> {
  const meant = await findConvite(services, withoutAddressEnd(codigo))
  if (!meant || !isAddressedTo(meant, empresaid)) throw new Response(null, { status: 404 })
  throw redirect(convitePath(meant.convite.empresaid, meant.convite.codigo), { headers: NO_STORE })
}

/** A credencial it paid for, if this browser keeps a link to it: the guest may have been merged since. */
async function ownCredencialOf(
  { reservas }: ConviteComReservas,
  session: ConviteSession,
  services: Services,
) {
  const tokens = tokensOf(session).toReversed()
  const ids = reservas.flatMap(({ credencialid }) => credencialid ?? [])
  if (ids.length === 0 || tokens.length === 0 || isErasureDay(services)) return null
  const direct = tokens.find((token) => ids.includes(services.parseToken(token)?.credencialid ?? ''))
  // A replaced link says so; one that no longer opens would lead nowhere.
  if (direct !== undefined && (await openCredencial(direct, services)).kind !== 'not-found')
    return credencialPath(direct)
  const stay = await Promise.all(ids.map((id) => whoStays(services.credenciais, id)))
  for (const token of tokens) {
    const opened = await openCredencial(token, services)
    if (opened.kind === 'open' && stay.includes(opened.convidado.credencial.credencialid))
      return credencialPath(token)
  }
  return null
}

const title = titled<typeof loader>((data) =>
  data?.closing ? closedTitle(data.closing) : TITLES[data?.estado ?? 'novo'],
)

export const meta: MetaFunction<typeof loader> = (args) => [
  ...(title(args) ?? []),
  ...(args.data?.convite ? preloadsOf(args.data.arte) : []),
]

/** One invitation, for one person and those who come along. */
export default function Convite() {
  const { estado, closing, convite, arte, alt, lugares, mudou } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal ?? null
  const faixa = <Faixa mudou={mudou} />
  if (closing) return <RegistrationClosed {...closing} kicker="Convite pessoal" faixa={faixa} />
  if (convite)
    return (
      <main>
        <h1 className="oculto">{convite.rotulo ? `Convite pessoal para ${convite.rotulo}` : TITLES.novo}</h1>
        <Quadro arte={arte} alt={alt} href={cadastroPath(convite)}>
          {faixa}
        </Quadro>
        <Talao {...convite} isOwn={arte.isOwn} refusal={refusal} />
      </main>
    )
  return (
    <Page>
      {faixa}
      <Notice kicker="Convite pessoal" title={TITLES[estado].toLocaleUpperCase('pt-BR')}>
        {refusal === null ? null : <p role="alert">{refusal}</p>}
        <p>
          {estado === 'usado'
            ? `${lugares === 1 ? 'Cada convite vale para uma pessoa' : `Este convite valia para ${lugares} pessoas`}. Se foi você quem se cadastrou, abra a sua credencial no aparelho em que fez o cadastro.`
            : 'Quem enviou o convite o retirou. Fale com essa pessoa ou com a organização.'}
        </p>
        {estado === 'usado' ? <AlreadyRegistered /> : <OutlineLink href="/">Ver o convite</OutlineLink>}
        <ContactLine />
      </Notice>
    </Page>
  )
}
