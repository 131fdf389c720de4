import type { Services } from '../../server/composition.ts'
import type { Dito } from '../../server/domain/envio.ts'
import { own } from '../../server/domain/own.ts'
import { parseTelefone } from '../../server/domain/telefone.ts'
import { listConvites } from '../../server/use-cases/convites-pessoais.ts'
import {
  readFilaDaMesa,
  type MesaDosConvites,
  takeNext,
  tellLinha,
} from '../../server/use-cases/send-envios.ts'
import type { Fila } from '../../server/use-cases/envios.ts'
import { isClosed } from '~/shared/closing.server'
import { DITOS, GOING, opened } from '~/shared/envios.server'
import { withErrorPage } from '~/shared/failure.server'
import { NO_STORE, noStore, seeOther, type AppLoadContext, type Fields } from '~/shared/remix.server'
import { autorOfMesa, backToMesa, mesaOf, notFound, type MesaAberta } from './mesa.server.ts'

export type Params = { token?: string; codigo?: string }

/** The end of the queue stands where an invitation would. */
const FIM = 'fim'

/** A page of the desk: of one invitation, or of the end. */
export const envioPath = ({ path }: Pick<MesaAberta, 'path'>, codigo: string) => `${path}/enviar/${codigo}`

/** The same queue as of {@link MesaDosConvites}; storage that does not answer becomes the page that says so. */
export const readFila = (mesa: MesaDosConvites, services: Services): Promise<Fila> =>
  withErrorPage(services, readFilaDaMesa(services, mesa))

/**
 * The desk of a table.
 * @throws Response 404 for a token or a code that opens nothing; 303 to the panel, which says why, after the closing date
 */
export async function openDesk(params: Params, services: Services) {
  const mesa = await mesaOf(params.token, services)
  const listed = await withErrorPage(services, listConvites(services, mesa.empresaid))
  if (!listed || services.parseEmpresaid(mesa.empresaid) === null) throw notFound()
  const { nome, convites } = listed
  const convite = convites.find(({ codigo }) => codigo === params.codigo) ?? null
  if (!convite && params.codigo !== FIM) throw notFound()
  if (isClosed(services)) {
    if (convite && convite.estado !== 'novo') throw backToMesa(mesa, `ja-${convite.estado}`)
    throw backToMesa(mesa, 'encerrado')
  }
  return { mesa, nome, convite, fila: await readFila({ ...mesa, nome, convites }, services) }
}

/** ENVIAR UM POR VEZ, PRÓXIMO. @returns the way to the row that was taken, or to the end of the queue */
export async function toNext(
  mesa: MesaAberta,
  fila: Fila,
  services: Services,
  after: string | null = null,
): Promise<Response> {
  const taking = takeNext(services.envios, fila, { after }, autorOfMesa(mesa, services))
  const next = await withErrorPage(services, taking)
  return seeOther(envioPath(mesa, next?.para ?? FIM), NO_STORE)
}

/** ENVIAR UM POR VEZ, on the panel. */
export async function began(mesa: MesaAberta, services: Services): Promise<Response> {
  const listed = await withErrorPage(services, listConvites(services, mesa.empresaid))
  if (!listed) throw notFound()
  if (isClosed(services)) return backToMesa(mesa, 'encerrado')
  return toNext(mesa, await readFila({ ...mesa, ...listed }, services), services)
}

const OWN_DITOS: Record<string, Dito> = { ...DITOS, 'nao-foi': 'nao-foi' }

/** What opens WhatsApp, and whether although the row is with somebody, or was sent. */
const SENDING: Record<string, { isForced: boolean; going: string }> = {
  enviar: { isForced: false, going: GOING },
  'enviar-de-novo': { isForced: true, going: GOING },
  lembrar: { isForced: true, going: `${GOING}=lembrete` },
}

/**
 * Does what a form on one row asks for. A row nobody waits for any more is passed over; to send it leads to the panel,
 * which says why.
 * @throws Response 400 for a form that is not ours
 */
export async function actedOn(
  params: Params,
  fields: Fields,
  services: Services,
  context: AppLoadContext,
): Promise<Response> {
  const { mesa, convite, fila } = await openDesk(params, services)
  if (!convite) throw notFound()
  const ato = fields('ato') ?? ''
  const sending = own(SENDING, ato)
  if (sending) return sent({ mesa, convite, fila }, sending, fields('para') ?? '', services, context)
  if (ato === 'proximo') return toNext(mesa, fila, services)
  const dito = own(OWN_DITOS, ato)
  if (dito === undefined) throw new Response(null, { status: 400 })
  const { codigo: para, estado } = convite
  const telling = tellLinha(services.envios, fila, { para, dito }, autorOfMesa(mesa, services))
  await withErrorPage(services, telling)
  if (fields('lista') === '1')
    return backToMesa(mesa, estado !== 'novo' ? `ja-${estado}` : dito === 'enviado' ? 'enviado' : 'nao-foi')
  return toNext(mesa, fila, services, para)
}

/** A number that was typed, and why it is none. */
export interface Typed {
  typed: string
  error: string | null
}

/** ENVIAR: the row's own page goes on to WhatsApp. A number that was typed stands in no address of ours: this answer has it. */
async function sent(
  { mesa, convite, fila }: { mesa: MesaAberta; convite: MesaDosConvites['convites'][number]; fila: Fila },
  { isForced, going }: { isForced: boolean; going: string },
  typed: string,
  services: Services,
  context: AppLoadContext,
): Promise<Response> {
  const { codigo: para, estado } = convite
  if (estado !== 'novo') return backToMesa(mesa, `ja-${estado}`)
  const telefone = typed.trim() === '' ? null : parseTelefone(typed)
  if (telefone?.kind === 'invalid') {
    context.isError = true
    return noStore<Typed>({ typed, error: telefone.message }, 422)
  }
  const digits = telefone ? `55${telefone.value}` : ''
  const isAgain = going !== GOING
  const linha = fila.linhas.find((one) => one.para === para)
  // Who wants no messages, or has no WhatsApp, is not reminded. Who is reminded stays noted as they are.
  const said = linha?.situacao.kind === 'feito' ? linha.situacao.envio.estado : null
  if (isAgain && (said === 'recusado' || said === 'sem-whatsapp'))
    return seeOther(envioPath(mesa, para), NO_STORE)
  if (isAgain && linha?.situacao.kind === 'feito') return goingOn({ digits, isAgain }, context)
  const autor = autorOfMesa(mesa, services)
  const isGoing = await withErrorPage(services, opened(services, fila, { para, isForced }, autor))
  const here = envioPath(mesa, para)
  if (!isGoing) return seeOther(here, NO_STORE)
  if (!telefone) return seeOther(`${here}?${going}`, NO_STORE)
  return goingOn({ digits, isAgain }, context)
}

/** The answer to a form that itself goes on to WhatsApp. */
function goingOn(going: NonNullable<AppLoadContext['going']>, context: AppLoadContext): Response {
  context.going = going
  return noStore<Typed>({ typed: '', error: null })
}
