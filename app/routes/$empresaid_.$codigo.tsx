import { useLoaderData } from '@remix-run/react'
import { conviteShown } from '~/convidado/enderecos.server'
import { Faixa } from '~/convidado/faixa'
import { faixaOf } from '~/convidado/faixa.server'
import { AlreadyRegistered, closedTitle, RegistrationClosed } from '~/convidado/reserva'
import { closingOf, isErasureDay } from '~/shared/closing.server'
import { ContactLine } from '~/shared/contato'
import { credencialPath, openCredencial, tokensOf } from '~/shared/credenciais.server'
import type { RouteHandle } from '~/shared/document'
import { pageLoader } from '~/shared/failure.server'
import { convitePath } from '~/shared/links.server'
import {
  ButtonLink,
  cadastroPath,
  Heading,
  Notice,
  OcasiaoEQuando,
  OutlineLink,
  Page,
  titled,
  useEvento,
} from '~/shared/page'
import { NO_STORE, noForm, noStore, redirect, seeOther } from '~/shared/remix.server'
import { readSession, type ConviteSession } from '~/shared/session.server'
import { dayIn, whatMesaSees, whenAt } from '~/shared/words'
import type { Services } from '../../server/composition.ts'
import { estadoOf, type ConviteComReservas } from '../../server/domain/convite-pessoal.ts'
import { withoutAddressEnd } from '../../server/domain/text.ts'
import { findConvite, findConviteOf } from '../../server/use-cases/convites-pessoais.ts'
import { whoStays } from '../../server/use-cases/find-convidado.ts'

export const handle: RouteHandle = { sheet: 'pessoal' }

/**
 * Shows a personal invitation and writes nothing, so that a preview does not spend it. A used one redirects
 * the browser that registered to the credencial, and tells other browsers nothing; a revoked one does not
 * reveal whose it was.
 */
export const loader = pageLoader(async ({ params, request, services }) => {
  const { evento } = services.config
  const { ocasiao, local, cidade } = evento
  return noStore({
    ...(await openConvite(params, request, services)),
    mudou: faixaOf(services),
    evento: { ocasiao, local, cidade, quando: dayIn(evento) },
    ate: whenAt(evento.inicio, services.closesAt),
  })
})

export const action = noForm

const TITLES = {
  novo: 'Convite pessoal',
  usado: 'Este convite já foi usado',
  recusado: 'Obrigado por avisar',
  revogado: 'Este convite não vale mais',
}

type Params = { empresaid?: string | undefined; codigo?: string | undefined }

/**
 * What an address of a personal invitation shows.
 * @throws Response 404 if there is none; 303 to the credencial it paid for, for the browser that
 *   registered it
 */
async function openConvite(params: Params, request: Request, services: Services) {
  const empresaid = services.parseEmpresaid(params.empresaid)
  const found = empresaid === null ? null : await findConviteOf(services, empresaid, params.codigo)
  if (!found) return leadToConvite(params, services)
  const session = await readSession(request, services)
  const own = await ownCredencialOf(found, session, services)
  if (own !== null) throw seeOther(own, NO_STORE)
  const estado = estadoOf(found)
  const closing = estado === 'novo' ? closingOf(services) : null
  const convite = estado === 'novo' && !closing ? await conviteShown(found, services) : null
  return { estado, closing, convite }
}

/**
 * Redirects to the invitation an address means if its code has something after it, or its company other
 * capitals.
 * @throws Response 302; 404 if it means none
 */
async function leadToConvite({ empresaid = '', codigo = '' }: Params, services: Services): Promise<never> {
  const meant = await findConvite(services, withoutAddressEnd(codigo))
  if (meant?.convite.empresaid.toLowerCase() !== empresaid.toLowerCase())
    throw new Response(null, { status: 404 })
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

export const meta = titled<typeof loader>((data) =>
  data?.closing ? closedTitle(data.closing) : TITLES[data?.estado ?? 'novo'],
)

/** One invitation, one label, one person. */
export default function Convite() {
  const shown = useLoaderData<typeof loader>()
  const { estado, closing, convite } = shown
  const faixa = <Faixa mudou={shown.mudou} />
  if (closing)
    return (
      <RegistrationClosed {...closing} kicker="Convite pessoal">
        {faixa}
      </RegistrationClosed>
    )
  if (convite) return <Ticket {...shown} {...convite} />
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

type Shown = ReturnType<typeof useLoaderData<typeof loader>>

/** A new personal invitation, as a ticket whose stub is the way to the form. */
function Ticket({ nome, rotulo, codigo, ate, evento, mudou }: Shown & NonNullable<Shown['convite']>) {
  return (
    <Page>
      <Faixa mudou={mudou} />
      <Heading kicker="Convite pessoal para" title={rotulo} />
      <div className="bilhete">
        <p className="de">Um lugar na mesa</p>
        <p className="mesa">{nome}</p>
        <p className="quando">
          <OcasiaoEQuando {...evento} />
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
