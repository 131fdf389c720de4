import { OutlineLink } from '~/shared/page'
import { useActionData, useLoaderData } from '@remix-run/react'
import { convidadoHref } from '~/painel/convidado-told'
import { EmpresaField } from '~/painel/convidados/form'
import { ErrorSummary, NOT_SAVED } from '~/shared/field'
import { Painel, painelTitled } from '~/painel/painel'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { isNamedCasa } from '../../server/domain/casa.ts'
import { findDesistencia } from '../../server/use-cases/find-convidado.ts'
import { fieldsOf, noStore } from '~/shared/remix.server'
import { limitReached } from '~/shared/words'
import {
  empresaIn,
  suggestedEmpresas,
  toConvidado,
  toKept,
  type EmpresaTyped,
} from '~/painel/convidados/convidado.server'

const titleOf = (isWithdrawn = false) => (isWithdrawn ? 'Confirmar de novo' : 'Mudar de empresa')

/**
 * A guest who may move to another company, and the company that pays; `before` is the company of a guest who
 * withdrew.
 */
export const loader = painelLoader(async ({ services }, { params: { credencialid: asked = '' } }) => {
  const [found, desistencia, suggested, { empresas }] = await Promise.all([
    services.credenciais.findById(asked),
    findDesistencia(services, asked),
    suggestedEmpresas(services),
    services.painel.listEmpresas(services.now()),
  ])
  if (!found) throw new Response(null, { status: 404 })
  const { credencialid, nome } = found.credencial
  const { empresa } = found
  // Nobody can say whether a company that is no longer stored still pays.
  const de = empresa?.nome === '' ? null : (empresa?.empresaid ?? '')
  const before = empresas.find((listed) => listed.empresa.empresaid === desistencia?.empresaid)?.empresa.nome
  return {
    credencialid,
    nome,
    de,
    empresa: empresa && (isNamedCasa(empresa) ? 'da casa' : `de ${empresa.nome}`),
    suggested,
    isWithdrawn: desistencia !== null,
    before: before ?? '',
  }
})

/** Gives a guest the company of the posted form, or none. @returns where to go, or the form again */
export const action = painelAction(
  async ({ services, autor }, { request, params: { credencialid = '' } }) => {
    const fields = await fieldsOf(request)
    const { empresaid, ...typed } = await empresaIn(fields, services)
    const refuse = (error: string | null) => noStore<EmpresaTyped>({ ...typed, error }, 422)
    if (empresaid === undefined) return refuse(typed.error)
    const { newId, now } = services
    const de = fields('de')
    const from = de === null ? {} : { from: de === '' ? null : de }
    const asked = { credencialid, empresaid, reservaid: newId(), now: now(), ...from }
    const move = await services.credenciais.move(asked, autor())
    switch (move.kind) {
      case 'moved':
        return toConvidado(
          credencialid,
          move.isConfirmed ? 'confirmado-com' : empresaid === null ? 'ficou-sem' : 'mudou',
        )
      case 'already-there':
        return toConvidado(credencialid, 'ja-era')
      case 'confirmed':
        return toConvidado(credencialid, 'confirmado')
      case 'credencial-not-found':
        return toKept(services, credencialid)
      case 'limit-reached':
        return refuse(`LIMITE ATINGIDO. ${limitReached(typed.typed)}`)
      case 'empresa-not-found':
        return refuse('Esta empresa não existe mais.')
      case 'changed-meanwhile':
        return refuse('A empresa deste convidado acaba de mudar. Confira e tente de novo.')
      case 'already-taken':
        return refuse(
          'Esta empresa já tem um convidado deste nome, também sem WhatsApp. Corrija um dos dois.',
        )
      default:
        return move satisfies never
    }
  },
)

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
          : `Hoje o convite é ${empresa}: volta para ela, e a nova empresa gasta um dos seus.`}
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
          <button>{isWithdrawn ? 'Confirmar de novo' : 'Mudar'}</button>
          <OutlineLink href={convidadoHref(credencialid)}>Voltar sem gravar</OutlineLink>
        </div>
      </form>
    </Painel>
  )
}
