import { ConfirmAtMesa, confirmationTitled, type Confirmation } from '~/mesa/confirm'
import { autorOfMesa, backToMesa, mesaOf, notFound, readMesa } from '~/mesa/mesa.server'
import { guardadoOf, nomeOf } from '~/mesa/panel.server'
import { firstNameOf } from '../../server/domain/text.ts'
import { isClosed } from '~/shared/closing.server'
import type { RouteHandle } from '~/shared/document'
import { pageAction, pageLoader } from '~/shared/failure.server'
import { noStore } from '~/shared/remix.server'
import type { Services } from '../../server/composition.ts'

export const handle: RouteHandle = { sheet: 'presenca' }

/**
 * A place of a table that may be freed, an occupant's or one kept for a guest who withdrew, and what would
 * follow.
 */
export const loader = pageLoader(async ({ params, services }) => {
  const { mesa, credencialid, convidado, shown } = await openPlace(params, services)
  const { confirmados, preenchendo, guardados, novos, outros, livres, total } = shown.numeros
  const isExceeded = confirmados + preenchendo + guardados + novos + outros + livres > total
  const back = isExceeded ? null : livres
  const about = { path: mesa.path, nome: shown.nome }
  if (!convidado)
    return noStore<Confirmation>({
      ...about,
      title: 'Não guardar o lugar?',
      assunto: 'Um convidado desistiu',
      estado: `o lugar fica guardado até ${guardadoOf(shown, credencialid, services) ?? 'agora'}`,
      consequences: [back, 'Se essa pessoa mudar de ideia, só volta se a mesa ainda tiver lugar.'],
      ato: 'Não guardar o lugar',
      campo: 'guardado',
      keep: 'Manter o lugar guardado',
    })
  const { rotulo } = convidado
  const nome = nomeOf(convidado)
  // Without names, there is no first name either.
  const called = convidado.nome ? firstNameOf(convidado.nome) : nome
  const spent = `O link do convite pessoal “${rotulo ?? ''}” continua gasto. Para convidar outra pessoa, crie um novo.`
  return noStore<Confirmation>({
    ...about,
    title: 'Tirar da mesa?',
    assunto: nome,
    estado: 'presença confirmada, ainda não chegou',
    consequences: [
      `A credencial de ${called} deixa de valer na portaria.`,
      back,
      ...(rotulo === null ? [] : [spent]),
      'A página da credencial passa a dizer que a presença foi retirada. Não enviamos mensagem: avise você.',
    ],
    ato: 'Tirar da mesa',
    keep: `Manter ${called} na mesa`,
  })
})

/**
 * Frees the place, only once however often it is sent, and redirects to the panel, which says what became of
 * it.
 */
export const action = pageAction(async ({ params, request, services }) => {
  const form = await request.formData()
  const { mesa, credencialid } = await openPlace(params, services)
  const withdrawal = {
    credencialid,
    empresaid: mesa.empresaid,
    now: services.now(),
    isClosed: isClosed(services),
    isOfGuardada: form.has('guardado'),
  }
  const { kind } = await services.desistencias.withdraw(withdrawal, autorOfMesa(mesa, services))
  if (kind === 'credencial-not-found') throw notFound()
  return backToMesa(mesa, DESISTENCIAS[kind])
})

const DESISTENCIAS = {
  withdrawn: 'liberado',
  'not-kept': 'nao-guardado',
  'already-withdrawn': 'ja-livre',
  inside: 'ja-chegou',
  closed: 'encerrado',
} as const

/**
 * @throws Response 404 for a guest who never sat there; 303 to the panel, which says why, for one who has
 *   arrived or left, and after the closing date
 */
async function openPlace(params: { token?: string; credencialid?: string }, services: Services) {
  const mesa = await mesaOf(params.token, services)
  const shown = await readMesa(mesa, services)
  const isMeant = ({ credencialid }: { credencialid: string }) => credencialid === params.credencialid
  const convidado = shown.convidados.find(isMeant) ?? null
  const { credencialid } = convidado ?? shown.guardados.find(isMeant) ?? {}
  // Another table's guests must stay unknown, even that they withdrew.
  if (credencialid === undefined)
    throw shown.desistencias.some(isMeant) ? backToMesa(mesa, 'ja-livre') : notFound()
  if (convidado && convidado.dentroDesde !== null) throw backToMesa(mesa, 'ja-chegou')
  if (isClosed(services)) throw backToMesa(mesa, 'encerrado')
  return { mesa, credencialid, convidado, shown }
}

export const meta = confirmationTitled

export default ConfirmAtMesa
