import { useLoaderData } from '@remix-run/react'
import { convidadoHref, empresaHref } from '~/painel/convidado-told'
import { AindaNao, DEPOIS } from '~/painel/depois/depois'
import { POR_PAGINA, overIn, aindaNao } from '~/painel/depois/depois.server'
import { pageIn, Paging } from '~/painel/filtro'
import { Painel, painelTitled } from '~/painel/painel'
import { painelLoader } from '~/shared/equipe.server'
import { Table } from '~/shared/table'
import { countOf, dotted, whenAt } from '~/shared/words'
import { pageOf } from '~/shared/remix.server'
import { dayWithYear } from '../../server/domain/quando.ts'

/** Who was confirmed and did not come, while guests are stored. */
export const loader = painelLoader(async ({ services }, { request }) => {
  const gravado = overIn(services)
  if (!gravado) return aindaNao(services)
  const { convidados } = await services.painel.listed()
  const faltam = convidados.filter(({ presenca }) => presenca === 'falta')
  const { rows, ...page } = pageIn(faltam, pageOf(request), POR_PAGINA)
  const found = await services.painel.find(rows.map(({ credencialid }) => credencialid))
  return {
    kind: 'acabou' as const,
    kicker: dotted(gravado.evento.titulo, whenAt(gravado.evento.inicio)),
    isErased: convidados.length === 0 && (await services.credenciais.countPersonalData()).apagadoem !== null,
    isEmpty: convidados.length === 0,
    prazo: dayWithYear(gravado.evento.fim, services.eraseAt),
    nomes: found.map(({ credencial: { credencialid, nome }, empresa }) => ({ credencialid, nome, empresa })),
    ...page,
  }
})

const TITLE = 'Quem não veio'

export const meta = painelTitled(TITLE)

/** Who was confirmed and did not come; shown until the guests are erased. */
export default function Faltas() {
  const shown = useLoaderData<typeof loader>()
  if (shown.kind === 'ainda-nao') return <AindaNao {...shown} title={TITLE} kicker={DEPOIS} />
  const { kicker, isErased, isEmpty, prazo, nomes, total, pagina, perPage } = shown
  return (
    <Painel
      current="Hoje"
      title={TITLE}
      kicker={DEPOIS}
      gauge={<span>{isErased ? kicker : countOf(total, 'convidado', 'convidados')}</span>}
    >
      {isErased ? (
        <p className="alerta">Os dados dos convidados foram apagados: quem não veio já não se sabe.</p>
      ) : (
        <>
          <p className="nota">
            {`Confirmaram, e ninguém registrou a entrada. Quem avisou que não vinha, ou não respondeu, não está aqui. Esta lista some quando os dados forem apagados; o prazo é ${prazo}.`}
          </p>
          {total === 0 ? (
            <p>{isEmpty ? 'Ninguém se confirmou.' : 'Todos os confirmados vieram.'}</p>
          ) : (
            <Table caption="Quem não veio, por nome" isCaptionHidden heads={['Nome', 'Empresa ou mesa']}>
              {nomes.map(({ credencialid, nome, empresa }) => (
                <tr key={credencialid}>
                  <th scope="row">
                    <a href={convidadoHref(credencialid)}>{nome}</a>
                  </th>
                  <td>
                    {empresa ? (
                      <a href={empresaHref(empresa.empresaid)}>{empresa.nome}</a>
                    ) : (
                      <span className="zero">sem empresa</span>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          )}
          <Paging pagina={pagina} perPage={perPage} total={total} hrefOf={(page) => `?pagina=${page}`} />
        </>
      )}
    </Painel>
  )
}
