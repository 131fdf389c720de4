import { isPairingOver } from '../domain/aparelho.ts'
import type { Campo } from '../domain/assuntos.ts'
import { changedIn, descricaoOf, zoneOf, type Descricao } from '../domain/descricao.ts'
import { termsOf, type Terms } from '../domain/quando.ts'
import type { Evento } from '../domain/evento.ts'
import {
  isMoved,
  isPutBack,
  encontroOf,
  modeloIn,
  type EventoGravado,
  type EventoGuardado,
  type Imagem,
} from '../domain/evento-gravado.ts'
import { decideGravacao, type GravarRequest, type Motivo } from '../domain/gravacao.ts'
import type { Autor, LinhaDoHistorico } from '../domain/historico.ts'
import { parseDescricao, type DescricaoErrors } from '../domain/parse-descricao.ts'
import type { Storage } from '../domain/storage.ts'
import { keepFormer } from './imagem.ts'

interface DescribeParts extends Pick<Storage, 'eventos' | 'credenciais' | 'historico'> {
  gravado: EventoGravado | null
  guardado: EventoGuardado | null
  undrawableIn: (evento: Evento) => Promise<Campo[]>
  /** Draws an event, and keeps the drawing where a restart finds it. */
  arteOf: (evento: Evento, imagem: Imagem | null) => Promise<unknown>
  newId: () => string
  now: () => number
}

/** An event with the closing and erasure dates it would have if it were stored. */
export function prazosOf(evento: Evento): Terms & { evento: Evento } {
  return { evento, ...termsOf(evento) }
}

const UNDRAWABLE = 'O convite não consegue mostrar isto: encurte, ou tire sinais incomuns, como emojis.'

const UNSIGNED = 'O certificado não tem todas estas letras: escreva com as nossas.'

/** Day and year are typed by hand: a wrong one, once stored, would close everything for good. */
const PAST = 'Este dia já passou: confira o dia e o ano.'

const MOTIVOS: Record<Motivo, { campo: Campo; message: string }> = {
  'ja-terminou': {
    campo: 'inicio-dia',
    message: 'O evento já terminou: o começo, o fim e a carga horária ficam como estão.',
  },
  'apaga-depois': {
    campo: 'dias',
    message: 'Os convidados foram avisados de um prazo menor: daqui em diante ele só encurta.',
  },
}

const CLOSED =
  'Assim o painel já estaria fechado: ele fecha trinta dias depois deste prazo. Escreva mais dias.'

export type Read =
  /**
   * `isMoved`: guests would come at another time or to another place; `isPutBack`: at a time and place they
   * knew before.
   */
  | { kind: 'ok'; evento: Evento; isMoved: boolean; isPutBack: boolean }
  | { kind: 'invalid'; errors: DescricaoErrors }

/** Reads a description, and reports at each field what storage would refuse and what cannot be drawn. */
export async function readDescricao(parts: DescribeParts, typed: Descricao): Promise<Read> {
  const { gravado, guardado, undrawableIn, credenciais } = parts
  const zone = zoneOf(gravado?.evento ?? guardado?.anteriores.at(-1) ?? null)
  const parsed = parseDescricao(typed, zone, gravado?.evento ?? modeloIn(guardado))
  if (parsed.kind === 'invalid') return parsed
  const { evento } = parsed
  const invalid = (errors: DescricaoErrors): Read => ({ kind: 'invalid', errors })
  const undrawable = await undrawableIn(evento)
  if (undrawable.length > 0)
    return invalid(Object.fromEntries(undrawable.map((campo) => undrawableAt(campo, typed))))
  const isEndNew = !gravado || Date.parse(gravado.evento.fim) !== Date.parse(evento.fim)
  if (isEndNew && Date.parse(evento.fim) <= parts.now()) return invalid({ 'fim-dia': PAST })
  // Nobody could undo it: organisers would lose access at once, and nobody could be invited any more.
  if (isPairingOver({ papel: 'organizacao' }, { config: { evento }, now: parts.now }))
    return invalid({ dias: CLOSED })
  if (gravado) {
    const hasConvidados = (await credenciais.countPersonalData()).convidados > 0
    const asked = requestOf(parts, gravado, { evento, avisar: false })
    const decided = decideGravacao(gravado, hasConvidados, asked)
    if (decided.kind === 'recusado') return invalid(errorsOf(decided.motivos, gravado.evento, evento))
  }
  return {
    kind: 'ok',
    evento,
    isMoved: gravado !== null && isMoved(encontroOf(gravado.evento), encontroOf(evento)),
    isPutBack: gravado !== null && isPutBack(gravado, evento),
  }
}

/** If only the second signature was typed, it is stored as the event's first. */
function undrawableAt(campo: Campo, typed: Descricao): [campo: string, message: string] {
  if (!/^(assina|cargo)-/.test(campo)) return [campo, UNDRAWABLE]
  return [typed['assina-1'].trim() === '' ? campo.replace('-1', '-2') : campo, UNSIGNED]
}

export type Stored =
  | { kind: 'gravado' }
  | { kind: 'invalid'; errors: DescricaoErrors }
  | { kind: 'mudou-entretanto' }
  | { kind: 'outro-evento' }

/** The event to store: a new description, the stored one cancelled, or a cancellation undone. */
export interface EventoToStore {
  versao: number | null
  evento: Evento
  avisar: boolean
  /** Unchanged when absent. */
  cancelado?: boolean
  /** The organiser's own pictures, already stored; null for the drawn ones; unchanged when absent. */
  imagemid?: string | null
  /** The same of the logo. */
  logoid?: string | null | undefined
}

/**
 * Draws the event before storing it, so that pages never wait for a picture of the stored event. A repeat
 * from the browser that stored it is answered as stored.
 */
export async function storeEvento(parts: DescribeParts, asked: EventoToStore, autor: Autor): Promise<Stored> {
  const { gravado, eventos, historico } = parts
  const isStale = asked.versao !== (gravado?.versao ?? null)
  if (!isStale) {
    const logoid = asked.logoid === undefined ? gravado?.logoid : asked.logoid
    await parts.arteOf(asked.evento, logoid ? await eventos.findImagem(logoid) : null)
    await keepFormer(parts, gravado, asked)
  }
  const gravacao =
    isStale && gravado
      ? { kind: 'mudou-entretanto' as const, gravado }
      : await eventos.gravar(
          { ...requestOf(parts, gravado, asked), versao: asked.versao, now: autor.em },
          autor,
        )
  switch (gravacao.kind) {
    case 'gravado':
      return { kind: 'gravado' }
    case 'outro-evento':
      return gravacao
    case 'recusado':
      return { kind: 'invalid', errors: errorsOf(gravacao.motivos, gravado?.evento, asked.evento) }
    case 'mudou-entretanto': {
      const linha = await linhaOf(historico, gravacao.gravado)
      return { kind: isOwn(asked, gravacao.gravado, linha, autor) ? 'gravado' : 'mudou-entretanto' }
    }
    default:
      return gravacao satisfies never
  }
}

/** Asks storage to change of the stored event only what is asked. */
export function requestOf(
  { newId, now }: Pick<DescribeParts, 'newId' | 'now'>,
  gravado: EventoGravado | null,
  { cancelado = (gravado?.canceladoem ?? null) !== null, ...asked }: Omit<EventoToStore, 'versao'>,
): GravarRequest {
  return { ...asked, versao: gravado?.versao ?? null, cancelado, eventoid: newId(), now: now() }
}

/** If the workload of an event that has ended was changed, but no date, the error goes to its own field. */
function errorsOf(motivos: Motivo[], was: Evento | undefined, is: Evento): DescricaoErrors {
  const areDatesSame = was?.inicio === is.inicio && was.fim === is.fim && was.minutos !== is.minutos
  return Object.fromEntries(
    motivos.map((motivo) => {
      const { campo, message } = MOTIVOS[motivo]
      return [motivo === 'ja-terminou' && areDatesSame ? 'carga' : campo, message]
    }),
  )
}

const ATOS = [
  'descreveu-evento',
  'corrigiu-evento',
  'mudou-evento',
  'cancelou-evento',
  'retomou-evento',
] as const

/** The act that stored a version: the newest of its kind; null if no act stored it. */
export async function linhaOf(
  historico: Pick<Storage['historico'], 'list'>,
  { versao }: EventoGravado,
): Promise<LinhaDoHistorico | null> {
  const found = await Promise.all(ATOS.map((ato) => historico.list({ ato, after: null, limit: 1 })))
  return found.flat().find(({ detalhe }) => detalhe === String(versao)) ?? null
}

/**
 * Recognises a second tap on Gravar, or one whose answer was lost: the next version has everything asked for,
 * from the same browser. The first description after another event was begun follows a version that no form
 * shows.
 */
function isOwn(
  { versao, evento, avisar, cancelado, imagemid, logoid }: EventoToStore,
  gravado: EventoGravado,
  linha: LinhaDoHistorico | null,
  { quem }: Autor,
): boolean {
  const last = gravado.mudancas.at(-1)
  const isNext = versao === null ? linha?.ato === 'descreveu-evento' : gravado.versao === versao + 1
  return (
    isNext &&
    linha?.quem === quem &&
    changedIn(descricaoOf(gravado.evento), descricaoOf(evento)).length === 0 &&
    (imagemid === undefined || imagemid === gravado.imagemid) &&
    (logoid === undefined || logoid === (gravado.logoid ?? null)) &&
    (cancelado ?? gravado.canceladoem !== null) === (gravado.canceladoem !== null) &&
    (versao === null || avisar === (last?.em === linha.em && !last.volta))
  )
}
