import { useLoaderData } from '@remix-run/react'
import { openConvite } from '~/convidado/convite-pessoal.server'
import { Faixa, type Mudou } from '~/convidado/faixa'
import { faixaOf } from '~/convidado/faixa.server'
import { servicesOf } from '~/services.server'
import { cadastroPath } from '~/shared/cadastro-path'
import type { RouteHandle } from '~/shared/document'
import { ContactLine } from '~/shared/contato'
import { Notice, useEvento, Page, titled, ButtonLink, OutlineLink, Heading } from '~/shared/page'
import { closedTitle, RegistrationClosed, AlreadyRegistered } from '~/shared/registration-closed'
import { noForm, noStore, type RouteArgs } from '~/shared/remix.server'
import { dayIn, whenAt, whatMesaSees } from '~/shared/words'

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
