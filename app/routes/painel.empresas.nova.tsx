import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '~/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { EmpresaForm } from '~/components/empresa-form'
import { Painel } from '~/components/painel'
import type { RouteHandle } from '~/components/route-handle'
import { empresaCreated } from '~/empresa-form.server'
import { refuseOtherMethods } from '~/methods.server'
import { pageHeaders } from '~/page-headers'
import { teamOf } from '~/team.server'

export const handle: RouteHandle = { sheet: 'painel' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { aparelho } = await teamOf(request, context, ['organizacao'])
  const title = `${context.isError ? 'Erro: ' : ''}Nova empresa · Painel`
  return json({ quem: { nome: aparelho.nome }, title }, { headers: { 'Cache-Control': 'no-store' } })
}

/** Stores the company, and shows its page. */
export async function action({ request, context }: ActionFunctionArgs) {
  refuseOtherMethods(request)
  const { services, autor } = await teamOf(request, context, ['organizacao'])
  const created = await empresaCreated(services, await request.formData(), autor())
  if (typeof created === 'string')
    throw redirect(`/painel/empresas/${encodeURIComponent(created)}?feito=nova`, { status: 303 })
  context.isError = true
  return created
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title ?? 'Nova empresa · Painel' },
  { name: 'robots', content: 'noindex' },
]

/** A company typed by hand; many at once come by spreadsheet. */
export default function NovaEmpresa() {
  const { quem } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Painel
      quem={quem}
      current="Empresas"
      title="Nova empresa"
      kicker={<a href="/painel#empresas">Empresas</a>}
    >
      <EmpresaForm refused={refused ?? null} />
    </Painel>
  )
}
