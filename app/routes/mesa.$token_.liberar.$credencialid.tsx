import {
  json,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  pageHeaders,
  refuseOtherMethods,
} from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { ConfirmAtMesa, GivenBack } from '~/mesa/confirm'
import type { RouteHandle } from '~/shared/document'
import { freePlace, freeingShown } from '~/mesa/free.server'
import { NO_STORE } from '~/mesa/mesa.server'
import { servicesOf } from '~/services.server'

export const handle: RouteHandle = { sheet: 'presenca' }

/** Asks once before a place is freed. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  return json(await freeingShown(params, await servicesOf(context)), { headers: NO_STORE })
}

/** LIBERAR O CONVITE */
export async function action({ params, request, context }: ActionFunctionArgs) {
  refuseOtherMethods(request)
  return freePlace(params, await request.formData(), await servicesOf(context))
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Liberar o convite? · Mesa ${data?.nome ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

export default function FreePlace() {
  const { path, nome, lugar, livres, firstName, guardado } = useLoaderData<typeof loader>()
  const back = <GivenBack key="volta" livres={livres} />
  if (!lugar) {
    return (
      <ConfirmAtMesa
        {...{ path, nome }}
        title="LIBERAR O LUGAR?"
        alvo="Um ocupante desistiu"
        estado={`o lugar fica guardado até ${guardado ?? 'agora'}`}
        consequences={[back, 'Se essa pessoa mudar de ideia, só volta se a mesa ainda tiver lugar.']}
        ato="LIBERAR O LUGAR"
        campo="guardado"
        keep="MANTER O LUGAR GUARDADO"
      />
    )
  }
  const { rotulo } = lugar
  return (
    <ConfirmAtMesa
      {...{ path, nome }}
      title="LIBERAR O CONVITE?"
      alvo={lugar.nome}
      estado="presença confirmada, ainda não chegou"
      consequences={[
        `A credencial de ${firstName ?? lugar.nome} deixa de valer na portaria.`,
        back,
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
