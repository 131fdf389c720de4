import { ASSUNTOS, assuntoOf, camposOf, TODOS, type Assunto, type Campo } from './assuntos.ts'
import type { Evento } from './evento.ts'

/**
 * The event as the form shows it, by input: days as `2027-09-16` and hours as `19:30`, on the clock of its
 * start; `ate` is `fim` or `data`, `nomes` is `sim` or `nao`, and `carga` is `2h30`, or empty text for the
 * time from start to end.
 */
export type Descricao = Record<Campo, string>

/** The form's values for an event that nobody has described yet. */
export const NOVA = Object.assign({}, ...TODOS.map((name) => ASSUNTOS[name].campos)) as Descricao

export const CAMPOS = Object.keys(NOVA) as Campo[]

const BRASILIA = '-03:00'

/** The UTC offset of an event's start, which its other dates keep, and so does the next event. */
export function zoneOf(evento: Pick<Evento, 'inicio'> | null): string {
  return /([+-]\d{2}:\d{2}|Z)$/.exec(evento?.inicio ?? '')?.[1] ?? BRASILIA
}

/** @param evento or the part of it that is known, which has no dates */
export function descricaoOf(evento: Partial<Evento>): Descricao {
  const descricao = { ...NOVA }
  for (const name of TODOS) {
    if (evento[name] === undefined) continue
    const printed = assuntoOf(name).forma.print(evento[name], evento.inicio ?? '')
    for (const [at, campo] of camposOf(name).entries()) descricao[campo] = printed[at] ?? NOVA[campo]
  }
  return descricao
}

const isSame = (a: Descricao, b: Descricao, assunto: Assunto) =>
  camposOf(assunto).every((campo) => a[campo] === b[campo])

export function changedIn(was: Descricao, is: Descricao): Assunto[] {
  return TODOS.filter((assunto) => !isSame(was, is, assunto))
}

export interface Mudado {
  assunto: Assunto
  /** Both changed it, and the typed text stays. */
  isMine: boolean
}

/**
 * The form shown again after somebody else stored the event: fields that were typed in keep their text, the
 * others show what is stored.
 * @param era what the form was made from
 * @param agora what is stored now
 */
export function joined(
  era: Descricao,
  typed: Descricao,
  agora: Descricao,
): { descricao: Descricao; mudados: Mudado[] } {
  const theirs = changedIn(era, agora).filter((assunto) => !isSame(typed, agora, assunto))
  const mudados = theirs.map((assunto) => ({ assunto, isMine: !isSame(era, typed, assunto) }))
  const descricao = { ...typed }
  for (const { assunto, isMine } of mudados)
    if (!isMine) for (const campo of camposOf(assunto)) descricao[campo] = agora[campo]
  return { descricao, mudados }
}
