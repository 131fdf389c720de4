import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '~/remix.server'
import { useLoaderData } from '@remix-run/react'
import { absoluteUrl } from '~/absolute-url.server'
import { Alert } from '~/components/alert'
import { limitReached } from '~/components/limit-reached-text'
import { ClaimButton } from '~/components/claim-button'
import { AlreadyRegistered } from '~/components/already-registered'
import { RegistrationClosed, isRegistrationClosed } from '~/components/registration-closed'
import { isMesaFechada, MesaFechada } from '~/components/mesa-fechada'
import { Rule, Page } from '~/components/page'
import type { RouteHandle } from '~/components/route-handle'
import { closingFor, closingOf, isClosed, refuseClosed } from '~/closing.server'
import { HOLDS_RETRY_AFTER, withErrorPage, PACE_RETRY_AFTER, type Reason } from '~/failure.server'
import { CLEAR_PREFETCHED_FORM, pageHeaders } from '~/page-headers'
import { refuseOtherMethods } from '~/methods.server'
import { servicesOf } from '~/services.server'
import { commitSession, ensureSid, readSession, sidCookie } from '~/session.server'
import { convitesByWhatsapp } from '~/whatsapp.server'

export const handle: RouteHandle = {
  sheet: (data) => (isRegistrationClosed(data) ? 'aviso' : isMesaFechada(data) ? 'mesa-fechada' : 'mesa'),
  hydrate: true,
}

/**
 * Shows a company's invitations, or that registrations are closed to a browser that holds none of them. Writes nothing:
 * link previews and prefetches must not use any up.
 */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const services = await servicesOf(context)
  const empresaid = services.parseEmpresaid(params.id)
  const found =
    empresaid === null
      ? null
      : await withErrorPage(
          services,
          context.empresaConvites ?? services.empresas.find(empresaid, services.now()),
        )
  if (!found) throw new Response(null, { status: 404 })

  const headers = new Headers()
  const cookie = await sidCookie(request.headers.get('Cookie'), services)
  if (cookie !== null) headers.set('Set-Cookie', cookie)
  const { nome } = found.empresa
  const link = absoluteUrl(`/${found.empresa.empresaid}`, request, services)
  return json(
    {
      nome,
      left: found.left,
      isMesaFechada: found.isFechada && !isClosed(services),
      closing: context.isRefused
        ? closingOf(services, true)
        : await closingFor(request, services, found.empresa.empresaid),
      isClosed: isClosed(services),
      isLimitReached: context.isError ?? false,
      whatsapp: convitesByWhatsapp(services.config.evento, nome, link),
    },
    { headers },
  )
}

/** Claims one invitation and goes to the form (specification, section 4). */
export async function action({ params, request, context }: ActionFunctionArgs) {
  refuseOtherMethods(request)
  const services = await servicesOf(context)
  const { parseEmpresaid, empresas, origemOf, now, newId, config } = services
  const empresaid = parseEmpresaid(params.id)
  if (empresaid === null) throw new Response(null, { status: 404 })

  const session = await readSession(request, services)
  const claim = await withErrorPage(
    services,
    empresas.claim({
      empresaid,
      sid: ensureSid(session, services),
      origem: origemOf(context.address ?? null),
      reservaid: newId(),
      now: now(),
      holdMs: config.holdMs,
      isClosed: isClosed(services),
    }),
  )
  switch (claim.kind) {
    case 'claimed':
      session.set('ativo', empresaid)
      throw redirect('/cadastro', {
        status: 303,
        headers: {
          ...CLEAR_PREFETCHED_FORM,
          'Set-Cookie': await commitSession(session, services),
        },
      })
    case 'limit-reached':
      context.isError = true
      // Not read again: storage may fail meanwhile, or another browser give an invitation back.
      context.empresaConvites = Promise.resolve({ empresa: claim.empresa, left: 0, isFechada: false })
      return json(null, { status: 409 })
    case 'too-many-holds':
      throw json<Reason>(
        { reason: 'reservas' },
        { status: 429, headers: { 'Retry-After': HOLDS_RETRY_AFTER } },
      )
    case 'pace-exceeded':
      throw json<Reason>({ reason: 'ritmo' }, { status: 429, headers: { 'Retry-After': PACE_RETRY_AFTER } })
    case 'link-closed':
      throw json<Reason>({ reason: 'pessoais' }, { status: 409 })
    case 'closed':
      return refuseClosed(context)
    case 'empresa-not-found':
      throw new Response(null, { status: 404 })
    default:
      return claim satisfies never
  }
}

export const headers = pageHeaders

function stateOf(data?: { isLimitReached: boolean; closing: object | null }): string {
  if (data?.closing) return 'Inscrições encerradas: '
  return data?.isLimitReached ? 'Limite atingido: ' : ''
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${stateOf(data)}Convites: ${data?.nome ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

/** The allotment screen of a company (specification, section 2). */
export default function Allotment() {
  const { nome, left, isMesaFechada, closing, isClosed, isLimitReached, whatsapp } =
    useLoaderData<typeof loader>()
  if (closing) return <RegistrationClosed {...closing} kicker={nome} />
  if (isMesaFechada) return <MesaFechada {...{ nome, left }} />
  return (
    <Page
      alert={
        isLimitReached ? (
          <Alert
            text="LIMITE ATINGIDO"
            explanation={`${limitReached(nome)} Se ainda falta alguém, tente de novo mais tarde.`}
          />
        ) : null
      }
    >
      <p className="sobre">Convites reservados para</p>
      <h1 className="nome-longo">{nome}</h1>
      <Rule />
      <ClaimButton left={isClosed ? null : left} />
      <p className="nota">
        {isClosed
          ? 'As inscrições terminaram, mas o convite que você reservou ainda vale. Toque no botão para cadastrar um ocupante. '
          : null}
        {left > 0 && !isClosed ? 'Toque no bilhete para cadastrar um ocupante. ' : null}Cada convite vale para
        uma pessoa.
      </p>
      <AlreadyRegistered />
      {isClosed ? null : (
        <p className="encaminhar">
          <a href={whatsapp} rel="noreferrer">
            ENVIAR ESTE LINK PELO WHATSAPP
          </a>
        </p>
      )}
    </Page>
  )
}
