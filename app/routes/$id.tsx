import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Alert } from '~/convidado/alert'
import { ClaimButton } from '~/convidado/claim-button'
import { Faixa } from '~/convidado/faixa'
import { faixaOf } from '~/convidado/faixa.server'
import { servicesOf } from '~/services.server'
import { closingFor, closingOf, isCancelado, isClosed, refuseClosed } from '~/shared/closing.server'
import type { RouteHandle } from '~/shared/document'
import { HOLDS_RETRY_AFTER, told, withErrorPage, PACE_RETRY_AFTER } from '~/shared/failure.server'
import { absoluteUrl, convitesByWhatsapp } from '~/shared/links.server'
import { Notice, Page, titled, Heading } from '~/shared/page'
import {
  closedTitle,
  RegistrationClosed,
  AlreadyRegistered,
  type Closing,
} from '~/shared/registration-closed'
import {
  CLEAR_PREFETCHED_FORM,
  json,
  refuseOtherMethods,
  seeOther,
  type RouteArgs,
} from '~/shared/remix.server'
import { commitSession, ensureSid, readSession, sidCookie } from '~/shared/session.server'
import { limitReached } from '~/shared/words'

export const handle: RouteHandle = {
  sheet: ({ closing, isMesaFechada }) => (closing ? 'aviso' : isMesaFechada ? 'aviso' : 'mesa'),
}

/**
 * Shows a company's invitations, or that registrations are closed to a browser that holds none of them. Writes nothing:
 * link previews and prefetches must not use any up.
 */
export async function loader({ params, request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const empresaid = services.parseEmpresaid(params.id)
  if (empresaid === null) throw new Response(null, { status: 404 })
  const reading = context.empresaConvites ?? services.empresas.find(empresaid, services.now())
  const found = await withErrorPage(services, reading)
  if (!found) throw new Response(null, { status: 404 })

  const headers = new Headers()
  const cookie = await sidCookie(request.headers.get('Cookie'), services)
  if (cookie !== null) headers.set('Set-Cookie', cookie)
  const { nome } = found.empresa
  const link = absoluteUrl(`/${found.empresa.empresaid}`, request, services)
  return json(
    {
      nome,
      mudou: faixaOf(services),
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
export async function action({ params, request, context }: RouteArgs) {
  refuseOtherMethods(request)
  const services = await servicesOf(context)
  const { parseEmpresaid, empresas, origemOf, now, newId, config } = services
  const empresaid = parseEmpresaid(params.id)
  if (empresaid === null) throw new Response(null, { status: 404 })
  if (isCancelado(services)) return refuseClosed(context)

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
      throw seeOther('/cadastro', {
        ...CLEAR_PREFETCHED_FORM,
        'Set-Cookie': await commitSession(session, services),
      })
    case 'limit-reached':
      context.isError = true
      // Not read again: storage may fail meanwhile, or another browser give an invitation back.
      context.empresaConvites = Promise.resolve({ empresa: claim.empresa, left: 0, isFechada: false })
      return json(null, { status: 409 })
    case 'too-many-holds':
      throw told('reservas', 429, HOLDS_RETRY_AFTER)
    case 'pace-exceeded':
      throw told('ritmo', 429, PACE_RETRY_AFTER)
    case 'link-closed':
      throw told('pessoais', 409)
    case 'closed':
      return refuseClosed(context)
    case 'empresa-not-found':
      throw new Response(null, { status: 404 })
    default:
      return claim satisfies never
  }
}

function stateOf(data?: { isLimitReached: boolean; closing: Closing | null }): string {
  if (data?.closing) return `${closedTitle(data.closing)}: `
  return data?.isLimitReached ? 'Limite atingido: ' : ''
}

export const meta = titled<typeof loader>((data) => `${stateOf(data)}Convites: ${data?.nome ?? ''}`)

export default function Allotment() {
  const { nome, mudou, left, isMesaFechada, closing, isClosed, isLimitReached, whatsapp } =
    useLoaderData<typeof loader>()
  const faixa = <Faixa mudou={mudou} />
  if (closing)
    return (
      <RegistrationClosed {...closing} kicker={nome}>
        {faixa}
      </RegistrationClosed>
    )
  if (isMesaFechada) return <MesaFechada nome={nome}>{faixa}</MesaFechada>
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
      {faixa}
      <Heading kicker="Convites reservados para" title={nome} />
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

/** Replaces the ticket while the holder has closed the link: it offers nothing, so it counts nothing. */
function MesaFechada({ nome, children }: { nome: string; children: ReactNode }) {
  return (
    <Page>
      {children}
      <Notice kicker="Convites reservados para" title={nome}>
        <p>
          Os convites desta mesa são pessoais: cada pessoa recebe um link só seu. Peça o seu a quem convidou
          você.
        </p>
        <p className="nota">
          Já tinha começado um cadastro? <a href="/cadastro">Continue daqui</a>.
        </p>
        <AlreadyRegistered />
      </Notice>
    </Page>
  )
}
