import { useLoaderData } from '@remix-run/react'
import { tipoIn } from '~/painel/envios/fila.server'
import { filaOf } from '~/painel/envios/filas'
import { Fim, Progress } from '~/painel/envios/um'
import { fimShown } from '~/painel/envios/um.server'
import { Painel, painelTitled } from '~/painel/painel'
import type { RouteHandle } from '~/shared/document'
import { painelLoader } from '~/shared/equipe.server'

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
        <Progress {...page} />
        <Fim {...page} />
      </div>
    </Painel>
  )
}
