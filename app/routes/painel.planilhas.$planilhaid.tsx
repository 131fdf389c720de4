import { ButtonLink } from '~/shared/page'
import { noStore, refuseOtherMethods, type RouteArgs } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CheckPlanilha } from '~/painel/planilhas/check'
import { Message } from '~/shared/field'
import { Painel, painelTitled } from '~/painel/painel'
import { countOf } from '~/shared/words'
import { countFrom, planilhaRecorded, planilhaShown } from '~/painel/planilhas/planilhas.server'
import { equipeOf } from '~/shared/equipe.server'

/** What an uploaded spreadsheet would do now. */
export async function loader({ request, context, params }: RouteArgs) {
  const equipe = await equipeOf(request, context)
  const planilha = await planilhaShown(params.planilhaid ?? '', request, equipe)
  const gravadas = countFrom(request.url, 'gravadas')
  return noStore({ ...equipe.painel, planilha, gravadas }, planilha ? 200 : 404)
}

/** Records it, if it still does what was seen. */
export async function action({ request, context, params }: RouteArgs) {
  refuseOtherMethods(request)
  const equipe = await equipeOf(request, context)
  return planilhaRecorded(params.planilhaid ?? '', request, equipe)
}

export const meta = painelTitled<typeof loader>((data) => (data?.planilha ? 'Conferir planilha' : 'Planilha'))

export default function CheckPage() {
  const { planilha, gravadas } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (!planilha) return <Sumiu />
  const { arquivo, totals, lida } = planilha
  const lines = Object.values(totals).reduce((sum, count) => sum + count, 0)
  return (
    <Painel
      current="Planilhas"
      title="Conferir planilha"
      kicker={`${arquivo} · ${countOf(lines, 'linha', 'linhas')}, lida às ${lida}`}
    >
      {refused ? (
        <Message isWarning>
          o que está gravado mudou enquanto você conferia, e nada desta planilha foi gravado. Confira de novo.
        </Message>
      ) : null}
      {gravadas !== null ? (
        <Message isWarning>
          {`${countOf(gravadas, 'linha foi gravada', 'linhas foram gravadas')}. Confira as que faltam e grave de novo.`}
        </Message>
      ) : null}
      <CheckPlanilha {...planilha} />
    </Painel>
  )
}

function Sumiu() {
  return (
    <Painel current="Planilhas" title="A planilha não está mais aqui">
      <p className="alerta aviso">
        Ela já foi gravada, ou passou uma hora desde o envio. Enviar a mesma planilha outra vez não muda nada.
      </p>
      <p className="acoes estreita">
        <ButtonLink href="/painel/planilhas">ENVIAR PLANILHA</ButtonLink>
      </p>
    </Painel>
  )
}
