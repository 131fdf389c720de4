import type { Evento } from './evento.ts'
import { stampOf } from './quando.ts'

/** The fields of the form that describes the event, in its order. */
export const CAMPOS = [
  ...(['anfitriao', 'ocasiao', 'titulo', 'inicio-dia', 'inicio-hora', 'fim-dia', 'fim-hora'] as const),
  ...(['local', 'cidade', 'contato', 'ate', 'ate-dia', 'ate-hora', 'dias', 'nomes'] as const),
  ...(['assina-1', 'cargo-1', 'assina-2', 'cargo-2', 'carga'] as const),
] as const

export type Campo = (typeof CAMPOS)[number]

/**
 * The event as the form has it: days `2027-09-16` and hours `19:30` at the clock of its start, `ate` `fim` or `data`,
 * `nomes` `sim` or `nao`; `carga` `2h30`, or empty text from start to end.
 */
export type Descricao = Record<Campo, string>

/** What is told of the event in one line, and the fields it is typed in. */
export const ASSUNTOS = {
  anfitriao: ['anfitriao'],
  ocasiao: ['ocasiao'],
  titulo: ['titulo'],
  inicio: ['inicio-dia', 'inicio-hora'],
  fim: ['fim-dia', 'fim-hora'],
  local: ['local'],
  cidade: ['cidade'],
  contato: ['contato'],
  inscricoesAte: ['ate', 'ate-dia', 'ate-hora'],
  diasAteApagar: ['dias'],
  nomesNaMesa: ['nomes'],
  assinaturas: ['assina-1', 'cargo-1', 'assina-2', 'cargo-2'],
  minutos: ['carga'],
} as const satisfies Record<keyof Evento, readonly Campo[]>

export type Assunto = keyof typeof ASSUNTOS

export const TODOS = Object.keys(ASSUNTOS) as Assunto[]

/** What an invitation tells, and so the picture of one. */
export const NO_CONVITE: readonly Assunto[] = ['anfitriao', 'ocasiao', 'titulo', 'inicio', 'local', 'cidade']

/** What an event has that nobody described yet. */
export const NOVA: Descricao = {
  anfitriao: '',
  ocasiao: '',
  titulo: '',
  'inicio-dia': '',
  'inicio-hora': '',
  'fim-dia': '',
  'fim-hora': '',
  local: '',
  cidade: '',
  contato: '',
  ate: 'fim',
  'ate-dia': '',
  'ate-hora': '',
  dias: '30',
  nomes: 'sim',
  'assina-1': '',
  'cargo-1': '',
  'assina-2': '',
  'cargo-2': '',
  carga: '',
}

/** The clock of an event that has none yet. */
const BRASILIA = '-03:00'

/** The offset an event's start is written with, which its other dates keep, and the event after it. */
export function zoneOf(evento: Pick<Evento, 'inicio'> | null): string {
  return /([+-]\d{2}:\d{2}|Z)$/.exec(evento?.inicio ?? '')?.[1] ?? BRASILIA
}

export function descricaoOf(evento: Evento | null): Descricao {
  if (!evento) return NOVA
  const { anfitriao, ocasiao, titulo, inicio, fim, local, cidade, contato } = evento
  const { inscricoesAte, diasAteApagar, nomesNaMesa = true, assinaturas = [], minutos } = evento
  const [first = UNSIGNED, second = UNSIGNED] = assinaturas
  const at = (name: 'inicio' | 'fim' | 'ate', iso: string) => {
    const [dia = '', hora = ''] = stampOf(inicio, Date.parse(iso)).split('T')
    return { [`${name}-dia`]: dia, [`${name}-hora`]: hora.slice(0, 5) }
  }
  return {
    ...NOVA,
    anfitriao,
    ocasiao,
    titulo,
    local,
    cidade,
    contato,
    ...at('inicio', inicio),
    ...at('fim', fim),
    ...(inscricoesAte !== undefined && { ate: 'data', ...at('ate', inscricoesAte) }),
    dias: String(diasAteApagar),
    nomes: nomesNaMesa ? 'sim' : 'nao',
    'assina-1': first.nome,
    'cargo-1': first.cargo,
    'assina-2': second.nome,
    'cargo-2': second.cargo,
    ...(minutos !== undefined && { carga: cargaOf(minutos) }),
  }
}

const UNSIGNED = { nome: '', cargo: '' }

/** `2h30`, `2h`, `0h45` */
export function cargaOf(minutos: number): string {
  const rest = minutos % 60
  return `${Math.floor(minutos / 60)}h${rest === 0 ? '' : String(rest).padStart(2, '0')}`
}

const isSame = (a: Descricao, b: Descricao, assunto: Assunto) =>
  ASSUNTOS[assunto].every((campo) => a[campo] === b[campo])

/** What differs between two descriptions. */
export function changedIn(was: Descricao, is: Descricao): Assunto[] {
  return TODOS.filter((assunto) => !isSame(was, is, assunto))
}

/** What somebody else stored while a form was open. */
export interface Mudado {
  assunto: Assunto
  /** Both changed it: what was typed stays. */
  isMine: boolean
}

/**
 * What a form is shown with again after somebody else stored the event: what was typed, and theirs where nothing was.
 * @param era what the form was made from
 * @param agora what is stored by now
 */
export function joined(
  era: Descricao,
  typed: Descricao,
  agora: Descricao,
): { descricao: Descricao; mudados: Mudado[] } {
  const theirs = changedIn(era, agora).filter((assunto) => !isSame(typed, agora, assunto))
  const mudados = theirs.map((assunto) => ({ assunto, isMine: !isSame(era, typed, assunto) }))
  const taken = mudados.filter(({ isMine }) => !isMine).flatMap(({ assunto }) => [...ASSUNTOS[assunto]])
  const fields = taken.map((campo) => [campo, agora[campo]])
  return { descricao: { ...typed, ...(Object.fromEntries(fields) as Partial<Descricao>) }, mudados }
}
