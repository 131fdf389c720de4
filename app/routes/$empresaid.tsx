import { useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
import { Alert } from '~/convidado/alert'
import { heldUntil, holdAt } from '~/convidado/cadastro.server'
import { leadToEmpresa } from '~/convidado/enderecos.server'
import { Faixa } from '~/convidado/faixa'
import { faixaOf } from '~/convidado/faixa.server'
import {
  AlreadyRegistered,
  closedTitle,
  FaleComQuemConvidou,
  RegistrationClosed,
  Reservado,
  SemConvite,
} from '~/convidado/reserva'
import { closingOf, isCancelado, isClosed, refuseClosed } from '~/shared/closing.server'
import { ContactLine } from '~/shared/contato'
import type { RouteHandle } from '~/shared/document'
import { failure, HOLDS_RETRY_AFTER, PACE_RETRY_AFTER, pageAction, pageLoader } from '~/shared/failure.server'
import { SendButton } from '~/shared/field'
import { absoluteUrl, convitesByWhatsapp } from '~/shared/links.server'
import { cadastroPath, ComoChegar, Heading, Page, titled } from '~/shared/page'
import { CLEAR_PREFETCHED_FORM, json, NO_STORE, redirect, seeOther } from '~/shared/remix.server'
import { commitSession, ensureSid, readSession, sidCookie } from '~/shared/session.server'
import { dayIn, limitReached, mapOf, whereOf } from '~/shared/words'
import { CASA, isCasa } from '../../server/domain/casa.ts'

export const handle: RouteHandle = {
  sheet: ({ closing, isMesaFechada }) => (closing || isMesaFechada ? 'aviso' : 'mesa'),
}

/**
 * Shows a company's invitations; once registrations are closed, says so to a browser without a hold. Writes
 * nothing, because link previews and prefetches must not use any up.
 */
export const loader = pageLoader(async ({ params, request, context, services }) => {
  const { empresaid: typed = '' } = params
  const empresaid = services.parseEmpresaid(typed)
  const reading =
    context.empresaConvites ?? (empresaid === null ? null : services.empresas.find(empresaid, services.now()))
  const found = await reading
  if (found && isCasa(found.empresa)) throw redirect('/', { headers: NO_STORE })
  if (!found) return leadToEmpresa(typed, (known) => `/${known}`, services)

  const session = await readSession(request, services)
  const isHolder = isClosed(services) || session.has('ativo')
  const hold = isHolder ? await holdAt(found.empresa.empresaid, session, services) : null
  const headers = new Headers()
  const cookie = await sidCookie(request.headers.get('Cookie'), services)
  if (cookie !== null) headers.set('Set-Cookie', cookie)
  const { nome } = found.empresa
  const { evento } = services.config
  const link = absoluteUrl(`/${found.empresa.empresaid}`, request, services)
  return json(
    {
      nome,
      ocasiao: evento.ocasiao,
      quando: dayIn(evento),
      onde:
        evento.endereco === undefined
          ? [whereOf(evento)]
          : [evento.local, `${evento.endereco}, ${evento.cidade}`],
      mapa: mapOf(evento),
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
      whatsapp: convitesByWhatsapp(evento, nome, link),
    },
    { headers },
  )
})

/** Claims one invitation and goes to the form (specification, section 4). */
export const action = pageAction(async ({ params, request, context, services }) => {
  const { parseEmpresaid, empresas, origemOf, now, newId, config } = services
  const empresaid = parseEmpresaid(params.empresaid)
  if (empresaid === null) throw new Response(null, { status: 404 })
  if (isCancelado(services)) return refuseClosed(context)
  // The house is claimed by the public form alone.
  const ofHouse = empresaid === CASA ? await empresas.find(empresaid, now()) : null
  if (ofHouse && isCasa(ofHouse.empresa)) throw seeOther('/', NO_STORE)

  const session = await readSession(request, services)
  const claim = await empresas.claim({
    empresaid,
    sid: ensureSid(session, services),
    origem: origemOf(context.address ?? null),
    reservaid: newId(),
    now: now(),
    holdMs: config.holdMs,
    isClosed: isClosed(services),
  })
  switch (claim.kind) {
    case 'claimed':
      session.set('ativo', empresaid)
      throw seeOther(cadastroPath({ empresaid, codigo: null }), {
        ...CLEAR_PREFETCHED_FORM,
        'Set-Cookie': await commitSession(session, services),
      })
    case 'limit-reached':
      context.isError = true
      // Not read again: storage may fail meanwhile, or another browser may give an invitation back.
      context.empresaConvites = Promise.resolve({ empresa: claim.empresa, left: 0, isFechada: false })
      return json(null, { status: 409 })
    case 'too-many-holds':
      throw failure('reservas', 429, HOLDS_RETRY_AFTER)
    case 'pace-exceeded':
      throw failure('ritmo', 429, PACE_RETRY_AFTER)
    case 'link-closed':
      throw failure('pessoais', 409)
    case 'closed':
      return refuseClosed(context)
    case 'empresa-not-found':
      throw new Response(null, { status: 404 })
    default:
      return claim satisfies never
  }
})

export const meta = titled<typeof loader>((data) => {
  const state = data?.closing
    ? `${closedTitle(data.closing)}: `
    : data?.isLimitReached
      ? 'Limite atingido: '
      : ''
  return `${state}Convites: ${data?.nome ?? ''}`
})

export default function Allotment() {
  const convites = useLoaderData<typeof loader>()
  const { nome, mudou, left, closing, reservado, isClosed, isLimitReached } = convites
  const faixa = <Faixa mudou={mudou} />
  const reserva = reservado && !isClosed ? <Reservado {...reservado} /> : null
  if (closing) return <RegistrationClosed {...closing} kicker={nome} faixa={faixa} />
  // Replaces the ticket while the holder has closed the link: it offers nothing, so it counts nothing.
  if (convites.isMesaFechada)
    return <SemConvite falta="fechada" nome={nome} faixa={faixa} reserva={reserva} />
  return (
    <Page
      isWhole
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
        <b>{convites.ocasiao}</b> <span>{convites.quando}</span>
        {convites.onde.map((line) => (
          <Fragment key={line}>
            {' '}
            <span>{line}</span>
          </Fragment>
        ))}
      </p>
      {reserva}
      <ClaimButton left={isClosed ? null : left} />
      <p className="nota">
        {isClosed
          ? 'As inscrições terminaram, mas o convite que você reservou ainda vale. Toque no botão para cadastrar um convidado. '
          : null}
        {left > 0 && !isClosed ? 'Toque no convite acima para cadastrar um convidado. ' : null}Cada convite
        vale para uma pessoa.
        <ComoChegar mapa={convites.mapa} antes=" " />
      </p>
      {isLimitReached ? (
        <div className="centro">
          <FaleComQuemConvidou />
          <ContactLine />
        </div>
      ) : null}
      <AlreadyRegistered />
      {isClosed || left === 0 ? null : (
        <p className="encaminhar">
          <a href={convites.whatsapp} rel="noreferrer">
            Enviar este link pelo WhatsApp
          </a>
        </p>
      )}
    </Page>
  )
}

/**
 * The button that claims one invitation, as an admission ticket (specification, section 2).
 * @param left null once registrations are closed: the browser's own hold is valid, however many invitations
 *   are left
 */
function ClaimButton({ left }: { left: number | null }) {
  return (
    <form method="post">
      <SendButton className={left === null ? undefined : 'ingresso'} meanwhile="Abrindo…">
        {left === null ? (
          'Usar o convite reservado'
        ) : (
          <>
            VOCÊ TEM <b className={left === 0 ? 'zero' : undefined}>{left}</b> CONVITE(S)
          </>
        )}
      </SendButton>
    </form>
  )
}
