import { useLoaderData } from '@remix-run/react'
import { tipoIn } from '~/painel/envios/fila.server'
import { filaHref, filaOf } from '~/painel/envios/filas'
import { Fim } from '~/painel/envios/envio'
import { fimShown } from '~/painel/envios/envio.server'
import { Painel, painelTitled } from '~/painel/painel'
import type { RouteHandle } from '~/shared/document'
import { painelLoader } from '~/shared/equipe.server'
import { Progress } from '~/shared/envio'

export const handle: RouteHandle = { sheet: 'envios' }

export const loader = painelLoader(({ services, aparelho }, { params }) =>
  fimShown(services, tipoIn(params.tipo), aparelho.aparelhoid),
)

export const meta = painelTitled('Fim da fila')

export default function FimDaFila() {
  const page = useLoaderData<typeof loader>()
  return (
    <Painel current="Envios" title={null}>
      <div className="um">
        <h1 className="oculto">{`${filaOf(page.tipo).nome}, um por vez`}</h1>
        <Progress {...page} href={filaHref(page.tipo)} nome={filaOf(page.tipo).nome} />
        <Fim {...page} />
      </div>
    </Painel>
  )
}
