import type { Services } from '../../server/composition.ts'
import type { Autor, MESA } from '../../server/domain/historico.ts'
import { parsePedido, PEDIDO_MAX } from '../../server/domain/pedido.ts'
import { openMesa, showMesa } from '../../server/use-cases/mesa.ts'
import { isClosed } from '~/shared/closing.server'
import type { Reason } from '~/shared/failure.server'
import { NO_STORE, noStore, seeOther, type AppLoadContext, type Fields } from '~/shared/remix.server'
import { createConvites, changeRotulo, type Phrases } from '~/shared/rotulos.server'
import { countOf } from '~/shared/words'
import type { RefusedRotulo } from '~/shared/new-convites'
import { PEDIDO } from './pedido.tsx'
import type { MesaDoneName } from './summary.tsx'

export type MesaAberta = Awaited<ReturnType<typeof mesaOf>>

/**
 * The table whose panel a token opens.
 * @throws Response 404, the same for every token that opens nothing; a replaced link says so, but names no
 *   company; 410 from the day of erasure on
 */
export async function mesaOf(token: string | undefined, services: Services) {
  const opened = await openMesa(services, token)
  switch (opened.kind) {
    case 'open':
      /** `versao`: of the link that opened it. */
      return { empresaid: opened.empresaid, versao: opened.versao, path: `/mesa/${token ?? ''}` }
    case 'replaced':
      throw noStore<Reason>({ reason: 'mesa-substituida' }, 404)
    case 'erased':
      throw noStore<Reason>({ reason: 'mesa-apagada' }, 410)
    case 'not-found':
      throw notFound()
    default:
      return opened satisfies never
  }
}

/** The redirect to the panel, which says what became of an act. */
export function backToMesa({ path }: MesaAberta, feito: MesaDoneName): Response {
  return seeOther(`${path}?feito=${feito}`, NO_STORE)
}

/** The answer when there is no such table, or it has no such occupant or invitation. */
export const notFound = () => new Response(null, { status: 404 })

/** What a table holds. @throws Response 404 if its company is gone */
export async function readMesa({ empresaid }: MesaAberta, services: Services) {
  const shown = await showMesa(services, empresaid, isNamed(services))
  if (!shown) throw notFound()
  return shown
}

/** Tells whether holders see the names of their guests. */
export const isNamed = ({ config }: Pick<Services, 'config'>) => config.evento.nomesNaMesa !== false

export const autorOfMesa = (
  { empresaid, versao }: Pick<MesaAberta, 'empresaid' | 'versao'>,
  services: Pick<Services, 'autorOf'>,
): Autor => ({
  ...services.autorOf('mesa' satisfies typeof MESA),
  opening: { kind: 'mesa', empresaid, versao },
})

const PHRASES: Phrases = {
  empty: 'Escreva pelo menos um nome.',
  tooLong: 'Um nome tem de 1 a 60 letras.',
  someTooLong: (lines) => `Um nome tem de 1 a 60 letras. Corrija ${lines}.`,
  tooFew: (left) =>
    left === 0
      ? 'Não há mais convites livres nesta mesa. Nenhum foi criado.'
      : `Não cabem todos: há só ${countOf(left, 'livre', 'livres')}. Nenhum foi criado.`,
}

/** Does what a form of the panel asks for. Labels that are refused come back as they were typed. */
export async function changeMesa(
  aberta: MesaAberta,
  fields: Fields,
  services: Services,
  context: AppLoadContext,
): Promise<Response> {
  const ato = fields('ato')
  if (!['criar', 'mudar', 'fechar', 'abrir', 'pedir'].includes(ato ?? ''))
    throw new Response(null, { status: 400 })
  if (isClosed(services)) return backToMesa(aberta, 'encerrado')
  const { empresaid } = aberta
  if (ato === 'fechar' || ato === 'abrir') {
    const closing = services.mesas.setFechada(empresaid, ato === 'fechar', autorOfMesa(aberta, services))
    if ((await closing).kind === 'empresa-not-found') throw notFound()
    return backToMesa(aberta, ato === 'fechar' ? 'fechado' : 'aberto')
  }
  if (ato === 'pedir') {
    const [typed, nota] = [fields('pedido-quantos') ?? '', fields('pedido-motivo') ?? '']
    const pedido = parsePedido(typed, nota)
    if (!pedido) {
      context.isError = true
      const message = `Escreva quantos convites faltam, de 1 a ${PEDIDO_MAX}.`
      return noStore<RefusedRotulo>({ codigo: PEDIDO, typed, nota, message }, 422)
    }
    const { kind } = await services.mesas.pedir(empresaid, pedido, autorOfMesa(aberta, services))
    if (kind === 'empresa-not-found') throw notFound()
    return backToMesa(aberta, kind === 'asked' ? 'pedido' : 'ja-pedido')
  }
  const asked = { services, empresaid, fields, autor: autorOfMesa(aberta, services), phrases: PHRASES }
  const act = await (ato === 'criar' ? createConvites(asked) : changeRotulo(asked))
  switch (act.kind) {
    case 'done':
      return backToMesa(aberta, act.feito)
    case 'too-late':
      return backToMesa(aberta, act.aviso)
    case 'refused':
    case 'limit-reached':
      context.isError = true
      return noStore(act.recusado, act.kind === 'refused' ? 422 : 409)
    default:
      return act satisfies never
  }
}
