import type { EventoGravado, EventoGuardado } from './evento-gravado.ts'
import { linhaDoHistorico, type Autor, type LinhaDoHistorico } from './historico.ts'
import { hasConvidadoData, type PersonalData } from './personal-data.ts'

/** An event that is over: what its certificates need, and nothing of any guest. */
export interface Anterior {
  eventoid: string
  titulo: string
  inicio: string
  fim: string
  minutos: number
  /** When another was begun: the links of credenciais made before are of an event that is over. */
  passouem: number
}

/** What is stored between two events: the id of the next one, of which nothing is described yet (decision 0036). */
export interface EntreEventos {
  versao: number
  eventoid: string
  evento: null
  anteriores: Anterior[]
  /** How the beginning ends, while what the former event left is still being erased; null once it is. */
  comeco: { linha: LinhaDoHistorico; areContactsErased: boolean } | null
}

/** What is still known of an event whose guests are erased. */
export interface Totais {
  /** Guests who were erased, of trials too. */
  convidados: number
  /** Admissions, without those that were annulled. */
  entradas: number
}

export interface ComecarRequest {
  /** The event that is over, as a page showed it: one that was begun meanwhile is not ended by a form of before. */
  de: string
  /** The id of the next one. */
  eventoid: string
  areContactsErased: boolean
}

/** What became of beginning another event; nothing is written unless `comecou`. */
export type Comeco =
  | { kind: 'comecou'; guardado: EventoGuardado }
  /** The event is another one by now, or none is described. */
  | { kind: 'ja-comecou' }
  /** Guests of the event, or what leads to them, are still stored. */
  | { kind: 'apague-antes'; pessoal: PersonalData }

/** Decides whether another event is begun: once everything every erasure erases is gone. */
export function decideComeco(
  stored: EventoGuardado | null,
  { pessoal, totais }: { pessoal: PersonalData; totais: Totais },
  { de, eventoid, areContactsErased }: ComecarRequest,
  autor: Autor,
): Comeco {
  if (stored?.eventoid === eventoid) return { kind: 'comecou', guardado: stored }
  if (!stored?.evento || stored.eventoid !== de) return { kind: 'ja-comecou' }
  if (hasConvidadoData(pessoal)) return { kind: 'apague-antes', pessoal }
  const anteriores = [...stored.anteriores, anteriorOf(stored, autor.em)]
  const comeco = { linha: linhaOfComeco(autor, stored, totais), areContactsErased }
  return {
    kind: 'comecou',
    guardado: { versao: stored.versao + 1, eventoid, evento: null, anteriores, comeco },
  }
}

function anteriorOf({ eventoid, evento }: EventoGravado, passouem: number): Anterior {
  const { titulo, inicio, fim } = evento
  const minutos = Math.round((Date.parse(fim) - Date.parse(inicio)) / 60_000)
  return { eventoid, titulo, inicio, fim, minutos, passouem }
}

/** The one line that is left of a former history: when the event was, how many guests were erased, how many admissions. */
function linhaOfComeco(autor: Autor, { evento }: EventoGravado, { convidados, entradas }: Totais) {
  return linhaDoHistorico(autor, 'comecou-evento', '', `${evento.inicio} ${convidados} ${entradas}`)
}

/** Of the lines of erasures, how many guests they erased in all. */
export function erasedIn(linhas: Iterable<Pick<LinhaDoHistorico, 'detalhe'>>): number {
  let sum = 0
  for (const { detalhe } of linhas) sum += Number(detalhe.split(' ')[0]) || 0
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
