import { useActionData, useLoaderData } from '@remix-run/react'
import { conviteHref, empresaHref } from '~/painel/convidado-told'
import { DICA } from '~/painel/convites'
import { actOnConvites, type RefusedConvites } from '~/painel/convites.server'
import { Painel, painelTitled } from '~/painel/painel'
import { isClosed } from '~/shared/closing.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { ErrorSummary, Message, NOT_SAVED } from '~/shared/field'
import { NewConvites, rotuloFieldOf } from '~/shared/new-convites'
import { fieldsOf, seeOther } from '~/shared/remix.server'
import { randomValue } from '~/shared/session.server'
import { countOf } from '~/shared/words'
import { isCasa, NINGUEM } from '../../server/domain/casa.ts'
import { compareNomes } from '../../server/domain/painel-repo.ts'
import { findPayer } from '../../server/use-cases/convites-pessoais.ts'

/** Whose invitations can be made: the house's, then those of companies with free places, by name. */
export const loader = painelLoader(async ({ services }, { request }) => {
  const [{ empresas }, casa] = await Promise.all([
    services.painel.listEmpresas(services.now()),
    findPayer(services, NINGUEM.empresaid),
  ])
  const empresaid = new URL(request.url).searchParams.get('empresa') ?? NINGUEM.empresaid
  const free = empresas.filter(({ empresa, left }) => left > 0 && !isCasa(empresa))
  const choices = free
    .map(({ empresa: { empresaid, nome }, left }) => ({ empresaid, nome, left }))
    .sort((a, b) => compareNomes(a.nome, b.nome))
  return {
    isClosed: isClosed(services),
    empresaid,
    /** The company that was asked for and has nothing left. */
    cheia: empresas.find(({ empresa, left }) => empresa.empresaid === empresaid && left <= 0)?.empresa.nome,
    // A form sent twice makes its invitations once.
    pedido: randomValue(),
    choices: [{ empresaid: NINGUEM.empresaid, nome: 'Da casa', left: casa?.left ?? null }, ...choices],
  }
})

export const action = painelAction(async ({ services, autor }, { request, context }) => {
  const fields = await fieldsOf(request)
  const empresaid = fields('de') ?? NINGUEM.empresaid
  return actOnConvites({ services, context, empresaid, fields, autor: autor() }, (act) => {
    if (!('codigos' in act)) throw new Response(null, { status: 400 })
    const { codigos, ilegiveis } = act
    const linhas = ilegiveis.length > 0 ? { linhas: ilegiveis.join(',') } : {}
    const told = { feitos: String(codigos.length), feito: 'criados', ...linhas }
    return seeOther(conviteHref(codigos[0] ?? '', told))
  })
})

export const meta = painelTitled('Convidar')

/** Names, one a line: each becomes an invitation. Nothing is sent yet. */
export default function Convidar() {
  const { choices, empresaid, cheia, pedido, isClosed } = useLoaderData<typeof loader>()
  const refused = useActionData<RefusedConvites>() ?? null
  const errors = [{ id: rotuloFieldOf(null), message: refused?.message }]
  return (
    <Painel
      current="Convidados"
      title="Convidar"
      kicker={<a href="/painel/convidados">Convidados</a>}
      summary={<ErrorSummary title={NOT_SAVED} errors={errors} />}
      isForm
    >
      {cheia === undefined ? null : (
        <Message isWarning>
          {`${cheia} já usou todos os convites. `}
          <a href={empresaHref(empresaid)}>Mude o total dela</a>, ou escolha abaixo de quem é o convite.
        </Message>
      )}
      <p className="nota linha">
        {isClosed
          ? 'As inscrições terminaram: com um convite feito agora ninguém mais se cadastra.'
          : 'Nada é enviado agora. Na próxima tela você confere os nomes.'}
      </p>
      <NewConvites
        pedido={refused?.pedido ?? pedido}
        label="Nomes, um por linha"
        tip={DICA}
        botao="Fazer os convites"
        required
        recusado={refused}
      >
        <div className="linha">
          <label htmlFor="de">Quem convida</label>
          <select id="de" name="de" defaultValue={refused?.empresaid ?? empresaid}>
            {choices.map(({ empresaid, nome, left }) => (
              <option key={empresaid} value={empresaid}>
                {left === null ? nome : `${nome} · ${countOf(left, 'livre', 'livres')}`}
              </option>
            ))}
          </select>
        </div>
      </NewConvites>
    </Painel>
  )
}
