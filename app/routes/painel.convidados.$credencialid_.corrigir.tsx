import { OutlineLink } from '~/shared/page'
import { noStore, refuseOtherMethods, type RouteArgs } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { convidadoHref } from '~/painel/convidado-told'
import { ConvidadoForm, missingOf } from '~/painel/convidados/form'
import { ErrorSummary, NOT_SAVED } from '~/shared/field'
import { Painel, painelTitled } from '~/painel/painel'
import { correctionOf, type RefusedCorrection } from '~/painel/convidados/form.server'
import { withErrorPage } from '~/shared/failure.server'
import { equipeOf } from '~/shared/equipe.server'

export async function loader({ params, request, context }: RouteArgs) {
  const { services, painel } = await equipeOf(request, context)
  const found = await withErrorPage(services, services.credenciais.findById(params.credencialid ?? ''))
  if (!found) throw new Response(null, { status: 404 })
  const { credencialid, nome, telefone, email } = found.credencial
  return noStore({
    ...painel,
    credencialid,
    nome,
    telefone,
    email,
  })
}

/** Corrects what was changed, and goes to the guest's page. */
export async function action({ params, request, context }: RouteArgs) {
  const { services, autor } = await equipeOf(request, context)
  refuseOtherMethods(request)
  const answer = await withErrorPage(
    services,
    correctionOf(services, params.credencialid ?? '', request, autor()),
  )
  context.isError = answer.status === 422
  return answer
}

export const meta = painelTitled('Corrigir dados')

/** The form that corrects a guest. What it was shown with goes along: a field nobody touched overwrites nothing. */
export default function CorrectPage() {
  const { credencialid, nome, telefone, email } = useLoaderData<typeof loader>()
  const refused = useActionData<RefusedCorrection>()
  const shown = refused?.shown ?? { nome, telefone, email }
  const missing = refused ? missingOf(refused.errors, refused.repetido) : []
  return (
    <Painel
      current="Convidados"
      title="Corrigir dados"
      kicker={<a href={convidadoHref(credencialid)}>{nome}</a>}
      summary={<ErrorSummary title={NOT_SAVED} errors={missing} />}
      isForm
    >
      <ConvidadoForm
        values={refused?.values ?? shown}
        errors={refused?.errors ?? {}}
        repetido={refused?.repetido ?? null}
        actions={
          <>
            <button>GRAVAR</button>
            <OutlineLink href={convidadoHref(credencialid)}>VOLTAR SEM GRAVAR</OutlineLink>
          </>
        }
      >
        {(['nome', 'telefone', 'email'] as const).map((field) => (
          <input key={field} type="hidden" name={`era-${field}`} value={shown[field]} />
        ))}
      </ConvidadoForm>
    </Painel>
  )
}
