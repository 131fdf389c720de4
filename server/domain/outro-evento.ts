import { offeredOf, withoutPessoais } from './assuntos.ts'
import type { Balanco } from './balanco.ts'
import type { Entrada } from './entrada.ts'
import type { Anterior, EventoGravado, EventoGuardado } from './evento-gravado.ts'
import { linhaDoHistorico, type Autor, type LinhaDoHistorico } from './historico.ts'
import { minutosOf } from './quando.ts'
import { hasConvidadoData, type PersonalData } from './personal-data.ts'

export interface ComecarRequest {
  /** The event that is over, as a page showed it: an old form must not end an event begun meanwhile. */
  de: string
  eventoid: string
  areContactsErased: boolean
  /** The numbers of the event that is over, counted just before; null if it was not over. */
  balanco: Balanco | null
  /**
   * How many admissions those numbers count: if more are stored, it must be counted again; null accepts them
   * as they are.
   */
  entradas: number | null
}

/** What became of beginning another event; nothing is written unless `comecou`. */
export type Comeco =
  | { kind: 'comecou'; guardado: EventoGuardado }
  /** The event is already another one, or none is described. */
  | { kind: 'ja-comecou' }
  /** A phone delivered admissions after `balanco` was counted. */
  | { kind: 'entrou-mais' }
  /** Guests of the event, or data that leads to them, are still stored. */
  | { kind: 'apague-antes'; pessoal: PersonalData }

/** What is still known about an event whose guests are erased. */
export interface Totais {
  /** Guests who were erased, including those of trials. */
  convidados: number
  /** Admissions, without those that were annulled. */
  entradas: number
  /** When the contacts of companies were erased: the instants of those erasures. */
  contatosem: number[]
}

/** Decides whether another event is begun: only once everything that every erasure erases is gone. */
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
  const offered = offeredOf(stored.evento)
  const modelo = areContactsErased ? withoutPessoais(offered) : offered
  const comeco = { linha: linhaOfComeco(autor, stored, { ...totais, contatosem }), areContactsErased }
  return {
    kind: 'comecou',
    guardado: {
      versao: stored.versao + 1,
      eventoid,
      evento: null,
      anteriores,
      modelo,
      imagemid: stored.imagemid,
      comeco,
      ...(stored.logoid !== undefined && { logoid: stored.logoid }),
    },
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
 * The one line that is left of a former history: when the event was, how many guests were erased, how many
 * admissions there were, and when contacts were erased, because a restored backup must not bring them back.
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
 * When the contacts of companies were erased, from the lines of erasures; a line that began an event holds
 * those of the lines it replaced. An instant only identifies an erasure here: clocks get corrected, so it
 * cannot tell which was last.
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

/** How many guests the erasures of these lines erased in all. */
export function erasedIn(linhas: Iterable<Pick<LinhaDoHistorico, 'detalhe'>>): number {
  let sum = 0
  for (const { detalhe } of linhas) sum += Number.parseInt(detalhe, 10) || 0
  return sum
}

/**
 * Tells whether the link of a guest who is no longer stored was made for an event that is over. Our ids are
 * the millisecond they were made in.
 */
export function isOfAnterior(guardado: EventoGuardado | null, credencialid: string): boolean {
  const passouem = guardado?.anteriores.at(-1)?.passouem
  return passouem !== undefined && Number(credencialid) < passouem
}
