import { useActionData, useLoaderData } from '@remix-run/react'
import { empresaHref } from '~/painel/convidado-told'
import { ConvidadoForm, missingOf, EmpresaField, type RefusedConvidadoForm } from '~/painel/convidados/form'
import { ErrorSummary, NOT_SAVED } from '~/shared/field'
import { Painel, painelTitled } from '~/painel/painel'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { isCasa } from '../../server/domain/casa.ts'
import { registerConvidado } from '../../server/use-cases/registration.ts'
import { fieldsOf, noStore } from '~/shared/remix.server'
import { limitReached } from '~/shared/words'
import {
  empresaIn,
  repetidoFoundOf,
  suggestedEmpresas,
  toConvidado,
  valuesIn,
  type EmpresaTyped,
} from '~/painel/convidados/convidado.server'

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

/** The form shown again, with the company as typed. */
interface RefusedNewConvidado extends RefusedConvidadoForm {
  empresa: EmpresaTyped
}

export const action = painelAction(async ({ services, autor }, { request }) => {
  const fields = await fieldsOf(request)
  const values = valuesIn(fields)
  const { empresaid, ...empresa } = await empresaIn(fields, services)
  const refuse = (more: Partial<RefusedNewConvidado>) =>
    noStore<RefusedNewConvidado>({ values, errors: {}, repetido: null, empresa, ...more }, 422)
  const refuseEmpresa = (error: string) => refuse({ empresa: { ...empresa, error } })
  if (empresaid === undefined) return refuse({})
  const asked = { values, empresaid, isOther: fields('outra') === '1' }
  const result = await registerConvidado(services, asked, autor())
  switch (result.kind) {
    case 'registered':
      return toConvidado(result.credencialid, 'cadastrado')
    case 'refused': {
      const repetido = repetidoFoundOf(result.repetido, { ...values, campo: 'telefone' }, null, services)
      return refuse({ errors: result.errors, repetido })
    }
    case 'limit-reached':
      return refuseEmpresa(
        isCasa(result.empresa)
          ? 'LIMITE ATINGIDO. A casa não tem mais lugares: escolha uma empresa, ou aumente a lotação em Evento, Lugares.'
          : `LIMITE ATINGIDO. ${limitReached(result.empresa.nome)}`,
      )
    case 'empresa-not-found':
      return refuseEmpresa('Esta empresa não existe mais.')
    default:
      return result satisfies never
  }
})

export const meta = painelTitled('Novo convidado')

const NOTHING = { nome: '', telefone: '', email: '' }

export default function Novo() {
  const { suggested, empresa, voltar } = useLoaderData<typeof loader>()
  const refused = useActionData<RefusedNewConvidado>()
  const typed = refused?.empresa ?? { typed: empresa, error: null, choices: [] }
  const missing = [...missingOf(refused), { id: 'empresa', message: typed.error }]
  return (
    <Painel
      current="Convidados"
      title="Novo convidado"
      kicker={<a href={voltar}>{empresa || 'Convidados'}</a>}
      summary={<ErrorSummary title={NOT_SAVED} errors={missing} />}
      isForm
    >
      <ConvidadoForm values={NOTHING} refused={refused} button="Cadastrar" back={voltar}>
        <EmpresaField
          {...typed}
          suggested={suggested}
          hint="A empresa que convida. Sem nenhuma, o convidado não gasta o convite de ninguém."
        />
      </ConvidadoForm>
    </Painel>
  )
}
