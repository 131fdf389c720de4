import { noStore, refuseOtherMethods, seeOther, type RouteArgs } from '~/shared/remix.server'
import { useActionData } from '@remix-run/react'
import { UploadPlanilha, ExportLinks } from '~/painel/upload'
import { planilhaSent } from './upload.server'
import { Painel, painelTitled } from '~/painel/painel'
import { equipeOf } from '~/shared/equipe.server'

export async function loader({ request, context }: RouteArgs) {
  const { painel } = await equipeOf(request, context)
  return noStore(painel)
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
  const refused = useActionData<typeof action>()
  return (
    <Painel current="Planilhas" title="Planilhas">
      <div className="par">
        <UploadPlanilha refused={refused ?? null} />
        <ExportLinks />
      </div>
    </Painel>
  )
}
