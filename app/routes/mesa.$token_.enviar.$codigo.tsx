import { useActionData, useLoaderData } from '@remix-run/react'
import { actedOn, type Typed } from '~/mesa/envios.server'
import { EnvioDaMesa, FimDaMesa } from '~/mesa/envio'
import { envioShown } from '~/mesa/envio.server'
import type { RouteHandle } from '~/shared/document'
import { ErrorSummary } from '~/shared/field'
import { refreshTo } from '~/shared/mensagem'
import { Page, titled } from '~/shared/page'
import {
  fieldsOf,
  noStore,
  refuseOtherMethods,
  type MetaFunction,
  type RouteArgs,
} from '~/shared/remix.server'
import { UmPorVez } from '~/shared/envio'
import { servicesOf } from '~/services.server'

export const handle: RouteHandle = { sheet: 'envio' }

/** One personal invitation to be sent, or `fim`, the end of the queue. Looking takes nothing: that is a form's. */
export async function loader({ params, request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const { isError } = context
  return noStore({ ...(await envioShown(params, request, services, context)), isError })
}

export async function action({ params, request, context }: RouteArgs) {
  refuseOtherMethods(request)
  const services = await servicesOf(context)
  return actedOn(params, await fieldsOf(request), services, context)
}

/** After ENVIAR the page goes on to WhatsApp by itself. */
export const meta: MetaFunction<typeof loader> = (args) => {
  const refresh = args.data?.refresh ?? null
  const title = titled<typeof loader>(
    (data) => `${data?.isError ? 'Erro: ' : ''}Enviar convites · Mesa ${data?.mesa ?? ''}`,
  )
  return [...(title(args) ?? []), ...(refresh === null ? [] : [refreshTo(refresh)])]
}

export default function EnviarPage() {
  const { path, mesa, feitos, total, linha, fim } = useLoaderData<typeof loader>()
  const { typed, error } = useActionData<Typed>() ?? { typed: '', error: null }
  return (
    <Page>
      <ErrorSummary title="Falta corrigir o número" errors={[{ id: 'para', message: error }]} />
      <UmPorVez
        title="Enviar convites, um por vez"
        href={path}
        nome={`Mesa ${mesa}`}
        feitos={feitos}
        total={total}
      >
        {linha ? (
          <EnvioDaMesa {...linha} action={`${path}/enviar/${linha.codigo}`} typed={typed} error={error} />
        ) : null}
        {fim ? <FimDaMesa {...fim} path={path} feitos={feitos} total={total} /> : null}
      </UmPorVez>
    </Page>
  )
}
