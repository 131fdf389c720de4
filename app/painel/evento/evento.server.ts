import {
  CAMPOS,
  changedIn,
  descricaoOf,
  joined,
  NOVA,
  type Descricao,
} from '../../../server/domain/descricao.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import { isClosedAt } from '../../../server/domain/quando.ts'
import {
  linhaOf,
  prazosOf,
  readDescricao,
  storeEvento,
  type Stored,
} from '../../../server/use-cases/describe-evento.ts'
import { readFila } from '../../../server/use-cases/envios.ts'
import type { Equipe } from '~/shared/equipe.server'
import { doneAt, whenItWas } from '~/shared/event-clock'
import { noStore, seeOther, type Fields } from '~/shared/remix.server'
import { conferidoOf } from './conferir.server.ts'
import type { Conferido } from './conferir.tsx'
import { dayTold, endTold, momentTold, NOMES, toldIn, weekdayTold } from './palavras.ts'
import type { Formulario } from './form.tsx'
import { isAvisado } from './gravado.tsx'
import { vistaOf } from './vistas.server.ts'

export const HREF = '/painel/evento'

/** What the page shows of the event as it is stored. @throws StorageError */
export async function eventoShown({ services }: Equipe, request: Request) {
  const { gravado, config, now } = services
  if (!gravado) return { stored: null, formulario: formularioOf(null, NOVA) }
  const { evento, canceladoem, versao } = gravado
  const isTold = isAvisado(new URL(request.url).searchParams.get('feito'))
  const fila = isTold ? await readFila(services, 'mudanca') : null
  return {
    stored: {
      versao,
      vista: await vistaOf(evento, services, request),
      quando: momentTold(evento.inicio),
      /** How many are still to be told of what was stored, and of how many. */
      aviso: fila && { por: fila.porEnviar.length + fila.semNumero.length, de: fila.linhas.length },
      canceladoem: canceladoem === null ? null : whenItWas(evento.inicio, canceladoem, now()),
      hasEnded: isClosedAt({ closesAt: Date.parse(evento.fim) }, now()),
    },
    formulario: formularioOf(versao, descricaoOf(evento), config.evento),
  }
}

/** The form with what was typed; `evento`, where that is an event, tells the weekdays. */
function formularioOf(
  versao: number | null,
  descricao: Descricao,
  evento: Evento | null = null,
  era: Descricao = descricao,
): Formulario {
  const ditos = evento && {
    inicio: weekdayTold(evento.inicio),
    fim: endTold(evento),
    dias: `Dias depois do fim. Com ${evento.diasAteApagar}, será em ${dayTold(evento.inicio, prazosOf(evento).eraseAt)}.`,
  }
  return { versao, descricao, era, ditos, errors: {}, mudou: null, isSame: false }
}

/** The page again: with its form, or with what is to be looked at before anything is stored. */
export type EventoAnswer = ({ kind: 'form' } & Formulario) | ({ kind: 'conferir' } & Conferido)

/** CONFERIR, VOLTAR A MUDAR, GRAVAR; and of CANCELAR O EVENTO and RETOMAR the same two steps. */
export async function eventoPosted(equipe: Equipe, request: Request, fields: Fields): Promise<Response> {
  const { services } = equipe
  const ato = fields('ato')
  if (ato === 'ver-cancelar' || ato === 'cancelar' || ato === 'ver-retomar' || ato === 'retomar')
    return cancelPosted(equipe, request, fields, ato)
  if (ato !== 'conferir' && ato !== 'mudar' && ato !== 'gravar') throw new Response(null, { status: 400 })

  const [typed, era, versao] = [descricaoIn(fields, ''), descricaoIn(fields, 'era-'), versaoIn(fields)]
  const { gravado } = services
  if (ato !== 'gravar' && gravado && versao !== gravado.versao) return changedMeanwhile(equipe, typed, era)
  const read = await readDescricao(services, typed)
  if (read.kind === 'invalid') {
    const { errors } = read
    return noStore<EventoAnswer>({ kind: 'form', ...formularioOf(versao, typed, null, era), errors }, 422)
  }
  const { evento, isMoved } = read
  const form = formularioOf(versao, typed, evento, era)
  if (ato === 'mudar') return noStore<EventoAnswer>({ kind: 'form', ...form })
  const canonical = descricaoOf(evento)
  if (ato === 'conferir' && gravado && changedIn(descricaoOf(gravado.evento), canonical).length === 0)
    return noStore<EventoAnswer>({ kind: 'form', ...form, isSame: true })

  const avisar = fields('avisar')
  const isAnswered = versao === null || avisar === 'sim' || avisar === 'nao'
  if (ato === 'conferir' || !isAnswered) {
    const conferido = await conferidoOf(services, request, {
      versao,
      descricao: canonical,
      era,
      evento,
      isMoved,
    })
    return noStore<EventoAnswer>(
      { kind: 'conferir', ...conferido, isUnanswered: ato === 'gravar' },
      ato === 'gravar' ? 422 : 200,
    )
  }
  const stored = await storeEvento(services, { versao, evento, avisar: avisar === 'sim' }, equipe.autor())
  const feito = versao === null ? 'descrito' : avisar === 'sim' ? 'avisar' : 'gravado'
  return answered(equipe, stored, feito, { versao, typed, era })
}

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
  const [versao, era] = [versaoIn(fields), descricaoOf(evento)]
  const cancelado = ato.endsWith('cancelar')
  const isUnticked = ato === 'cancelar' && fields('sei') !== 'sim'
  if (ato.startsWith('ver-') || isUnticked) {
    const asked = { versao: gravado.versao, descricao: era, era, evento, isMoved: false }
    const conferido = await conferidoOf(services, request, asked, cancelado ? 'cancelar' : 'retomar')
    return noStore<EventoAnswer>(
      { kind: 'conferir', ...conferido, isUnanswered: isUnticked },
      isUnticked ? 422 : 200,
    )
  }
  const stored = await storeEvento(services, { versao, evento, avisar: true, cancelado }, equipe.autor())
  const shown = descricaoIn(fields, 'era-')
  return answered(equipe, stored, cancelado ? 'cancelado' : 'retomado', { versao, typed: shown, era: shown })
}

/** Where to go once it is stored; or the form again, and why nothing was. */
async function answered(
  equipe: Equipe,
  stored: Stored,
  feito: string,
  { versao, typed, era }: { versao: number | null; typed: Descricao; era: Descricao },
): Promise<Response> {
  const { services } = equipe
  switch (stored.kind) {
    case 'gravado':
      // The page that follows, and guests of this process, are shown it at once.
      await services.latest(0)
      return seeOther(`${HREF}?feito=${feito}`)
    case 'invalid': {
      const { errors } = stored
      return noStore<EventoAnswer>({ kind: 'form', ...formularioOf(versao, typed, null, era), errors }, 422)
    }
    case 'mudou-entretanto':
      return changedMeanwhile({ ...equipe, services: await services.latest(0) }, typed, era)
    case 'outro-evento':
      return seeOther(`${HREF}/outro?feito=ja-comecou`)
    default:
      return stored satisfies never
  }
}

/** The form with what was typed and what somebody else stored, field by field. Nothing is stored. */
async function changedMeanwhile({ services }: Equipe, typed: Descricao, era: Descricao): Promise<Response> {
  const { gravado, historico, equipe, now } = services
  if (!gravado) return seeOther(`${HREF}/outro?feito=ja-comecou`)
  const { evento, versao } = gravado
  const agora = descricaoOf(evento)
  const { descricao, mudados } = joined(era, typed, agora)
  const linha = await linhaOf(historico, gravado)
  const nomes = await equipe.nomesOf(linha ? [linha.quem] : [])
  const nome = (linha && nomes.get(linha.quem)) ?? ''
  const mudou = {
    quem: nome === '' ? 'outra pessoa da organização' : nome,
    quando: linha ? doneAt(evento.inicio, linha.em, now()) : null,
    canceladoem: gravado.canceladoem !== null,
    mudados: mudados.map(({ assunto, isMine }) => ({
      ...{ nome: NOMES[assunto], valor: toldIn(evento, assunto), isMine },
    })),
  }
  const form = { ...formularioOf(versao, descricao, null, agora), mudou }
  return noStore<EventoAnswer>({ kind: 'form', ...form }, 422)
}

function descricaoIn(fields: Fields, prefix: '' | 'era-'): Descricao {
  const read = Object.fromEntries(CAMPOS.map((campo) => [campo, fields(prefix + campo) ?? '']))
  const { ate, nomes, ...rest } = { ...NOVA, ...read }
  // A box that is not ticked is not sent.
  return { ...rest, ate: ate === 'data' ? 'data' : 'fim', nomes: nomes === 'sim' ? 'sim' : 'nao' }
}

function versaoIn(fields: Fields): number | null {
  const raw = fields('versao') ?? ''
  return /^[1-9]\d{0,9}$/.test(raw) ? Number(raw) : null
}
