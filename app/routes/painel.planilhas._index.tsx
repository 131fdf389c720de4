import { noStore, refuseOtherMethods, seeOther, type RouteArgs } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { UploadPlanilha, ExportLinks } from '~/painel/planilhas/upload'
import { Message } from '~/shared/field'
import { Painel, painelTitled } from '~/painel/painel'
import { countOf } from '~/shared/words'
import { countFrom, planilhaSent } from '~/painel/planilhas/planilhas.server'
import { equipeOf } from '~/shared/equipe.server'

export async function loader({ request, context }: RouteArgs) {
  const { painel } = await equipeOf(request, context)
  const isDone = new URL(request.url).searchParams.get('feito') === 'gravada'
  const gravada = isDone
    ? {
        entraram: countFrom(request.url, 'entraram') ?? 0,
        mudaram: countFrom(request.url, 'mudaram') ?? 0,
        recusadas: countFrom(request.url, 'recusadas') ?? 0,
      }
    : null
  return noStore({ ...painel, gravada })
}

/** Keeps the spreadsheet for an hour, and shows what it would do. */
export async function action({ request, context }: RouteArgs) {
  refuseOtherMethods(request)
  const sent = await planilhaSent(request, await equipeOf(request, context))
  if (typeof sent === 'string') throw seeOther(sent)
  context.isError = true
  return noStore(sent, 422)
}

export const meta = painelTitled('Planilhas')

export default function Planilhas() {
  const { gravada } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Painel current="Planilhas" title="Planilhas">
      {gravada ? (
        <Message>
          {`a planilha foi gravada: ${countOf(gravada.entraram, 'linha entrou', 'linhas entraram')}, ${countOf(gravada.mudaram, 'mudou', 'mudaram')} e ${countOf(gravada.recusadas, 'foi recusada', 'foram recusadas')}.`}
        </Message>
      ) : null}
      <div className="par">
        <UploadPlanilha refused={refused ?? null} />
        <ExportLinks />
      </div>
    </Painel>
  )
}
