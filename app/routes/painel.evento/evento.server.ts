import { changedIn, descricaoOf } from '../../../server/domain/descricao.ts'
import type { DescricaoErrors } from '../../../server/domain/parse-descricao.ts'
import { isClosedAt, momentTold } from '../../../server/domain/quando.ts'
import { chosenId, chosenLogo, type Escolha } from '../../../server/use-cases/imagem.ts'
import { readDescricao, storeEvento, type Stored } from '../../../server/use-cases/describe-evento.ts'
import { readFila } from '../../../server/use-cases/envios.ts'
import type { Equipe } from '~/shared/equipe.server'
import { whenItWas } from '~/shared/event-clock'
import { noStore, seeOther, UUID, type Fields } from '~/shared/remix.server'
import { waitForTask } from '~/painel/wait.server'
import { conferidoOf, type Conferido } from './conferir.server.ts'
import type { Formulario, Typed } from './form.tsx'
import {
  changedMeanwhile,
  descricaoIn,
  formularioOf,
  HREF,
  storedTyped,
  typedIn,
  versaoIn,
} from './formulario.server.ts'
import { isAvisado } from './gravado.tsx'
import { BUSY, CUT_SHORT, eventoSent, readEscolha, STOPPED, type Lida } from './imagem.server.ts'
import type { Falhas } from './imagem.tsx'
import { vistaOf } from './vistas.server.ts'

/** What the page shows of the stored event. @throws StorageError */
export async function eventoShown({ services }: Equipe, request: Request) {
  const { gravado, config, now } = services
  if (!gravado) return { stored: null, formulario: formularioOf(await storedTyped(services)) }
  const { evento, canceladoem, versao } = gravado
  const isTold = isAvisado(new URL(request.url).searchParams.get('feito'))
  const fila = isTold ? await readFila(services, 'mudanca') : null
  return {
    stored: {
      versao,
      vista: await vistaOf(evento, services.arte, services, request),
      quando: momentTold(evento.inicio),
      /** How many people still have to be told about the change, and out of how many. */
      aviso: fila && { por: fila.porEnviar.length + fila.semNumero.length, de: fila.linhas.length },
      canceladoem: canceladoem === null ? null : whenItWas(evento.inicio, canceladoem, now()),
      hasEnded: isClosedAt({ closesAt: Date.parse(evento.fim) }, now()),
    },
    formulario: formularioOf(await storedTyped(services), config.evento),
  }
}

/** The page again: with its form, or with the changes to check before anything is stored. */
export type EventoAnswer = ({ kind: 'form' } & Formulario) | ({ kind: 'conferir' } & Conferido)

/** The organiser's own pictures are being prepared; shown until there is an answer. */
export interface Preparando {
  kind: 'em-preparo'
  href: string
}

/** Conferir, Voltar a mudar, Gravar; and the same two steps for Cancelar o evento and RETOMAR. */
export async function eventoPosted(equipe: Equipe, request: Request): Promise<Response> {
  const { services } = equipe
  const sent = await eventoSent(request)
  if (!sent) {
    const form = formularioOf(await storedTyped(services))
    return noStore<EventoAnswer>({ kind: 'form', ...form, falhas: { retrato: CUT_SHORT } }, 422)
  }
  const { fields, enviadas, falhas } = sent
  const ato = fields('ato')
  if (ato === 'ver-cancelar' || ato === 'cancelar' || ato === 'ver-retomar' || ato === 'retomar')
    return cancelPosted(equipe, request, fields, ato)
  if (ato !== 'conferir' && ato !== 'mudar' && ato !== 'gravar') throw new Response(null, { status: 400 })
  const form = typedIn(sent)
  if (enviadas.length > 0) {
    const preparoid = await services.preparos.begin(enviadas, form.escolha.alt, JSON.stringify(form))
    if (preparoid !== null) return seeOther(`${HREF}?preparo=${preparoid}`)
    falhas.retrato = BUSY
  }
  if (ato === 'gravar' && !hasAny(falhas)) return gravarPosted(equipe, request, form, fields('avisar'))
  const answer = await looked(equipe, request, form, { isBack: ato === 'mudar', falhas })
  return noStore(answer, isRefused(answer) ? 422 : 200)
}

export const isRefused = (answer: EventoAnswer) =>
  answer.kind === 'form' && (answer.mudou !== null || [answer.errors, answer.falhas].some(hasAny))
const hasAny = (found: object) => Object.keys(found).length > 0

/**
 * What became of uploaded pictures: the page their form was sent to, or that they are being prepared; null
 * without any.
 */
export async function eventoPreparado(
  equipe: Equipe,
  request: Request,
): Promise<EventoAnswer | Preparando | null> {
  const preparoid = new URL(request.url).searchParams.get('preparo') ?? ''
  if (!UUID.test(preparoid)) return null
  const { services } = equipe
  let preparo = await services.preparos.find(preparoid)
  if (preparo?.estado.kind === 'em-preparo') {
    await waitForTask(services, preparoid)
    preparo = await services.preparos.find(preparoid)
  }
  if (!preparo) return null
  const { estado, formulario } = preparo
  const form = JSON.parse(formulario) as Typed
  switch (estado.kind) {
    case 'em-preparo':
      return { kind: 'em-preparo', href: `?preparo=${preparoid}` }
    case 'pronta': {
      const { imagemid, logoid } = estado
      const { imagem, logo } = form.escolha
      const escolha = { ...form.escolha, imagem: imagemid ?? imagem, logo: logoid ?? logo }
      return looked(equipe, request, { ...form, escolha })
    }
    case 'recusada':
      return looked(equipe, request, form, { falhas: { [estado.campo]: estado.problema } })
    case 'parou':
      return looked(equipe, request, form, { falhas: { retrato: STOPPED } })
    default:
      return estado satisfies never
  }
}

/** What Conferir shows; or the form again, and why. Nothing is stored. */
async function looked(
  equipe: Equipe,
  request: Request,
  form: Typed,
  { isBack = false, falhas = {} }: { isBack?: boolean; falhas?: Falhas } = {},
): Promise<EventoAnswer> {
  const { services } = equipe
  const { gravado } = services
  if (gravado && form.versao !== gravado.versao) return changedMeanwhile(equipe, form, falhas)
  const read = await readDescricao(services, form.typed)
  const wrong = read.kind === 'invalid' ? read.errors : {}
  if (read.kind === 'invalid' || hasAny(falhas))
    return { kind: 'form', ...formularioOf(form), errors: wrong, falhas }
  const { evento, ...moved } = read
  const again = formularioOf(form, evento)
  if (isBack) return { kind: 'form', ...again }
  const lida = await readEscolha(services, form.escolha)
  if (lida.kind === 'invalid') return { kind: 'form', ...again, falhas: lida.falhas }
  const { escolha, escolhida } = lida
  const canonical = descricaoOf(evento)
  const isSame = gravado && changedIn(descricaoOf(gravado.evento), canonical).length === 0
  if (isSame && escolhida.imagemid === undefined && escolhida.logoid === undefined)
    return { kind: 'form', ...again, isSame: true }
  const asked = { ...form, ...moved, descricao: canonical, evento, escolha, escolhida }
  return { kind: 'conferir', ...(await conferidoOf(equipe, request, asked)) }
}

/** GRAVAR, for the changes that were checked. */
async function gravarPosted(
  equipe: Equipe,
  request: Request,
  form: Typed,
  avisar: string | null,
): Promise<Response> {
  const { services } = equipe
  const { gravado, eventos, now } = services
  const { versao, typed } = form
  const read = await readDescricao(services, typed)
  if (read.kind === 'invalid') return refused(form, read.errors)
  const { evento, ...moved } = read
  const isStale = gravado !== null && versao !== gravado.versao
  // An old version stores nothing; its values only show whether the same was stored already.
  const lida: Lida = isStale ? asSent(form.escolha) : await readEscolha(services, form.escolha)
  if (lida.kind === 'invalid')
    return noStore<EventoAnswer>({ kind: 'form', ...formularioOf(form, evento), falhas: lida.falhas }, 422)
  const { escolha, escolhida } = lida
  if (versao !== null && avisar !== 'sim' && avisar !== 'nao') {
    const asked = { ...form, ...moved, descricao: descricaoOf(evento), evento, escolha, escolhida }
    const conferido = await conferidoOf(equipe, request, asked)
    return noStore<EventoAnswer>({ kind: 'conferir', ...conferido, isUnanswered: true }, 422)
  }
  const { imagemid, imagem, logoid, logo } = escolhida
  if (!isStale) {
    // Stored again, so that neither is a day old and erased before the event has it.
    const sent = [imagemid === undefined ? null : imagem, logo ?? null]
    for (const one of sent) if (one) await eventos.putImagem({ ...one, enviadaem: now() })
  }
  const asked = {
    versao,
    evento,
    avisar: avisar === 'sim',
    ...(imagemid !== undefined && { imagemid }),
    logoid,
  }
  const stored = await storeEvento(services, asked, equipe.autor())
  const feito = versao === null ? 'descrito' : avisar === 'sim' || moved.isPutBack ? 'avisar' : 'gravado'
  return answered(equipe, stored, feito, form)
}

function asSent(escolha: Escolha): Lida {
  const escolhida = {
    kind: 'ok' as const,
    imagemid: chosenId(escolha),
    imagem: null,
    logoid: chosenLogo(escolha),
  }
  return { kind: 'ok', escolha, escolhida }
}

const refused = (form: Typed, errors: DescricaoErrors) =>
  noStore<EventoAnswer>({ kind: 'form', ...formularioOf(form), errors }, 422)

const NOT_MOVED = { isMoved: false, isPutBack: false }

type CancelAto = 'ver-cancelar' | 'cancelar' | 'ver-retomar' | 'retomar'

async function cancelPosted(
  equipe: Equipe,
  request: Request,
  fields: Fields,
  ato: CancelAto,
): Promise<Response> {
  const { services } = equipe
  const { gravado } = services
  if (!gravado) return seeOther(HREF)
  const { evento } = gravado
  const form = await storedTyped(services)
  const cancelado = ato.endsWith('cancelar')
  const isUnticked = ato === 'cancelar' && fields('sei') !== 'sim'
  if (ato.startsWith('ver-') || isUnticked) {
    const asked = { ...form, descricao: form.era, evento, ...NOT_MOVED, escolhida: null }
    const conferido = await conferidoOf(equipe, request, asked, cancelado ? 'cancelar' : 'retomar')
    return noStore<EventoAnswer>(
      { kind: 'conferir', ...conferido, isUnanswered: isUnticked },
      isUnticked ? 422 : 200,
    )
  }
  const asked = { versao: versaoIn(fields), evento, avisar: true, cancelado }
  const stored = await storeEvento(services, asked, equipe.autor())
  const shown = descricaoIn(fields, 'era-')
  const seen = { ...form, versao: asked.versao, typed: shown, era: shown }
  return answered(equipe, stored, cancelado ? 'cancelado' : 'retomado', seen)
}

/** Where to go once it is stored; or the form again, and why nothing was stored. */
async function answered(equipe: Equipe, stored: Stored, feito: string, form: Typed): Promise<Response> {
  const { services } = equipe
  switch (stored.kind) {
    case 'gravado':
      // The next page, and this process's guests, see it at once.
      await services.latest(0)
      return seeOther(`${HREF}?feito=${feito}`)
    case 'invalid':
      return refused(form, stored.errors)
    case 'mudou-entretanto':
      return noStore(await changedMeanwhile({ ...equipe, services: await services.latest(0) }, form), 422)
    case 'outro-evento':
      return seeOther(`${HREF}/outro?feito=ja-comecou`)
    default:
      return stored satisfies never
  }
}
