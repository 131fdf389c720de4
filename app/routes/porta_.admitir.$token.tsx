import { titled } from '~/shared/page'
import { noStore, refuseOtherMethods, type RouteArgs } from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { entradaOf, admit } from '~/porta/entrada.server'
import { EntradaVerdict } from '~/porta/entrada'
import type { RouteHandle } from '~/shared/document'
import { equipeOf } from '~/shared/equipe.server'

export const handle: RouteHandle = { sheet: 'admitir' }

export async function loader({ params, request, context }: RouteArgs) {
  const { services } = await equipeOf(request, context)
  const admissao = await entradaOf(request, params.token, services)
  return noStore(admissao)
}

export async function action({ params, request, context }: RouteArgs) {
  refuseOtherMethods(request)
  return admit(request, params.token, await equipeOf(request, context))
}

export const meta = titled<typeof loader>((data) => `Dar entrada a ${data?.nome ?? ''}`)

export default function AdmitPage() {
  return <EntradaVerdict {...useLoaderData<typeof loader>()} />
}
