import { json, type AppLoadContext } from './remix.server.ts'
import type { Services } from '../server/composition.ts'
import type { Autor, MESA } from '../server/domain/historico.ts'
import { setFechada } from '../server/use-cases/set-fechada.ts'
import { isClosed } from './closing.server.ts'
import { withErrorPage } from './failure.server.ts'
import type { Fields } from './guest-acts.server.ts'
import { backToMesa, notFound, NO_STORE, type MesaAberta } from './mesa.server.ts'
import { createConvites, changeRotulo, type Phrases, type RotulosAct } from './rotulo-forms.server.ts'
import { countOf } from '~/components/count-of'

const QUEM: typeof MESA = 'mesa'

/** The author of an act of a table's holder. */
export const holderOf = (services: Pick<Services, 'autorOf'>): Autor => services.autorOf(QUEM)

const PHRASES: Phrases = {
  empty: 'Escreva pelo menos um rótulo.',
  tooLong: 'Um rótulo tem de 1 a 60 letras.',
  someTooLong: (lines) => `Um rótulo tem de 1 a 60 letras. Corrija ${lines}.`,
  tooFew: (left) =>
    left === 0
      ? 'Não há mais convites livres nesta mesa. Nenhum foi criado.'
      : `São mais rótulos do que convites: há só ${countOf(left, 'livre', 'livres')}. Nenhum foi criado.`,
}

/** Does what a form of the panel asks for: labels that are not taken come back as they were typed. */
export async function changeMesa(
  aberta: MesaAberta,
  fields: Fields,
  services: Services,
  context: AppLoadContext,
): Promise<Response> {
  const ato = fields('ato')
  if (!['criar', 'mudar', 'fechar', 'abrir'].includes(ato ?? '')) throw new Response(null, { status: 400 })
  if (isClosed(services)) return backToMesa(aberta, 'encerrado')
  if (ato === 'fechar' || ato === 'abrir') return setClosed(aberta, ato === 'fechar', services)
  const { empresaid } = aberta
  const asked = { services, empresaid, fields, autor: holderOf(services), phrases: PHRASES }
  const act = ato === 'criar' ? createConvites(asked) : changeRotulo(asked)
  return answerTo(aberta, await withErrorPage(services, act), context)
}

function answerTo(aberta: MesaAberta, act: RotulosAct, context: AppLoadContext): Response {
  switch (act.kind) {
    case 'done':
      return backToMesa(aberta, act.feito)
    case 'too-late':
      return backToMesa(aberta, act.aviso)
    case 'refused':
    case 'limit-reached':
      context.isError = true
      return json(act.recusado, { status: act.kind === 'refused' ? 422 : 409, headers: NO_STORE })
    default:
      return act satisfies never
  }
}

async function setClosed(aberta: MesaAberta, fechada: boolean, services: Services): Promise<Response> {
  const act = setFechada(services, aberta.empresaid, fechada, holderOf(services))
  if (!(await withErrorPage(services, act))) throw notFound()
  return backToMesa(aberta, fechada ? 'fechado' : 'aberto')
}
