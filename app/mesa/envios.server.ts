import type { Services } from '../../server/composition.ts'
import type { Envio } from '../../server/domain/envio.ts'
import { MESA } from '../../server/domain/historico.ts'
import { own } from '../../server/domain/own.ts'
import { readTelefone } from '../../server/domain/telefone.ts'
import { listConvites } from '../../server/use-cases/convites-pessoais.ts'
import { readFilaDaMesa, type MesaDosConvites } from '../../server/use-cases/send-envios.ts'
import type { Fila, Linha } from '../../server/use-cases/envios.ts'
import { linhaIn, takeNext, tellLinha } from '../../server/use-cases/send-envios.ts'
import { isClosed } from '~/shared/closing.server'
import {
  cenaOf,
  DITOS,
  ESTADO_WORDS,
  GOING,
  isFresh,
  isSent,
  namesOf,
  numberOf,
  opened,
  paraOf,
  pendingIn,
  textoIn,
} from '~/shared/envios.server'
import { doneAt, eventTime } from '~/shared/event-clock'
import { mensagemByWhatsapp } from '~/shared/links.server'
import { mensagemOf } from '~/shared/mensagem'
import { NO_STORE, noStore, seeOther, type AppLoadContext, type Fields } from '~/shared/remix.server'
import { autorOfMesa, backToMesa, mesaOf, notFound, type MesaAberta } from './mesa.server.ts'
import type { Estado } from './share.tsx'

type Params = { token?: string; codigo?: string }

/** Takes an invitation's place in the address, for the end of the queue. */
const FIM = 'fim'

/** An address of the desk: one invitation's, or the end's. */
const envioPath = ({ path }: Pick<MesaAberta, 'path'>, codigo: string) => `${path}/enviar/${codigo}`

/**
 * The sending desk of a table.
 * @throws Response 404 for a token or a code that opens nothing; 303 to the panel, which says why, after the
 *   closing date
 */
async function openDesk(params: Params, services: Services) {
  const mesa = await mesaOf(params.token, services)
  const listed = await listConvites(services, mesa.empresaid)
  if (!listed || services.parseEmpresaid(mesa.empresaid) === null) throw notFound()
  const { nome, convites } = listed
  const convite = convites.find(({ codigo }) => codigo === params.codigo) ?? null
  if (!convite && params.codigo !== FIM) throw notFound()
  if (isClosed(services)) {
    if (convite && convite.estado !== 'novo') throw backToMesa(mesa, `ja-${convite.estado}`)
    throw backToMesa(mesa, 'encerrado')
  }
  return { mesa, nome, convite, fila: await readFilaDaMesa(services, { ...mesa, nome, convites }) }
}

/** Enviar um por vez, Próximo. @returns the redirect to the row that was taken, or to the end of the queue */
async function toNext(
  mesa: MesaAberta,
  fila: Fila,
  services: Services,
  after: string | null = null,
): Promise<Response> {
  const next = await takeNext(services.envios, fila, { after }, autorOfMesa(mesa, services))
  return seeOther(envioPath(mesa, next?.para ?? FIM), NO_STORE)
}

/** enviar um por vez, on the panel. */
export async function began(mesa: MesaAberta, services: Services): Promise<Response> {
  const listed = await listConvites(services, mesa.empresaid)
  if (!listed) throw notFound()
  if (isClosed(services)) return backToMesa(mesa, 'encerrado')
  return toNext(mesa, await readFilaDaMesa(services, { ...mesa, ...listed }), services)
}

/** The acts that open WhatsApp. `isForced`: even if someone else has the row, or it was already sent. */
const SENDING: Record<string, { isForced: boolean; going: string }> = {
  enviar: { isForced: false, going: GOING },
  'enviar-de-novo': { isForced: true, going: GOING },
  lembrar: { isForced: true, going: `${GOING}=lembrete` },
}

/**
 * Does what a form on one row asks for. A row nobody waits for any more is skipped; sending it leads to the
 * panel, which says why.
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
  const dito = own(DITOS, ato)
  if (dito === undefined) throw new Response(null, { status: 400 })
  const { codigo: para, estado } = convite
  await tellLinha(services.envios, fila, { para, dito }, autorOfMesa(mesa, services))
  if (fields('lista') === '1')
    return backToMesa(mesa, estado !== 'novo' ? `ja-${estado}` : dito === 'enviado' ? 'enviado' : 'nao-foi')
  return toNext(mesa, fila, services, para)
}

/** A number as it was typed, and why it is not valid. */
export interface Typed {
  typed: string
  error: string | null
}

/**
 * enviar: the row's own page goes on to WhatsApp. A typed number must not appear in any address of ours, so
 * this answer carries it.
 */
async function sent(
  { mesa, convite, fila }: { mesa: MesaAberta; convite: MesaDosConvites['convites'][number]; fila: Fila },
  { isForced, going }: { isForced: boolean; going: string },
  typed: string,
  services: Services,
  context: AppLoadContext,
): Promise<Response> {
  const { codigo: para, estado } = convite
  if (estado !== 'novo') return backToMesa(mesa, `ja-${estado}`)
  const telefone = readTelefone(typed)
  if (telefone.kind === 'invalid') {
    context.isError = true
    return noStore<Typed>({ typed, error: telefone.message }, 422)
  }
  const digits = telefone.value && `55${telefone.value}`
  const isAgain = going !== GOING
  const linha = linhaIn(fila, para)
  // Someone who wants no messages, or has no WhatsApp, gets no reminder. A reminder leaves the row's state as
  // it is.
  if (isAgain && linha?.situacao.kind === 'feito') {
    const { estado: dito } = linha.situacao.envio
    if (dito === 'recusado' || dito === 'sem-whatsapp') return seeOther(envioPath(mesa, para), NO_STORE)
    return goingOn({ digits, isAgain }, context)
  }
  const isGoing = await opened(services, fila, { para, isForced }, autorOfMesa(mesa, services))
  const here = envioPath(mesa, para)
  if (!isGoing) return seeOther(here, NO_STORE)
  if (digits === '') return seeOther(`${here}?${going}`, NO_STORE)
  return goingOn({ digits, isAgain }, context)
}

/** The answer to a form that goes on to WhatsApp by itself. */
function goingOn(going: NonNullable<AppLoadContext['going']>, context: AppLoadContext): Response {
  context.going = going
  return noStore<Typed>({ typed: '', error: null })
}

/**
 * One invitation: who it is for, the message as it will be, and what the table may do with it; or the end of
 * the queue.
 */
export async function envioShown(
  params: Params,
  request: Request,
  services: Services,
  context: AppLoadContext,
) {
  const { mesa, nome, convite, fila } = await openDesk(params, services)
  const beside = { path: mesa.path, mesa: nome, feitos: fila.enviados.length, total: fila.linhas.length }
  const linha = linhaIn(fila, params.codigo ?? '')
  if (!convite) return { ...beside, linha: null, refresh: null, fim: endOf(fila, services) }
  if (!linha) throw backToMesa(mesa, convite.estado === 'revogado' ? 'ja-revogado' : 'ja-usado')
  const textos = await services.envios.listTextos()
  const asked = new URL(request.url).searchParams.get(GOING)
  const going = context.going ?? { digits: '', isAgain: asked === 'lembrete' }
  const para = paraOf(linha, request, services, going.isAgain)
  const mensagem = mensagemOf(services.config.evento, para, textoIn(textos, 'pessoal'))
  const whatsapp = mensagemByWhatsapp(mensagem, going.digits || (linha.digits ?? ''))
  const isGoing =
    context.going !== undefined || (asked !== null && isFresh(linha.situacao, MESA, services.now()))
  const seen = {
    eu: MESA,
    whatsapp,
    anotar: null,
    comQuem: () => 'A organização está com este convite',
    toldOf: (envio: Envio) => toldOf(envio, services),
  }
  const cena =
    context.going && linha.situacao.kind === 'feito'
      ? { kind: 'lembrado' as const, whatsapp }
      : cenaOf(linha, seen, services)
  return {
    ...beside,
    linha: {
      codigo: linha.para,
      nome: namesOf(linha),
      empresa: null,
      numero: numberOf(linha),
      mensagem,
      cena,
    },
    /** Where the page goes on to by itself. */
    refresh: isGoing ? whatsapp : null,
    fim: null,
  }
}

type Clock = Pick<Services, 'config' | 'now'>

const WORDS: Record<Envio['estado'], string> = {
  ...ESTADO_WORDS,
  pego: 'Com alguém',
  'sem-whatsapp': 'Sem WhatsApp',
}

/**
 * `Aberto às 14h02`, `Enviado 8/9 pela organização`, `Sem WhatsApp, anotado pela organização 8/9`. Others are
 * never named.
 */
function toldOf(envio: Envio, { config, now }: Clock): string {
  const [what, quando] = [WORDS[envio.estado], doneAt(config.evento.inicio, envio.em, now())]
  if (envio.quem === MESA) return `${what} ${quando}`
  const isDone = envio.estado === 'aberto' || isSent(envio)
  return isDone ? `${what} ${quando} pela organização` : `${what}, anotado pela organização ${quando}`
}

const NOT_YET: Estado = { look: 'parado', text: 'Ainda não enviado', next: 'enviar' }

/** How far the sending of an invitation has got, as the panel shows it. */
export function estadoOf({ situacao }: Linha, clock: Clock): Estado {
  switch (situacao.kind) {
    case 'livre':
    case 'de-novo':
    case 'pulado':
      return NOT_YET
    case 'com-alguem':
      return situacao.envio.quem === MESA
        ? NOT_YET
        : { look: 'meio', text: 'Com a organização agora', next: null }
    case 'aberto': {
      const { envio } = situacao
      return { look: 'meio', text: toldOf(envio, clock), next: envio.quem === MESA ? 'dizer' : null }
    }
    case 'feito': {
      const { envio } = situacao
      const text = toldOf(envio, clock)
      if (isSent(envio)) return { look: 'ligado', text, next: 'lembrar' }
      return { look: 'fim', text, next: envio.estado === 'recusado' ? null : 'enviar-de-novo' }
    }
    default:
      return situacao satisfies never
  }
}

/** What the end of the queue shows: how many were sent, what is left, and why. */
function endOf(fila: Fila, { config, now }: Clock) {
  return { ...pendingIn(fila, MESA), hora: eventTime(config.evento.inicio, now()), fora: fila.fora.length }
}
