import { ErrorSummary } from '~/shared/field'
import { ButtonLink, OutlineLink } from '~/shared/page'
import { NO_STORE, noStore, seeOther } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Painel, painelTitled } from '~/painel/painel'
import { forgetCodes } from '~/equipe/members.server'
import { forgetEquipe, painelAction, painelLoader, segredoIn } from '~/shared/equipe.server'
import { isLastOrganiser } from '../../server/domain/aparelho.ts'

export const loader = painelLoader(async ({ services, aparelho }) => ({
  isLast: isLastOrganiser(await services.equipe.list(), aparelho.aparelhoid),
}))

/**
 * Ends this browser's own pairing, and what it keeps of it. Sent twice, the second finds nothing left to end.
 */
export const action = painelAction(async ({ services, autor }, { request }) => {
  const segredo = await segredoIn(request.headers.get('Cookie'), services)
  const leaving = segredo === null ? null : await services.equipe.leave(segredo, autor())
  if (leaving?.kind === 'last-organiser') return noStore({ isLast: true }, 422)
  const response = seeOther('/equipe?feito=saiu', NO_STORE)
  response.headers.append('Set-Cookie', await forgetEquipe(services))
  response.headers.append('Set-Cookie', await forgetCodes(services))
  return response
})

export const meta = painelTitled('Sair')

export default function Sair() {
  const { quem, isLast } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Painel current={null} title="Sair" isForm>
      <ErrorSummary
        title="Este aparelho continua na equipe"
        errors={[{ id: 'ultimo', message: refused && LAST }]}
      />
      {isLast ? (
        <div id="ultimo" className="acoes">
          <p>
            {`${LAST} Se ele sair, ninguém mais abre o painel. Antes, convide outra pessoa para a organização, e espere que ela entre.`}
          </p>
          <ButtonLink href="/painel/equipe">Convidar alguém</ButtonLink>
        </div>
      ) : (
        <form id="ultimo" method="post" className="acoes">
          <p>
            Este navegador, de <b>{quem.nome || 'sem nome'}</b>, deixa de abrir o painel na hora. Para voltar,
            é preciso outro convite: peça a quem fica na equipe.
          </p>
          <button>Sair da equipe</button>
          <OutlineLink href="/painel">Ficar</OutlineLink>
        </form>
      )}
    </Painel>
  )
}

const LAST = 'É o último aparelho da organização.'
