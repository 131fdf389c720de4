import { useLoaderData } from '@remix-run/react'
import { conviteShown } from '~/convidado/convite-pessoal.server'
import { Faixa, type Mudou } from '~/convidado/faixa'
import { faixaOf } from '~/convidado/faixa.server'
import { servicesOf } from '~/services.server'
import { cadastroPath } from '~/shared/cadastro-path'
import type { RouteHandle } from '~/shared/document'
import { ContactLine } from '~/shared/contato'
import { Notice, useEvento, Page, titled, ButtonLink, OutlineLink, Heading } from '~/shared/page'
import { closedTitle, RegistrationClosed, AlreadyRegistered } from '~/shared/registration-closed'
import { noForm, noStore, type RouteArgs, NO_STORE, redirect, seeOther } from '~/shared/remix.server'
import { dayIn, whenAt, whatMesaSees } from '~/shared/words'
import type { Services } from '../../server/composition.ts'
import { estadoOf } from '../../server/domain/convite-pessoal.ts'
import type { Reserva } from '../../server/domain/reserva.ts'
import { findConvite, findConviteOf } from '../../server/use-cases/convites-pessoais.ts'
import { whoStays } from '../../server/use-cases/find-convidado.ts'
import { withoutAddressEnd } from '../../server/domain/text.ts'
import { convitePath } from '~/shared/links.server'
import { credencialPath, openCredencial, tokensOf } from '~/shared/credenciais.server'
import { closingOf, isErasureDay } from '~/shared/closing.server'
import { withErrorPage } from '~/shared/failure.server'
import { readSession, type ConviteSession } from '~/shared/session.server'

export const handle: RouteHandle = { sheet: 'pessoal' }

/**
 * Shows a personal invitation and writes nothing, so that a preview spends none. A used one takes the browser that
 * registered to the credencial, and tells any other nothing; a revoked one tells nobody whose it was.
 */
export async function loader({ params, request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const { evento } = services.config
  const shown = await openConvite(params, request, services)
  const { ocasiao, local, cidade } = evento
  return noStore({
    ...shown,
    mudou: faixaOf(services),
    evento: { ocasiao, local, cidade, quando: dayIn(evento) },
    ate: whenAt(evento.inicio, services.closesAt),
  })
}

export const action = noForm

const TITLES = {
  novo: 'Convite pessoal',
  usado: 'Este convite já foi usado',
  revogado: 'Este convite não vale mais',
}

/**
 * What an address of a personal invitation shows.
 * @throws Response 404 where there is none; 303 to the credencial it paid for, for the browser that registered it
 */
async function openConvite(
  params: { empresaid?: string | undefined; codigo?: string | undefined },
  request: Request,
  services: Services,
) {
  const empresaid = services.parseEmpresaid(params.empresaid)
  const found =
    empresaid === null
      ? null
      : await withErrorPage(services, findConviteOf(services, empresaid, params.codigo))
  if (!found) return leadToConvite(params, services)
  const session = await readSession(request, services)
  const own = await withErrorPage(services, ownCredencialOf(found.reserva, session, services))
  if (own !== null) throw seeOther(own, NO_STORE)
  const estado = estadoOf(found.reserva)
  const closing = estado === 'novo' ? closingOf(services) : null
  const convite = estado === 'novo' && !closing ? await conviteShown(found, services) : null
  return { estado, closing, convite }
}

/**
 * Leads to the invitation that an address means whose code has something behind it, or its company other capitals.
 * @throws Response 302; 404 where it means none
 */
async function leadToConvite(
  { empresaid = '', codigo = '' }: { empresaid?: string | undefined; codigo?: string | undefined },
  services: Services,
): Promise<never> {
  const meant = await withErrorPage(services, findConvite(services, withoutAddressEnd(codigo)))
  if (meant?.convite.empresaid.toLowerCase() !== empresaid.toLowerCase())
    throw new Response(null, { status: 404 })
  throw redirect(convitePath(meant.convite.empresaid, meant.convite.codigo), { headers: NO_STORE })
}

/** The credencial it paid for, where this browser keeps a link to it: the guest may have been merged since. */
async function ownCredencialOf({ credencialid }: Reserva, session: ConviteSession, services: Services) {
  const tokens = tokensOf(session).toReversed()
  if (credencialid === null || tokens.length === 0 || isErasureDay(services)) return null
  const direct = tokens.find((token) => services.parseToken(token)?.credencialid === credencialid)
  // A link that was replaced says so; one that ended would lead nowhere.
  if (direct !== undefined && (await openCredencial(direct, services)).kind !== 'not-found')
    return credencialPath(direct)
  const stays = await whoStays(services.credenciais, credencialid)
  for (const token of tokens) {
    const opened = await openCredencial(token, services)
    const isOwn = opened.kind === 'open' && opened.convidado.credencial.credencialid === stays
    if (isOwn) return credencialPath(token)
  }
  return null
}

export const meta = titled<typeof loader>((data) =>
  data?.closing ? closedTitle(data.closing) : TITLES[data?.estado ?? 'novo'],
)

/** One invitation, one label, one person. */
export default function Convite() {
  const { estado, closing, convite, ...shown } = useLoaderData<typeof loader>()
  const faixa = <Faixa mudou={shown.mudou} />
  if (closing)
    return (
      <RegistrationClosed {...closing} kicker="Convite pessoal">
        {faixa}
      </RegistrationClosed>
    )
  if (convite) return <Ticket {...convite} {...shown} />
  return (
    <Page>
      {faixa}
      <Notice kicker="Convite pessoal" title={TITLES[estado].toLocaleUpperCase('pt-BR')}>
        <p>
          {estado === 'usado'
            ? 'Cada convite vale para uma pessoa. Se foi você quem se cadastrou, abra a sua credencial no aparelho em que fez o cadastro.'
            : 'Quem enviou o convite o retirou. Fale com essa pessoa ou com a organização.'}
        </p>
        {estado === 'usado' ? <AlreadyRegistered /> : <OutlineLink href="/">VER O CONVITE</OutlineLink>}
        <ContactLine />
      </Notice>
    </Page>
  )
}

interface Props extends Record<'nome' | 'rotulo' | 'codigo' | 'ate', string> {
  evento: Record<'ocasiao' | 'quando' | 'local' | 'cidade', string>
  mudou: Mudou | null
}

/** A new personal invitation, as a ticket whose stub is the way to the form. */
function Ticket({ nome, rotulo, codigo, ate, evento, mudou }: Props) {
  return (
    <Page>
      <Faixa mudou={mudou} />
      <Heading kicker="Convite pessoal para" title={rotulo} />
      <div className="bilhete">
        <p className="de">Um lugar na mesa</p>
        <p className="mesa">{nome}</p>
        <p className="quando">
          {evento.ocasiao}
          <br />
          {evento.quando}
          <br />
          {evento.local}
          <br />
          {evento.cidade}
        </p>
        <div className="canhoto">
          <ButtonLink href={cadastroPath({ empresaid: null, codigo })}>CADASTRAR</ButtonLink>
        </div>
      </div>
      <p className="nota">
        {`Vale para uma pessoa, até ${ate}.`}
        <br />
        Não é para você? Devolva a quem enviou.
      </p>
      <p className="nota">
        {whatMesaSees(useEvento()?.nomesNaMesa ?? true)}
        <br />
        <a href="/privacidade">Aviso de privacidade</a>
      </p>
    </Page>
  )
}
