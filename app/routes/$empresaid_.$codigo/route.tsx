import { useActionData, useLoaderData } from '@remix-run/react'
import { imagemOf } from '~/arte/arte.server'
import { Faixa } from '~/convidado/faixa'
import { faixaOf } from '~/convidado/faixa.server'
import { preloadsOf, Quadro } from '~/convidado/imagem'
import { AlreadyRegistered, closedTitle, RegistrationClosed } from '~/convidado/reserva'
import { isCancelado, isClosed, refuseClosed } from '~/shared/closing.server'
import { ContactLine } from '~/shared/contato'
import type { RouteHandle } from '~/shared/document'
import { pageAction, pageLoader } from '~/shared/failure.server'
import { convitePath } from '~/shared/links.server'
import { cadastroPath, Notice, OutlineLink, Page, titled } from '~/shared/page'
import { fieldsOf, NO_STORE, noStore, seeOther, type MetaFunction } from '~/shared/remix.server'
import { conviteAlt } from '~/shared/words'
import type { CONVIDADO } from '../../../server/domain/historico.ts'
import { findConviteIn, openConvite } from './convite.server'
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
