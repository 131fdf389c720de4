import { ConfirmAtMesa, confirmationTitled, type Confirmation } from '~/mesa/confirm'
import { autorOfMesa, backToMesa, mesaOf, notFound, readMesa } from '~/mesa/mesa.server'
import { rotuloOf } from '~/mesa/panel.server'
import { isClosed } from '~/shared/closing.server'
import type { RouteHandle } from '~/shared/document'
import { pageAction, pageLoader } from '~/shared/failure.server'
import { noStore } from '~/shared/remix.server'
import { revokeConvite } from '../../server/use-cases/convites-pessoais.ts'

export const handle: RouteHandle = { sheet: 'presenca' }

/**
 * Asks once before a new personal invitation of a table is revoked.
 * @throws Response 404 for a code that is not this table's; 303 to the panel, which says why, for one that is
 *   not new, and after the closing date
 */
export const loader = pageLoader(async ({ params, services }) => {
  const mesa = await mesaOf(params.token, services)
  const { nome, convites, numeros } = await readMesa(mesa, services)
  const convite = convites.find(({ codigo }) => codigo === params.codigo)
  if (!convite) throw notFound()
  if (convite.estado !== 'novo') throw backToMesa(mesa, `ja-${convite.estado}`)
  if (isClosed(services)) throw backToMesa(mesa, 'encerrado')
  return noStore<Confirmation>({
    path: mesa.path,
    nome,
    title: 'Cancelar o convite?',
    assunto: rotuloOf(convite.rotulo),
    estado: 'convite pessoal novo, sem cadastro',
    consequences: [
      'O link deixa de valer. Quem abrir lê que ele não vale mais, sem nome nem mesa.',
      numeros.livres,
      'Não enviamos mensagem: se já mandou o link, avise você.',
    ],
    ato: 'Cancelar o convite',
    keep: 'Manter o convite',
  })
})

/** revogar o convite redirects to the panel, which says what became of it. */
export const action = pageAction(async ({ params, services }) => {
  const mesa = await mesaOf(params.token, services)
  const asked = { empresaid: mesa.empresaid, codigo: params.codigo, isClosed: isClosed(services) }
  const { kind } = await revokeConvite(services, asked, autorOfMesa(mesa, services))
  if (kind === 'convite-not-found') throw notFound()
  return backToMesa(mesa, REVOCATIONS[kind])
})

const REVOCATIONS = {
  revoked: 'revogado',
  'already-revoked': 'ja-revogado',
  'already-used': 'ja-usado',
  closed: 'encerrado',
} as const

export const meta = confirmationTitled

export default ConfirmAtMesa
