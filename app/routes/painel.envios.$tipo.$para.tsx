import { useLoaderData } from '@remix-run/react'
import { actedOn } from '~/painel/envios/acts.server'
import { tipoIn } from '~/painel/envios/fila.server'
import { filaHref, filaOf } from '~/painel/envios/filas'
import { EnvioCard } from '~/painel/envios/envio'
import { envioShown } from '~/painel/envios/envio.server'
import { Painel, painelTitled } from '~/painel/painel'
import type { RouteHandle } from '~/shared/document'
import { equipeOf, painelAction } from '~/shared/equipe.server'
import { withErrorPage } from '~/shared/failure.server'
import { refreshTo } from '~/shared/mensagem'
import { ButtonLink } from '~/shared/page'
import { fieldsOf, noStore, type MetaFunction, type RouteArgs } from '~/shared/remix.server'
import { UmPorVez } from '~/shared/envio'

export const handle: RouteHandle = { sheet: 'envios' }

/** One message. Looking at it takes nothing: that is a form's. */
export async function loader({ request, context, params }: RouteArgs) {
  const { services, aparelho, painel } = await equipeOf(request, context)
  const { aparelhoid } = aparelho
  const shown = envioShown(services, request, tipoIn(params.tipo), params.para ?? '', aparelhoid)
  const um = await withErrorPage(services, shown)
  return noStore({ ...painel, ...um }, um.linha ? 200 : 404)
}

export const action = painelAction(async (equipe, { request, params }) =>
  actedOn(equipe, tipoIn(params.tipo), params.para ?? '', await fieldsOf(request)),
)

/** After ENVIAR the page goes on to WhatsApp by itself. */
export const meta: MetaFunction<typeof loader> = (args) => {
  const refresh = args.data?.linha?.refresh ?? null
  const titled = painelTitled<typeof loader>(
    (data) => `${data ? filaOf(data.tipo).nome : 'Envio'}, um por vez`,
  )
  return [...(titled(args) ?? []), ...(refresh === null ? [] : [refreshTo(refresh)])]
}

export default function EnvioPage() {
  const { tipo, linha, ...page } = useLoaderData<typeof loader>()
  const { nome } = filaOf(tipo)
  return (
    <Painel current="Envios" title={null}>
      <UmPorVez {...page} title={`${nome}, um por vez`} href={filaHref(tipo)} nome={nome}>
        {linha ? (
          <EnvioCard tipo={tipo} linha={linha} />
        ) : (
          <>
            <p className="alerta aviso">
              {tipo === 'certificado'
                ? 'Este certificado não vai: ele é de quem entrou, e só depois do evento.'
                : 'Esta mensagem não precisa mais ir: a pessoa já se cadastrou, desistiu ou entrou.'}
            </p>
            <ButtonLink href={filaHref(tipo)}>VOLTAR À FILA</ButtonLink>
          </>
        )}
      </UmPorVez>
    </Painel>
  )
}
