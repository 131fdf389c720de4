import type { Balanco } from './balanco.ts'
import type { Entrada } from './entrada.ts'
import type { Anterior, EventoGravado, EventoGuardado } from './evento-gravado.ts'
import { linhaDoHistorico, type Autor, type LinhaDoHistorico } from './historico.ts'
import { minutosOf } from './quando.ts'
import { hasConvidadoData, type PersonalData } from './personal-data.ts'

export interface ComecarRequest {
  /** The event that is over, as a page showed it: one that was begun meanwhile is not ended by a form of before. */
  de: string
  eventoid: string
  areContactsErased: boolean
  /** The event that is over in numbers, as it was counted just before; null of one that was not over. */
  balanco: Balanco | null
  /** How many admissions it was counted by: where more are stored it is to be counted again; null where it is taken as it is. */
  entradas: number | null
}

/** What became of beginning another event; nothing is written unless `comecou`. */
export type Comeco =
  | { kind: 'comecou'; guardado: EventoGuardado }
  /** The event is another one by now, or none is described. */
  | { kind: 'ja-comecou' }
  /** A phone delivered after `balanco` was counted. */
  | { kind: 'entrou-mais' }
  /** Guests of the event, or what leads to them, are still stored. */
  | { kind: 'apague-antes'; pessoal: PersonalData }

/** What is still known of an event whose guests are erased. */
export interface Totais {
  /** Guests who were erased, of trials too. */
  convidados: number
  /** Admissions, without those that were annulled. */
  entradas: number
  /** The instants of the erasures that took contacts of companies along. */
  contatosem: number[]
}

/** Decides whether another event is begun: once everything every erasure erases is gone. */
export function decideComeco(
  stored: EventoGuardado | null,
  { pessoal, totais }: { pessoal: PersonalData; totais: Totais },
  { de, eventoid, areContactsErased, balanco, entradas }: ComecarRequest,
  autor: Autor,
): Comeco {
  if (stored?.eventoid === eventoid) return { kind: 'comecou', guardado: stored }
  if (!stored?.evento || stored.eventoid !== de) return { kind: 'ja-comecou' }
  if (hasConvidadoData(pessoal)) return { kind: 'apague-antes', pessoal }
  if (entradas !== null && entradas !== totais.entradas) return { kind: 'entrou-mais' }
  const anteriores = [...stored.anteriores, anteriorOf(stored, autor.em, balanco)]
  const contatosem = [...totais.contatosem, ...(areContactsErased ? [autor.em] : [])]
  const comeco = { linha: linhaOfComeco(autor, stored, { ...totais, contatosem }), areContactsErased }
  return {
    kind: 'comecou',
    guardado: { versao: stored.versao + 1, eventoid, evento: null, anteriores, comeco },
  }
}

function anteriorOf(
  { eventoid, evento }: EventoGravado,
  passouem: number,
  balanco: ComecarRequest['balanco'],
): Anterior {
  const { titulo, inicio, fim } = evento
  const minutos = minutosOf(evento)
  return { eventoid, titulo, inicio, fim, minutos, passouem, ...(balanco && { balanco }) }
}

/**
 * The one line that is left of a former history: when the event was, how many guests were erased, how many admissions,
 * and when contacts were erased: a copy put back must not bring them back.
 */
function linhaOfComeco(
  autor: Autor,
  { evento }: EventoGravado,
  { convidados, entradas, contatosem }: Totais,
) {
  const detalhe = [evento.inicio, convidados, entradas, ...contatosem].join(' ')
  return linhaDoHistorico(autor, 'comecou-evento', '', detalhe)
}

/**
 * When contacts of companies were erased, as the lines of erasures tell; that of a beginning has those of the lines it took
 * along. An instant names an erasure here: clocks are put right, so that none says which was last.
 */
export function contatosemIn(linhas: Pick<LinhaDoHistorico, 'ato' | 'em' | 'detalhe'>[]): number[] {
  return linhas.flatMap(({ ato, em, detalhe }) => {
    const words = detalhe.split(' ')
    if (ato === 'apagou-tudo') return words.length > 1 ? em : []
    return ato === 'comecou-evento' ? words.slice(3).map(Number) : []
  })
}

/** How many admissions there are, without those that were annulled. */
export function countEntradas(entradas: Pick<Entrada, 'anula'>[]): number {
  const annulled = new Set(entradas.flatMap(({ anula }) => anula ?? []))
  return entradas.filter(({ anula }) => anula === null).length - annulled.size
}

/** Of the lines of erasures, how many guests they erased in all. */
export function erasedIn(linhas: Iterable<Pick<LinhaDoHistorico, 'detalhe'>>): number {
  let sum = 0
  for (const { detalhe } of linhas) sum += Number.parseInt(detalhe, 10) || 0
  return sum
}

/**
 * Tells whether the link of a guest who is stored no more was made for an event that is over. Ids of ours are the
 * milliseconds they were made in.
 */
export function isOfAnterior(guardado: EventoGuardado | null, credencialid: string): boolean {
  const passouem = guardado?.anteriores.at(-1)?.passouem
  return passouem !== undefined && Number(credencialid) < passouem
}
