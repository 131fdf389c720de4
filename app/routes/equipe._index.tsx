import { titled, ButtonLink } from '~/shared/page'
import { json, seeOther, type RouteArgs } from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { Field, countFields, ErrorSummary, Message } from '~/shared/field'
import { Entrance } from '~/equipe/entrance'
import { PAPEL } from '~/equipe/members'
import { withErrorPage } from '~/shared/failure.server'
import { servicesOf } from '~/services.server'
import { aparelhoOf } from '~/shared/equipe.server'

/** Tells a team browser that it is one; asks any other for its code, and redirects to the code's page. */
export async function loader({ request, context }: RouteArgs) {
  const services = await servicesOf(context)
  const { searchParams } = new URL(request.url)
  const typed = searchParams.get('codigo')
  const code = typed === null ? null : services.parseCode(typed)
  if (code !== null) throw seeOther(`/equipe/${code}`)
  const own = await withErrorPage(services, aparelhoOf(request, services))
  const isLeft = searchParams.get('feito') === 'saiu'
  const data = {
    typed: typed ?? '',
    error: typed === null ? null : 'Confira o código: são 8 letras e números, como 7KQ4-M2XD.',
    own: own && { nome: own.nome, papel: own.papel },
    isLeft: isLeft && own === null,
  }
  // The same for all strangers, so that it opens even if their address asks too often.
  const isForAll = typed === null && own === null
  const headers = { 'Cache-Control': isForAll ? 'private, no-cache' : 'no-store' }
  return json(data, { status: data.error ? 422 : 200, headers })
}

export const meta = titled<typeof loader>((data) => `${data?.error ? 'Erro: ' : ''}Equipe`)

/** Lets someone join the team with a code but no link; for a paired browser, says so. */
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
            <ButtonLink href="/painel">Ir para o painel</ButtonLink>
          ) : (
            <>
              <ButtonLink href="/porta">Abrir a porta</ButtonLink>
              <p>Use este mesmo navegador no dia do evento. A porta também abre em /porta.</p>
            </>
          )}
        </div>
      </Entrance>
    )
  }
  return (
    <Entrance title="Entrar na equipe">
      <ErrorSummary title={countFields} errors={[{ id: 'codigo', message: error }]} />
      {isLeft ? <Message>este navegador saiu da equipe.</Message> : null}
      <form method="get" action="/equipe">
        <Field
          id="codigo"
          label="Código do convite"
          hint="8 letras e números, de quem convidou você."
          error={error}
          value={typed}
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={20}
          required
        />
        <button>Continuar</button>
      </form>
    </Entrance>
  )
}
