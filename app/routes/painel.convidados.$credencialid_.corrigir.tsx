import { OutlineLink } from '~/shared/page'
import { useActionData, useLoaderData } from '@remix-run/react'
import { convidadoHref } from '~/painel/convidado-told'
import { ConvidadoForm, missingOf } from '~/painel/convidados/form'
import { ErrorSummary, NOT_SAVED } from '~/shared/field'
import { Painel, painelTitled } from '~/painel/painel'
import { correctionOf, type RefusedCorrection } from '~/painel/convidados/form.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'

export const loader = painelLoader(async ({ services }, { params }) => {
  const found = await services.credenciais.findById(params.credencialid ?? '')
  if (!found) throw new Response(null, { status: 404 })
  const { credencialid, nome, telefone, email } = found.credencial
  return { credencialid, nome, telefone, email }
})

export const action = painelAction(({ services, autor }, { request, params }) =>
  correctionOf(services, params.credencialid ?? '', request, autor()),
)

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
