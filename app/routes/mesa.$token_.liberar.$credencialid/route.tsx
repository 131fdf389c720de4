import { titled } from '~/shared/page'
import { noStore, refuseOtherMethods, type RouteArgs } from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { ConfirmAtMesa, GivenBack } from '~/mesa/confirm'
import type { RouteHandle } from '~/shared/document'
import { freePlace, freeingShown } from './free.server'
import { servicesOf } from '~/services.server'

export const handle: RouteHandle = { sheet: 'presenca' }

export async function loader({ params, context }: RouteArgs) {
  return noStore(await freeingShown(params, await servicesOf(context)))
}

export async function action({ params, request, context }: RouteArgs) {
  refuseOtherMethods(request)
  return freePlace(params, await request.formData(), await servicesOf(context))
}

export const meta = titled<typeof loader>((data) => `Liberar o convite? · Mesa ${data?.nome ?? ''}`)

export default function FreePlace() {
  const { path, nome, lugar, livres, firstName, guardado } = useLoaderData<typeof loader>()
  const back = <GivenBack key="volta" livres={livres} />
  if (!lugar) {
    return (
      <ConfirmAtMesa
        path={path}
        nome={nome}
        title="LIBERAR O LUGAR?"
        assunto="Um ocupante desistiu"
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
      path={path}
      nome={nome}
      title="LIBERAR O CONVITE?"
      assunto={lugar.nome}
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
