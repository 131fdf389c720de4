import { OutlineLink } from '~/shared/page'
import { NO_STORE, pageOf, seeOther } from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { Phones, EnteredTwice, ForaDaLista } from '~/painel/porta'
import { countOf } from '~/shared/words'
import { Paging, Painel, painelTitled, SeenAt } from '~/painel/painel'
import { actAtPorta, portaShown } from '~/painel/porta.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'

export const loader = painelLoader(({ services }, { request }) => portaShown(services, request))

export const action = painelAction(async ({ services, autor }, { request }) => {
  await actAtPorta(services, request, autor())
  return seeOther(hrefOf({ duas: pageOf(request, 'repetidas'), fora: pageOf(request) }), NO_STORE)
})

export const meta = painelTitled('Porta')

export default function Porta() {
  const { hora, ensaio, dentro, confirmados, duas, fora, newEntradaid, phones, ...lists } =
    useLoaderData<typeof loader>()
  const { pages, perPage, totalDuas, totalFora } = lists
  return (
    <Painel
      current="Porta"
      title="Porta"
      gauge={
        <>
          <SeenAt hora={hora} href="/painel/porta" />
          <OutlineLink href="/painel/porta/ensaio">ENSAIO</OutlineLink>
        </>
      }
    >
      {ensaio === null ? null : (
        <p className="alerta aviso" role="status">
          <b>ENSAIO</b>
          {` nos celulares da porta até ${ensaio}: nada é gravado, ninguém entra.`}
        </p>
      )}
      <p>
        <b>{`${dentro + totalFora} dentro`}</b>
        {totalFora > 0 ? `: ${dentro}` : ''}
        {` de ${countOf(confirmados, 'confirmado', 'confirmados')}`}
        {totalFora > 0 ? ` e ${totalFora} fora da lista. ` : '. '}
        <a href="/painel/empresas?ordem=dentro">Por empresa</a>
      </p>
      <section>
        <h2 className="oculto">Entraram duas vezes</h2>
        {totalDuas === 0 ? <p>Ninguém entrou duas vezes.</p> : <EnteredTwice duas={duas} />}
        <Paging
          pagina={pages.duas}
          perPage={perPage}
          total={totalDuas}
          hrefOf={(page) => hrefOf({ ...pages, duas: page })}
        />
        {totalDuas === 0 ? null : (
          <p className="nota">
            Dois celulares sem rede não sabem um do outro. Ninguém é posto para fora: confira com a pessoa e,
            se foi engano, desfaça a entrada na página do convidado.
          </p>
        )}
      </section>
      {totalFora === 0 ? null : (
        <section>
          <h2 className="oculto">Entraram fora da lista</h2>
          <ForaDaLista fora={fora} newEntradaid={newEntradaid} />
          <Paging
            pagina={pages.fora}
            perPage={perPage}
            total={totalFora}
            hrefOf={(page) => hrefOf({ ...pages, fora: page })}
          />
        </section>
      )}
      <section>
        <h2 className="oculto">Celulares da porta</h2>
        {phones.length === 0 ? <p>Nenhum celular abriu a porta ainda.</p> : <Phones phones={phones} />}
        <p className="nota so-tela">
          Para mais um, convide em <a href="/painel/equipe">Equipe</a> com o papel de porta, ou{' '}
          <a href="/porta">abra a porta neste aparelho</a>.
        </p>
      </section>
    </Painel>
  )
}

/** The board of the door, at a page of each of its lists. */
function hrefOf({ duas, fora }: { duas: number; fora: number }): string {
  const query = [...(duas > 1 ? [`repetidas=${duas}`] : []), ...(fora > 1 ? [`pagina=${fora}`] : [])]
  return query.length === 0 ? '/painel/porta' : `/painel/porta?${query.join('&')}`
}
