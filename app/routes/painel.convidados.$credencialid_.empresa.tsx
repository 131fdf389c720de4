import { OutlineLink } from '~/shared/page'
import { noStore, refuseOtherMethods, type RouteArgs } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { convidadoHref } from '~/painel/convidado-told'
import { EmpresaField } from '~/painel/convidados/form'
import { ErrorSummary, NOT_SAVED } from '~/shared/field'
import { Painel, painelTitled } from '~/painel/painel'
import { withErrorPage } from '~/shared/failure.server'
import { moveOf, movingShown, type EmpresaTyped } from '~/painel/convidados/empresa.server'
import { equipeOf } from '~/shared/equipe.server'

export async function loader({ params, request, context }: RouteArgs) {
  const { services, painel } = await equipeOf(request, context)
  const shown = await withErrorPage(services, movingShown(services, params.credencialid ?? ''))
  return noStore({ ...painel, ...shown })
}

/** Gives the guest another company, and goes to the guest's page. */
export async function action({ params, request, context }: RouteArgs) {
  const { services, autor } = await equipeOf(request, context)
  refuseOtherMethods(request)
  const answer = await withErrorPage(services, moveOf(services, params.credencialid ?? '', request, autor()))
  context.isError = answer.status === 422
  return answer
}

export const meta = painelTitled('Mudar de empresa')

export default function MovePage() {
  const { credencialid, nome, empresa, isWithdrawn, suggested } = useLoaderData<typeof loader>()
  const typed = useActionData<EmpresaTyped>() ?? { typed: '', error: null, choices: [] }
  return (
    <Painel
      current="Convidados"
      title="Mudar de empresa"
      kicker={<a href={convidadoHref(credencialid)}>{nome}</a>}
      summary={<ErrorSummary title={NOT_SAVED} errors={[{ id: 'empresa', message: typed.error }]} />}
      isForm
    >
      <p className="linha">
        {empresa === null
          ? isWithdrawn
            ? 'Desistiu, e o convite não é de nenhuma empresa. Com um convite, fica confirmado de novo.'
            : 'Hoje o convite não é de nenhuma empresa.'
          : `Hoje o convite é de ${empresa}: volta para ela, e a nova empresa gasta um dos seus.`}
      </p>
      <form method="post" noValidate acceptCharset="utf-8">
        <EmpresaField
          {...typed}
          suggested={suggested}
          hint={
            empresa === null ? 'A que vai dar o convite.' : 'A nova. Em branco, o convidado fica sem empresa.'
          }
        />
        <div className="acoes">
          <button>MUDAR</button>
          <OutlineLink href={convidadoHref(credencialid)}>VOLTAR SEM GRAVAR</OutlineLink>
        </div>
      </form>
    </Painel>
  )
}
