import { useLoaderData } from '@remix-run/react'
import { tipoIn } from '~/painel/envios/fila.server'
import { filaHref, filaOf } from '~/painel/envios/filas'
import { FimDaFila } from '~/painel/envios/envio'
import { fimShown } from '~/painel/envios/envio.server'
import { Painel, painelTitled } from '~/painel/painel'
import type { RouteHandle } from '~/shared/document'
import { painelLoader } from '~/shared/equipe.server'
import { UmPorVez } from '~/shared/envio'

export const handle: RouteHandle = { sheet: 'envios' }

export const loader = painelLoader(({ services, aparelho }, { params }) =>
  fimShown(services, tipoIn(params.tipo), aparelho.aparelhoid),
)

export const meta = painelTitled('Fim da fila')

export default function FimPage() {
  const page = useLoaderData<typeof loader>()
  const { nome } = filaOf(page.tipo)
  return (
    <Painel current="Envios" title={null}>
      <UmPorVez {...page} title={`${nome}, um por vez`} href={filaHref(page.tipo)} nome={nome}>
        <FimDaFila {...page} />
      </UmPorVez>
    </Painel>
  )
}
