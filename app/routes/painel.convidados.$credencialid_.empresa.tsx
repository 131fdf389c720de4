import { OutlineLink } from '~/shared/page'
import { useActionData, useLoaderData } from '@remix-run/react'
import { convidadoHref } from '~/painel/convidado-told'
import { EmpresaField } from '~/painel/convidados/form'
import { ErrorSummary, NOT_SAVED } from '~/shared/field'
import { Painel, painelTitled } from '~/painel/painel'
import { moveOf, movingShown, type EmpresaTyped } from '~/painel/convidados/empresa.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'

export const loader = painelLoader(({ services }, { params }) =>
  movingShown(services, params.credencialid ?? ''),
)

export const action = painelAction(({ services, autor }, { request, params }) =>
  moveOf(services, params.credencialid ?? '', request, autor()),
)

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
