import type { Evento } from '../../server/domain/evento.ts'
import { useLoaderData } from '@remix-run/react'
import { Alert } from '~/convidado/alert'
import { Faixa } from '~/convidado/faixa'
import { faixaOf } from '~/convidado/faixa.server'
import { heldUntil, holdAt } from '~/convidado/cadastro.server'
import { leadToEmpresa } from '~/convidado/enderecos.server'
import { FaleComQuemConvidou, Reservado, SemConvite } from '~/convidado/reserva'
import { servicesOf } from '~/services.server'
import { cadastroPath } from '~/shared/cadastro-path'
import { closingOf, isCancelado, isClosed, refuseClosed } from '~/shared/closing.server'
import type { RouteHandle } from '~/shared/document'
import { HOLDS_RETRY_AFTER, told, withErrorPage, PACE_RETRY_AFTER } from '~/shared/failure.server'
import { absoluteUrl, convitesByWhatsapp } from '~/shared/links.server'
import { ContactLine } from '~/shared/contato'
import { Page, titled, Heading } from '~/shared/page'
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
import { dayIn, limitReached, whereOf } from '~/shared/words'
import { SendButton } from '~/convidado/send-button'

export const handle: RouteHandle = {
  sheet: ({ closing, isMesaFechada }) => (closing ? 'aviso' : isMesaFechada ? 'aviso' : 'mesa'),
}

/**
 * Shows a company's invitations, or that registrations are closed to a browser that holds none of them. Writes nothing:
 * link previews and prefetches must not use any up.
 */
export async function loader({ params, request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const { empresaid: typed = '' } = params
  const empresaid = services.parseEmpresaid(typed)
  const reading =
    context.empresaConvites ?? (empresaid === null ? null : services.empresas.find(empresaid, services.now()))
  const found = reading && (await withErrorPage(services, reading))
  if (!found) return leadToEmpresa(typed, (known) => `/${known}`, services)

  const session = await readSession(request, services)
  const isHolder = isClosed(services) || session.has('ativo')
  const hold = isHolder
    ? await withErrorPage(services, holdAt(found.empresa.empresaid, session, services))
    : null
  const headers = new Headers()
  const cookie = await sidCookie(request.headers.get('Cookie'), services)
  if (cookie !== null) headers.set('Set-Cookie', cookie)
  const { nome } = found.empresa
  const link = absoluteUrl(`/${found.empresa.empresaid}`, request, services)
  return json(
    {
      nome,
      ...eventoTold(services.config.evento),
      mudou: faixaOf(services),
      left: found.left,
      isMesaFechada: found.isFechada && !isClosed(services),
      closing:
        hold && !context.isRefused && !isCancelado(services) ? null : closingOf(services, context.isRefused),
      reservado: hold && {
        ate: heldUntil(hold, services),
        form: cadastroPath({ empresaid: found.empresa.empresaid, codigo: null }),
      },
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
  const empresaid = parseEmpresaid(params.empresaid)
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
      throw seeOther(cadastroPath({ empresaid, codigo: null }), {
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

/** What somebody is invited to who has a company's link and nothing else. */
function eventoTold(evento: Evento) {
  return { ocasiao: evento.ocasiao, quando: dayIn(evento), onde: whereOf(evento) }
}

function stateOf(data?: { isLimitReached: boolean; closing: Closing | null }): string {
  if (data?.closing) return `${closedTitle(data.closing)}: `
  return data?.isLimitReached ? 'Limite atingido: ' : ''
}

export const meta = titled<typeof loader>((data) => `${stateOf(data)}Convites: ${data?.nome ?? ''}`)

export default function Allotment() {
  const {
    nome,
    ocasiao,
    quando,
    onde,
    mudou,
    left,
    isMesaFechada,
    closing,
    reservado,
    isClosed,
    isLimitReached,
    whatsapp,
  } = useLoaderData<typeof loader>()
  const faixa = <Faixa mudou={mudou} />
  const reserva = reservado && !isClosed ? <Reservado {...reservado} /> : null
  if (closing)
    return (
      <RegistrationClosed {...closing} kicker={nome}>
        {faixa}
      </RegistrationClosed>
    )
  // Replaces the ticket while the holder has closed the link: it offers nothing, so it counts nothing.
  if (isMesaFechada)
    return (
      <SemConvite falta="fechada" nome={nome} faixa={faixa}>
        {reserva}
      </SemConvite>
    )
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
      <p className="ocasiao">
        <b>{ocasiao}</b> <span>{quando}</span> <span>{onde}</span>
      </p>
      {reserva}
      <ClaimButton left={isClosed ? null : left} />
      <p className="nota">
        {isClosed
          ? 'As inscrições terminaram, mas o convite que você reservou ainda vale. Toque no botão para cadastrar um ocupante. '
          : null}
        {left > 0 && !isClosed ? 'Toque no bilhete para cadastrar um ocupante. ' : null}Cada convite vale para
        uma pessoa.
      </p>
      {isLimitReached ? (
        <div className="centro">
          <FaleComQuemConvidou />
          <ContactLine />
        </div>
      ) : null}
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

/**
 * The button that claims one invitation, as an admission ticket (specification, section 2).
 * @param left null once registrations are closed: the browser's own hold is good, however many invitations are left
 */
function ClaimButton({ left }: { left: number | null }) {
  return (
    <form method="post">
      <SendButton className={left === null ? undefined : 'ingresso'} meanwhile="ABRINDO…">
        {left === null ? 'USAR O CONVITE RESERVADO' : <LeftCount left={left} />}
      </SendButton>
    </form>
  )
}

function LeftCount({ left }: { left: number }) {
  return (
    <>
      VOCÊ TEM <b className={left === 0 ? 'zero' : undefined}>{left}</b> CONVITE(S)
    </>
  )
}
