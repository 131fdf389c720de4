import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  pageHeaders,
  refuseOtherMethods,
} from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { UploadPlanilha, ExportLinks } from '~/painel/planilhas/upload'
import { Message } from '~/shared/field'
import { Painel } from '~/painel/painel'
import { groupedCountOf } from '~/shared/words'
import type { RouteHandle } from '~/shared/document'
import { countFrom, planilhaSent } from '~/painel/planilhas/planilhas.server'
import { teamOf } from '~/shared/team.server'

export const handle: RouteHandle = { sheet: 'painel' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { aparelho } = await teamOf(request, context)
  const isDone = new URL(request.url).searchParams.get('feito') === 'gravada'
  const gravada = isDone
    ? {
        entraram: countFrom(request.url, 'entraram') ?? 0,
        mudaram: countFrom(request.url, 'mudaram') ?? 0,
        recusadas: countFrom(request.url, 'recusadas') ?? 0,
      }
    : null
  const title = `${context.isError ? 'Erro: ' : ''}Planilhas · Painel`
  return json({ quem: { nome: aparelho.nome }, title, gravada }, { headers: { 'Cache-Control': 'no-store' } })
}

/** Keeps the spreadsheet for an hour, and shows what it would do. */
export async function action({ request, context }: ActionFunctionArgs) {
  refuseOtherMethods(request)
  const sent = await planilhaSent(request, await teamOf(request, context))
  if (typeof sent === 'string') throw redirect(sent, { status: 303 })
  context.isError = true
  return json(sent, { status: 422, headers: { 'Cache-Control': 'no-store' } })
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title ?? 'Planilhas · Painel' },
  { name: 'robots', content: 'noindex' },
]

/** Spreadsheets in and out. */
export default function Planilhas() {
  const { quem, gravada } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Painel quem={quem} current="Planilhas" title="Planilhas">
      {gravada ? (
        <Message>
          {`a planilha foi gravada: ${groupedCountOf(gravada.entraram, 'linha entrou', 'linhas entraram')}, ${groupedCountOf(gravada.mudaram, 'mudou', 'mudaram')} e ${groupedCountOf(gravada.recusadas, 'foi recusada', 'foram recusadas')}.`}
        </Message>
      ) : null}
      <div className="par">
        <UploadPlanilha refused={refused ?? null} />
        <ExportLinks />
      </div>
    </Painel>
  )
}
