import { ASSUNTOS, assuntoOf, camposOf, TODOS, type Assunto, type Campo } from './assuntos.ts'
import type { Evento } from './evento.ts'

/**
 * The event as the form has it, by input: days `2027-09-16` and hours `19:30` at the clock of its start, `ate` `fim` or
 * `data`, `nomes` `sim` or `nao`; `carga` `2h30`, or empty text from start to end.
 */
export type Descricao = Record<Campo, string>

/** What an event has that nobody described yet. */
export const NOVA = Object.assign({}, ...TODOS.map((name) => ASSUNTOS[name].campos)) as Descricao

export const CAMPOS = Object.keys(NOVA) as Campo[]

const BRASILIA = '-03:00'

/** The offset an event's start is written with, which its other dates keep, and the event after it. */
export function zoneOf(evento: Pick<Evento, 'inicio'> | null): string {
  return /([+-]\d{2}:\d{2}|Z)$/.exec(evento?.inicio ?? '')?.[1] ?? BRASILIA
}

export function descricaoOf(evento: Evento | null): Descricao {
  const descricao = { ...NOVA }
  if (!evento) return descricao
  for (const name of TODOS) {
    const printed = assuntoOf(name).forma.print(evento[name], evento.inicio)
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
  const descricao = { ...typed }
  for (const { assunto, isMine } of mudados)
    if (!isMine) for (const campo of camposOf(assunto)) descricao[campo] = agora[campo]
  return { descricao, mudados }
}
