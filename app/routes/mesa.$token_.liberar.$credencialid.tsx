import { titled } from '~/shared/page'
import { noStore, refuseOtherMethods, type RouteArgs } from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { ConfirmAtMesa, GivenBack } from '~/mesa/confirm'
import type { RouteHandle } from '~/shared/document'
import { servicesOf } from '~/services.server'
import type { Services } from '../../server/composition.ts'
import { isClosed } from '~/shared/closing.server'
import { withErrorPage } from '~/shared/failure.server'
import { autorOfMesa, backToMesa, mesaOf, notFound, readMesa } from '~/mesa/mesa.server'
import { guardadoOf, headOf, lugarOf } from '~/mesa/panel.server'

export const handle: RouteHandle = { sheet: 'presenca' }

/** The place of a table that may be freed, an occupant's or one kept for a guest who withdrew, and what would follow. */
export async function loader({ params, context }: RouteArgs) {
  const services = await servicesOf(context)
  const { mesa, credencialid, convidado, shown } = await openPlace(params, services)
  const { confirmados, preenchendo, guardados, novos, outros, livres, total } = shown.numeros
  const isExceeded = confirmados + preenchendo + guardados + novos + outros + livres > total
  return noStore({
    ...headOf(shown.nome, services),
    path: mesa.path,
    lugar: convidado && lugarOf(convidado, services),
    livres: isExceeded ? null : livres,
    // Without names, there is no first name either.
    firstName: convidado?.nome?.split(' ')[0] ?? null,
    guardado: guardadoOf(shown, credencialid, services),
  })
}

/** Frees the place, only once however often it is sent, and leads to the panel, which says what became of it. */
export async function action({ params, request, context }: RouteArgs) {
  refuseOtherMethods(request)
  const form = await request.formData()
  const services = await servicesOf(context)
  const { mesa, credencialid } = await openPlace(params, services)
  const withdrawal = {
    credencialid,
    empresaid: mesa.empresaid,
    now: services.now(),
    isClosed: isClosed(services),
    isOfGuardada: form.has('guardado'),
  }
  const desistencia = await withErrorPage(
    services,
    services.desistencias.withdraw(withdrawal, autorOfMesa(mesa, services)),
  )
  if (desistencia.kind === 'credencial-not-found') throw notFound()
  return backToMesa(mesa, DESISTENCIAS[desistencia.kind])
}

const DESISTENCIAS = {
  withdrawn: 'liberado',
  'not-kept': 'nao-guardado',
  'already-withdrawn': 'ja-livre',
  inside: 'ja-chegou',
  closed: 'encerrado',
} as const

/**
 * @throws Response 404 for a guest who never sat there; 303 to the panel, which says why, for one who has arrived or
 *   left, and after the closing date
 */
async function openPlace(params: { token?: string; credencialid?: string }, services: Services) {
  const mesa = await mesaOf(params.token, services)
  const shown = await readMesa(mesa, services)
  const isMeant = ({ credencialid }: { credencialid: string }) => credencialid === params.credencialid
  const convidado = shown.convidados.find(isMeant) ?? null
  const { credencialid } = convidado ?? shown.guardados.find(isMeant) ?? {}
  // Nothing is told about another table's guests, not even that they withdrew.
  if (credencialid === undefined)
    throw shown.desistencias.some(isMeant) ? backToMesa(mesa, 'ja-livre') : notFound()
  if (convidado && convidado.dentroDesde !== null) throw backToMesa(mesa, 'ja-chegou')
  if (isClosed(services)) throw backToMesa(mesa, 'encerrado')
  return { mesa, credencialid, convidado, shown }
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
