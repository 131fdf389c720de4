import { useLoaderData } from '@remix-run/react'
import { ConvidadoDone, empresaHref } from '~/painel/convidado-told'
import { Chosen, Found, SearchForm } from '~/painel/convidados/list'
import { convidadosShown } from '~/painel/convidados/list.server'
import { Painel, painelTitled } from '~/painel/painel'
import { painelLoader } from '~/shared/equipe.server'
import { ActLink, OutlineLink } from '~/shared/page'

/** Guests by name, fifty a page: those of a chip and a letter, those of a company, or those a text finds. */
export const loader = painelLoader(({ services }, { request }) => convidadosShown(services, request))

export const meta = painelTitled<typeof loader>((data) =>
  data?.kind === 'busca' && data.busca.q ? `${data.busca.q}: convidados` : 'Convidados',
)

const ALL = { q: '', empresaid: null }

export default function Convidados() {
  const data = useLoaderData<typeof loader>()
  const empresa = data.kind === 'busca' ? data.empresa : null
  return (
    <Painel
      current="Convidados"
      title="Convidados"
      kicker={empresa ? <a href={empresaHref(empresa.empresaid)}>{empresa.nome}</a> : data.agora}
      gauge={
        // Below, where a search found nobody.
        data.kind === 'busca' && data.total === 0 ? null : (
          <OutlineLink href="/painel/convidados/novo">NOVO CONVIDADO</OutlineLink>
        )
      }
    >
      <ConvidadoDone nome={data.feito} />
      <SearchForm {...(data.kind === 'busca' ? data.busca : ALL)} />
      {data.kind === 'busca' ? <Found {...data} /> : <Chosen {...data} />}
      <p className="pagina">
        <ActLink href="/painel/repetidos">REPETIDOS</ActLink>
        <ActLink href="/painel/exportar/convidados.xlsx">BAIXAR PLANILHA</ActLink>
      </p>
    </Painel>
  )
}
