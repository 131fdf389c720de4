import { useLoaderData } from '@remix-run/react'
import { AindaNao, Anteriores, EmpresasDoEvento, Horas, NumerosDoEvento } from '~/painel/depois/depois'
import { depoisShown } from '~/painel/depois/depois.server'
import { Hatching, Paging, Painel, painelTitled } from '~/painel/painel'
import { painelLoader } from '~/shared/equipe.server'
import { ActLink, ButtonLink, OutlineLink } from '~/shared/page'
import { countOf } from '~/shared/words'

const TITLE = 'Depois do evento'

export const handle = { sheet: 'depois' }

export const loader = painelLoader(({ services }, { request }) => depoisShown(services, request))

export const meta = painelTitled(TITLE)

/** What became of the event: who was invited, confirmed and came. */
export default function Depois() {
  const shown = useLoaderData<typeof loader>()
  if (shown.kind === 'ainda-nao') {
    return (
      <Painel current="Painel" title={TITLE}>
        <AindaNao {...shown} />
        <Anteriores anteriores={shown.anteriores} />
      </Painel>
    )
  }
  const { kicker, numeros, semEmpresa, horas, isErased, empresas, total, pagina, porPagina, anteriores } =
    shown
  return (
    <Painel
      current="Painel"
      title={TITLE}
      kicker={kicker}
      gauge={<ButtonLink href="/painel/depois/folha">FOLHA PARA A DIRETORIA</ButtonLink>}
    >
      <Hatching />
      {isErased ? (
        <p className="alerta">
          Os dados dos convidados foram apagados. Os números ficam; quem não veio já não se sabe.
        </p>
      ) : null}
      <NumerosDoEvento numeros={numeros} semEmpresa={semEmpresa} empresas={total} />
      <section className="estreita">
        <h2>Chegadas por hora</h2>
        <p className="nota">
          Pela primeira entrada de cada um, também a que um celular sem rede enviou depois.
        </p>
        <Horas horas={horas} />
      </section>
      <section>
        <h2>Por empresa</h2>
        {semEmpresa.confirmados === 0 ? null : (
          <p className="nota">{`Sem empresa: ${countOf(semEmpresa.confirmados, 'confirmado', 'confirmados')}, ${countOf(semEmpresa.vieram, 'veio', 'vieram')}.`}</p>
        )}
        <EmpresasDoEvento empresas={empresas} />
        <Paging pagina={pagina} perPage={porPagina} total={total} hrefOf={(page) => `?pagina=${page}`} />
        <p className="pagina">
          {isErased ? null : <OutlineLink href="/painel/depois/faltas">QUEM NÃO VEIO</OutlineLink>}
          <ActLink href="/painel/exportar/depois.xlsx">BAIXAR PLANILHA</ActLink>
        </p>
      </section>
      <Anteriores anteriores={anteriores} />
    </Painel>
  )
}
