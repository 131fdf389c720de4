import { useActionData, useLoaderData } from '@remix-run/react'
import { convidadoHref } from '~/painel/convidado-told'
import { ConvidadoForm, missingOf, type RefusedConvidadoForm } from '~/painel/convidados/form'
import { ErrorSummary, NOT_SAVED } from '~/shared/field'
import { Painel, painelTitled } from '~/painel/painel'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import type { CadastroValues } from '../../server/domain/cadastro.ts'
import { correctConvidado } from '../../server/use-cases/change-convidado.ts'
import { fieldsOf, noStore } from '~/shared/remix.server'
import { repetidoFoundOf, toConvidado, toKept, valuesIn } from '~/painel/convidados/convidado.server'

export const loader = painelLoader(async ({ services }, { params }) => {
  const found = await services.credenciais.findById(params.credencialid ?? '')
  if (!found) throw new Response(null, { status: 404 })
  const { credencialid, nome, telefone, email } = found.credencial
  return { credencialid, nome, telefone, email }
})

/** The form shown again, with the values it was first shown with. */
interface RefusedCorrection extends RefusedConvidadoForm {
  shown: CadastroValues
}

export const action = painelAction(
  async ({ services, autor }, { request, params: { credencialid = '' } }) => {
    const fields = await fieldsOf(request)
    const form = {
      values: valuesIn(fields),
      shown: valuesIn(fields, 'era-'),
      isOther: fields('outra') === '1',
    }
    const correction = await correctConvidado(services, credencialid, form, autor())
    switch (correction.kind) {
      case 'corrected':
        return toConvidado(credencialid, 'corrigido')
      case 'credencial-not-found':
        return toKept(services, credencialid)
      case 'refused': {
        const { values } = form
        const { shown } = correction
        const campo = values.telefone === form.shown.telefone ? 'nome' : 'telefone'
        const repetido = repetidoFoundOf(correction.repetido, { ...values, campo }, credencialid, services)
        return noStore<RefusedCorrection>({ values, shown, errors: correction.errors, repetido }, 422)
      }
      default:
        return correction satisfies never
    }
  },
)

export const meta = painelTitled('Corrigir dados')

/**
 * The form that corrects a guest. It also sends the values it was shown with, so that an untouched field
 * overwrites nothing.
 */
export default function CorrectPage() {
  const { credencialid, nome, telefone, email } = useLoaderData<typeof loader>()
  const refused = useActionData<RefusedCorrection>()
  const shown = refused?.shown ?? { nome, telefone, email }
  return (
    <Painel
      current="Convidados"
      title="Corrigir dados"
      kicker={<a href={convidadoHref(credencialid)}>{nome}</a>}
      summary={<ErrorSummary title={NOT_SAVED} errors={missingOf(refused)} />}
      isForm
    >
      <ConvidadoForm values={shown} refused={refused} button="Gravar" back={convidadoHref(credencialid)}>
        {(['nome', 'telefone', 'email'] as const).map((field) => (
          <input key={field} type="hidden" name={`era-${field}`} value={shown[field]} />
        ))}
      </ConvidadoForm>
    </Painel>
  )
}
