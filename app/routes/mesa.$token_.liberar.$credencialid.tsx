import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '~/remix.server'
import { useLoaderData } from '@remix-run/react'
import { ConfirmAtMesa, GivenBack } from '~/components/mesa-confirm'
import type { RouteHandle } from '~/components/route-handle'
import { freeOcupante, freeingShown } from '~/mesa-free.server'
import { NO_STORE } from '~/mesa.server'
import { refuseOtherMethods } from '~/methods.server'
import { pageHeaders } from '~/page-headers'
import { servicesOf } from '~/services.server'

export const handle: RouteHandle = { sheet: 'presenca' }

/** Asks once before an occupant's place is freed. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  return json(await freeingShown(params, await servicesOf(context)), { headers: NO_STORE })
}

/** LIBERAR O CONVITE */
export async function action({ params, request, context }: ActionFunctionArgs) {
  refuseOtherMethods(request)
  return freeOcupante(params, await servicesOf(context))
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Liberar o convite? · Mesa ${data?.nome ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

export default function FreePlace() {
  const { path, nome, lugar, livres, firstName } = useLoaderData<typeof loader>()
  const { rotulo } = lugar
  return (
    <ConfirmAtMesa
      {...{ path, nome }}
      title="LIBERAR O CONVITE?"
      alvo={lugar.nome}
      estado="presença confirmada, ainda não chegou"
      consequences={[
        `A credencial de ${firstName ?? lugar.nome} deixa de valer na portaria.`,
        <GivenBack key="volta" livres={livres} />,
        ...(rotulo === null
          ? []
          : [
              `O link do convite pessoal “${rotulo}” continua gasto. Para convidar outra pessoa, crie um novo.`,
            ]),
        'A página da credencial passa a dizer que a mesa retirou o convite. Não enviamos mensagem: avise você.',
      ]}
      ato="LIBERAR O CONVITE"
      keep={`MANTER ${(firstName ?? lugar.nome).toUpperCase()} NA MESA`}
    />
  )
}
