import { fieldsOf, NO_STORE, noStore, seeOther } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { countOf } from '~/shared/words'
import { countFields, ErrorSummary, Outcome } from '~/shared/field'
import { ConviteWithQr, InviteForm, LAST_ORGANISER, Members } from '~/equipe/members'
import { Painel, painelTitled, SeenAt } from '~/painel/painel'
import { actOnEquipe, convitesOf, membrosOf, codesCookie, readCodes } from '~/equipe/members.server'
import { eventTime } from '~/shared/event-clock'
import { painelAction, painelLoader } from '~/shared/equipe.server'

const DONE = {
  convidou: 'o convite está abaixo. O código aparece só neste aparelho: mostre o QR ou envie o link.',
  cancelou: 'o convite não vale mais.',
  revogou: 'o aparelho saiu da equipe.',
}

export const loader = painelLoader(async ({ services, aparelho }, { request }) => {
  const aparelhos = await services.equipe.list()
  return {
    members: membrosOf(aparelhos, aparelho, services),
    convites: convitesOf(aparelhos, await readCodes(request, services), request, services),
    hora: eventTime(services.config.evento.inicio, services.now()),
  }
})

export const action = painelAction(async (equipe, { request }) => {
  const { services, aparelho } = equipe
  const outcome = await actOnEquipe(await fieldsOf(request), equipe)
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
      return noStore(outcome, 422)
    case 'malformed':
      throw new Response(null, { status: 400 })
    default:
      return outcome satisfies never
  }
})

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
      kicker={`${countOf(aparelhos, 'aparelho', 'aparelhos')} · ${countOf(abertos, 'convite por usar', 'convites por usar')}`}
      gauge={<SeenAt hora={hora} href="/painel/equipe" />}
    >
      <ErrorSummary title={countFields} errors={summary} />
      {refused ? null : <Outcome nome={feito} done={DONE} warnings={{}} />}
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
