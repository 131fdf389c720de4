import { json, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Campo } from '~/components/campo'
import { countCampos, ErrorSummary } from '~/components/error-summary'
import { JaMeCadastrei } from '~/components/ja-me-cadastrei'
import { Fio, Pagina } from '~/components/pagina'
import type { RouteHandle } from '~/components/route-handle'
import { useEvento } from '~/components/use-evento'
import { pageHeaders } from '~/page-headers'
import { servicesOf } from '~/services.server'

export const handle: RouteHandle = { tela: 'mesa' }

/** Asks which company; a well-formed answer goes on to the company's own address. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { parseEmpresaid } = await servicesOf(context)
  const typed = new URL(request.url).searchParams.get('empresaid')
  if (typed === null) return json({ typed: '', error: null })
  const empresaid = parseEmpresaid(lastSegment(typed))
  if (empresaid !== null) throw redirect(`/${empresaid}`, 303)
  const error =
    typed.trim() === ''
      ? 'Digite o código da empresa.'
      : 'Confira o código: ele vem no fim do link que a empresa recebeu.'
  return json({ typed, error }, { status: 422, headers: { 'Cache-Control': 'no-store' } })
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.error ? 'Erro: Convites da empresa' : 'Convites da empresa' },
  { name: 'robots', content: 'noindex' },
]

/** What a link ends with; a code is a link's end already. */
function lastSegment(typed: string): string {
  const path = typed.trim().replace(/[?#].*$/, '')
  return path.split('/').filter(Boolean).at(-1) ?? ''
}

/** The allotment screen before a company is known (specification, section 2). */
export default function Item() {
  const { typed, error } = useLoaderData<typeof loader>()
  const evento = useEvento()
  return (
    <Pagina>
      {error ? <ErrorSummary titulo={countCampos(1)} errors={[{ id: 'empresaid', message: error }]} /> : null}
      {evento ? <p className="sobre">{evento.ocasiao}</p> : null}
      <h1 className="nome-longo">CONVITES DA EMPRESA</h1>
      <Fio />
      <form method="get" action="/item">
        <Campo
          id="empresaid"
          label="CÓDIGO DA EMPRESA"
          hint="Cole aqui o link que a empresa recebeu, ou só o fim dele."
          error={error}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={300}
          required
        />
        <button>VER CONVITES</button>
      </form>
      <JaMeCadastrei />
    </Pagina>
  )
}
