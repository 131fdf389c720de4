import { json, redirect, type LoaderFunctionArgs, type MetaFunction } from '~/remix.server'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/field'
import { Entrance } from '~/components/entrance'
import { countFields, ErrorSummary } from '~/components/error-summary'
import { Message } from '~/components/message'
import { PAPEL } from '~/components/papel'
import type { RouteHandle } from '~/components/route-handle'
import { withErrorPage } from '~/failure.server'
import { pageHeaders } from '~/page-headers'
import { servicesOf } from '~/services.server'
import { aparelhoOf } from '~/team.server'

export const handle: RouteHandle = { sheet: 'painel' }

/**
 * Tells a browser of the team that it is one, and asks any other for its code, which goes on to the page of the code.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const services = await servicesOf(context)
  const { searchParams } = new URL(request.url)
  const typed = searchParams.get('codigo')
  const code = typed === null ? null : services.parseCode(typed)
  if (code !== null) throw redirect(`/equipe/${code}`, 303)
  const own = await withErrorPage(services, aparelhoOf(request, services))
  const isLeft = searchParams.get('feito') === 'saiu'
  const data = {
    typed: typed ?? '',
    error: typed === null ? null : 'Confira o código: são 8 letras e números, como 7KQ4-M2XD.',
    own: own && { nome: own.nome, papel: own.papel },
    isLeft: isLeft && own === null,
  }
  return json(data, { status: data.error ? 422 : 200, headers: { 'Cache-Control': 'no-store' } })
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.error ? 'Erro: ' : ''}Equipe` },
  { name: 'robots', content: 'noindex' },
]

/** The way into the team with a code and without its link, and the page of a paired browser. */
export default function Equipe() {
  const { typed, error, own, isLeft } = useLoaderData<typeof loader>()
  if (own && !error) {
    return (
      <Entrance title="Você está na equipe">
        <div className="acoes">
          <p>
            {'Este navegador é de '}
            <b>{own.nome}</b>
            {`, para ${PAPEL[own.papel].invitedTo}.`}
          </p>
          {own.papel === 'organizacao' ? (
            <a className="botao" href="/painel">
              IR PARA O PAINEL
            </a>
          ) : (
            <>
              <a className="botao" href="/porta">
                ABRIR A PORTA
              </a>
              <p>Use este mesmo navegador no dia do evento. A porta também abre em /porta.</p>
            </>
          )}
        </div>
      </Entrance>
    )
  }
  return (
    <Entrance title="Entrar na equipe">
      {error ? <ErrorSummary title={countFields(1)} errors={[{ id: 'codigo', message: error }]} /> : null}
      {isLeft ? <Message>este navegador saiu da equipe.</Message> : null}
      <form method="get" action="/equipe">
        <Field
          id="codigo"
          label="Código do convite"
          hint="8 letras e números, de quem convidou você."
          error={error}
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={20}
          required
        />
        <button>CONTINUAR</button>
      </form>
    </Entrance>
  )
}
