import { useLoaderData } from '@remix-run/react'
import { AindaNao } from '~/painel/depois/depois'
import { folhaShown } from '~/painel/depois/depois.server'
import { Folha } from '~/painel/depois/folha'
import { Painel, painelTitled } from '~/painel/painel'
import { painelLoader } from '~/shared/equipe.server'
import { PrintButton } from '~/shared/print'

export const handle = { sheet: 'depois' }

export const loader = painelLoader(({ services }, { request }) => folhaShown(services, request))

export const meta = painelTitled('Folha para a diretoria')

/** One page of A4, in numbers alone. */
export default function FolhaParaADiretoria() {
  const shown = useLoaderData<typeof loader>()
  if (shown.kind === 'ainda-nao')
    return (
      <Painel
        current="Painel"
        title="Folha para a diretoria"
        kicker={<a href="/painel/depois">Depois do evento</a>}
      >
        <AindaNao {...shown} />
      </Painel>
    )
  return (
    <Painel current="Painel" title={null}>
      <div className="so-tela alerta imprimir-folha">
        <p>
          Para imprimir: <b>Ctrl + P</b>, uma folha de papel A4. No celular, Compartilhar e Imprimir. Esta
          folha continua aqui depois que os dados forem apagados.{' '}
          <a href="/painel/depois">Depois do evento</a>
        </p>
        <PrintButton />
      </div>
      <Folha {...shown} />
    </Painel>
  )
}
