import { OutlineLink } from '~/shared/page'
import { noStore, refuseOtherMethods, type RouteArgs } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { empresaHref } from '~/painel/convidado-told'
import { suggestedEmpresas } from '~/painel/convidados/empresa.server'
import { ConvidadoForm, missingOf, EmpresaField } from '~/painel/convidados/form'
import { ErrorSummary, NOT_SAVED } from '~/shared/field'
import { Painel, painelTitled } from '~/painel/painel'
import { withErrorPage } from '~/shared/failure.server'
import { newConvidadoOf, type RefusedNewConvidado } from '~/painel/convidados/form.server'
import { equipeOf } from '~/shared/equipe.server'

/** The form, for a company where the address names one. */
export async function loader({ request, context }: RouteArgs) {
  const { services, painel } = await equipeOf(request, context)
  const empresaid = new URL(request.url).searchParams.get('empresa')
  const [suggested, found] = await withErrorPage(
    services,
    Promise.all([
      suggestedEmpresas(services),
      empresaid === null ? null : services.empresas.find(empresaid, services.now()),
    ]),
  )
  const { empresa } = found ?? {}
  return noStore({
    ...{ ...painel, suggested, empresa: empresa?.nome ?? '' },
    voltar: empresa ? empresaHref(empresa.empresaid) : '/painel/convidados',
  })
}

/** Registers a guest, before or after the closing date, and goes to the guest's page. */
export async function action({ request, context }: RouteArgs) {
  const { services, autor } = await equipeOf(request, context)
  refuseOtherMethods(request)
  const answer = await withErrorPage(services, newConvidadoOf(services, request, autor()))
  context.isError = answer.status === 422
  return answer
}

export const meta = painelTitled('Novo convidado')

const NOTHING = { nome: '', telefone: '', email: '' }

export default function Novo() {
  const { suggested, empresa, voltar } = useLoaderData<typeof loader>()
  const refused = useActionData<RefusedNewConvidado>()
  const typed = refused?.empresa ?? { typed: empresa, error: null, choices: [] }
  const missing = [
    ...(refused ? missingOf(refused.errors, refused.repetido) : []),
    { id: 'empresa', message: typed.error },
  ]
  return (
    <Painel
      current="Convidados"
      title="Novo convidado"
      kicker={<a href={voltar}>{empresa || 'Convidados'}</a>}
      summary={<ErrorSummary title={NOT_SAVED} errors={missing} />}
      isForm
    >
      <ConvidadoForm
        values={refused?.values ?? NOTHING}
        errors={refused?.errors ?? {}}
        repetido={refused?.repetido ?? null}
        actions={
          <>
            <button>CADASTRAR</button>
            <OutlineLink href={voltar}>VOLTAR SEM GRAVAR</OutlineLink>
          </>
        }
      >
        <EmpresaField
          {...typed}
          suggested={suggested}
          hint="De quem é o convite. Em branco, o convidado entra sem gastar convite de nenhuma."
        />
      </ConvidadoForm>
    </Painel>
  )
}
