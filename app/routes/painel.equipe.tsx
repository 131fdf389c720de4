import { OutlineLink } from '~/shared/page'
import { noStore, refuseOtherMethods, seeOther, type RouteArgs } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { InviteForm, ConviteWithQr } from '~/equipe/invite'
import { countOf } from '~/shared/words'
import { countFields, ErrorSummary, Message } from '~/shared/field'
import { Members, LAST_ORGANISER } from '~/equipe/members'
import { Painel, painelTitled } from '~/painel/painel'
import { actOnEquipe, convitesOf, membrosOf, codesCookie, readCodes } from '~/equipe/members.server'
import { withErrorPage } from '~/shared/failure.server'
import { eventTime } from '~/shared/event-clock'
import { equipeOf } from '~/shared/equipe.server'

const NO_STORE = { 'Cache-Control': 'no-store' }

const DONE = {
  convidou: 'o convite está abaixo. O código aparece só neste aparelho: mostre o QR ou envie o link.',
  cancelou: 'o convite não vale mais.',
  revogou: 'o aparelho saiu da equipe.',
} as const

export async function loader({ request, context }: RouteArgs) {
  const { services, aparelho, painel } = await equipeOf(request, context)
  const aparelhos = await withErrorPage(services, services.equipe.list())
  const feito = new URL(request.url).searchParams.get('feito') ?? ''
  const { inicio } = services.config.evento
  return noStore({
    ...painel,
    members: membrosOf(aparelhos, aparelho, services),
    convites: convitesOf(aparelhos, await readCodes(request, services), request, services),
    feito: Object.hasOwn(DONE, feito) ? (feito as keyof typeof DONE) : null,
    hora: eventTime(inicio, services.now()),
  })
}

/** Invites, invites again, revokes. */
export async function action({ request, context }: RouteArgs) {
  const equipe = await equipeOf(request, context)
  refuseOtherMethods(request)
  const { services, aparelho } = equipe
  const form = await request.formData()
  const outcome = await withErrorPage(services, actOnEquipe(form, equipe))
  switch (outcome.kind) {
    case 'invited':
      throw seeOther('/painel/equipe?feito=convidou', {
        ...NO_STORE,
        'Set-Cookie': await codesCookie(request, outcome.code, services),
      })
    case 'revoked': {
      const isOwn = outcome.aparelhoid === aparelho.aparelhoid
      const to = isOwn ? '/equipe?feito=saiu' : `/painel/equipe?feito=${outcome.feito}`
      throw seeOther(to, NO_STORE)
    }
    case 'invalid':
      context.isError = true
      return noStore(outcome, 422)
    case 'malformed':
      throw new Response(null, { status: 400 })
    default:
      return outcome satisfies never
  }
}

export const meta = painelTitled('Equipe')

export default function Equipe() {
  const { members, convites, feito, hora } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const errors = refused?.errors ?? {}
  const summary = (['nome', 'papel', LAST_ORGANISER] as const).map((id) => ({ id, message: errors[id] }))
  const aparelhos = members.filter(({ estado }) => estado === 'paired').length
  const abertos = members.filter(({ estado }) => estado === 'open').length
  return (
    <Painel
      current="Equipe"
      title="Equipe"
      kicker={`${countOf(aparelhos, 'aparelho', 'aparelhos')} · ${countOf(abertos, 'convite aberto', 'convites abertos')}`}
      gauge={
        <>
          <p>
            Visto às <b>{hora}</b>
          </p>
          <OutlineLink href="/painel/equipe">ATUALIZAR</OutlineLink>
        </>
      }
    >
      <ErrorSummary title={countFields} errors={summary} />
      {feito && !refused ? <Message>{DONE[feito]}</Message> : null}
      {convites.map((convite) => (
        <ConviteWithQr key={convite.aparelhoid} {...convite} />
      ))}
      <section>
        <h2 className="oculto">Aparelhos</h2>
        <Members members={members} failure={errors[LAST_ORGANISER] ?? null} />
      </section>
      <section className="estreita so-tela">
        <h2>Convidar para a equipe</h2>
        <InviteForm nome={refused?.nome ?? ''} papel={refused?.papel ?? 'porta'} errors={errors} />
      </section>
    </Painel>
  )
}
