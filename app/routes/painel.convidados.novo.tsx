import { OutlineLink } from '~/shared/page'
import { useActionData, useLoaderData } from '@remix-run/react'
import { empresaHref } from '~/painel/convidado-told'
import { suggestedEmpresas } from '~/painel/convidados/empresa.server'
import { ConvidadoForm, missingOf, EmpresaField } from '~/painel/convidados/form'
import { ErrorSummary, NOT_SAVED } from '~/shared/field'
import { Painel, painelTitled } from '~/painel/painel'
import { newConvidadoOf, type RefusedNewConvidado } from '~/painel/convidados/form.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'

export const loader = painelLoader(async ({ services }, { request }) => {
  const empresaid = new URL(request.url).searchParams.get('empresa')
  const [suggested, found] = await Promise.all([
    suggestedEmpresas(services),
    empresaid === null ? null : services.empresas.find(empresaid, services.now()),
  ])
  const { empresa } = found ?? {}
  return {
    suggested,
    empresa: empresa?.nome ?? '',
    voltar: empresa ? empresaHref(empresa.empresaid) : '/painel/convidados',
  }
})

export const action = painelAction(({ services, autor }, { request }) =>
  newConvidadoOf(services, request, autor()),
)

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
