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

const titleOf = (isWithdrawn = false) => (isWithdrawn ? 'Confirmar de novo' : 'Mudar de empresa')

export const meta = painelTitled<typeof loader>((data) => titleOf(data?.isWithdrawn))

export default function MovePage() {
  const { credencialid, nome, de, empresa, isWithdrawn, suggested, before } = useLoaderData<typeof loader>()
  const typed = useActionData<EmpresaTyped>() ?? { typed: before, error: null, choices: [] }
  return (
    <Painel
      current="Convidados"
      title={titleOf(isWithdrawn)}
      kicker={<a href={convidadoHref(credencialid)}>{nome}</a>}
      summary={<ErrorSummary title={NOT_SAVED} errors={[{ id: 'empresa', message: typed.error }]} />}
      isForm
    >
      <p className="linha">
        {empresa === null
          ? isWithdrawn
            ? 'Desistiu. Com o convite de uma empresa, ou sem nenhum, fica confirmado de novo.'
            : 'Hoje o convite não é de nenhuma empresa.'
          : `Hoje o convite é de ${empresa}: volta para ela, e a nova empresa gasta um dos seus.`}
      </p>
      <form method="post" noValidate acceptCharset="utf-8">
        {de === null ? null : <input type="hidden" name="de" value={de} />}
        <EmpresaField
          {...typed}
          suggested={suggested}
          hint={
            empresa === null
              ? isWithdrawn
                ? 'A que dá o convite. Em branco, fica confirmado sem empresa.'
                : 'A que vai dar o convite.'
              : 'A nova. Em branco, o convidado fica sem empresa.'
          }
        />
        <div className="acoes">
          <button>{isWithdrawn ? 'CONFIRMAR DE NOVO' : 'MUDAR'}</button>
          <OutlineLink href={convidadoHref(credencialid)}>VOLTAR SEM GRAVAR</OutlineLink>
        </div>
      </form>
    </Painel>
  )
}
