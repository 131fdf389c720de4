import {
  decideGravacao,
  isMoved,
  termsOfGravado,
  type EventoGravado,
  type GravarRequest,
  type Gravacao,
} from '../evento-gravado.ts'
import { linhaDoHistorico, type Ato, type Autor } from '../historico.ts'
import { isClosedAt, isErasureDayAt } from '../quando.ts'
import { isSample } from '../sample-evento.ts'
import type { Tx } from '../tx.ts'

export function gravarEvento(tx: Tx, request: GravarRequest, autor: Autor): Gravacao {
  const [stored, hasConvidados] = [tx.evento(), tx.hasConvidados()]
  const gravacao = decideGravacao(stored, hasConvidados, request)
  if (gravacao.kind !== 'gravado') return gravacao
  const { gravado } = gravacao
  if (gravado.versao === stored?.versao) return gravacao
  tx.putEvento(gravado)
  // What an organiser wrote to guests of a change is not said of the next.
  if (gravado.mudancas.length > (stored?.mudancas.length ?? 0))
    tx.putTexto({ tipo: 'mudanca', abertura: '', recado: '' })
  tx.done(linhaDoHistorico(autor, atoOf(stored, gravado), '', String(gravado.versao)))
  return gravacao
}

/** Nobody acts: what a file said until now is stored as it was. */
export function adotarEvento(tx: Tx, described: EventoGravado, now: number): EventoGravado {
  const stored = tx.evento()
  if (stored && !(isSampleOver(stored, now) && !isSampleOver(described, now))) return stored
  const gravado = { ...described, versao: (stored?.versao ?? 0) + 1 }
  tx.putEvento(gravado)
  return gravado
}

const isSampleOver = ({ evento }: EventoGravado, now: number) =>
  isSample(evento) && Date.parse(evento.fim) <= now

function atoOf(was: EventoGravado | null, is: EventoGravado): Ato {
  if (!was) return 'descreveu-evento'
  if (is.canceladoem !== null && was.canceladoem === null) return 'cancelou-evento'
  if (is.canceladoem === null && was.canceladoem !== null) return 'retomou-evento'
  return isMoved(was.evento, is.evento) ? 'mudou-evento' : 'corrigiu-evento'
}

/** Erases whom an event names for questions: the rest of it tells of nobody. */
export function forgetContato(tx: Tx): void {
  const stored = tx.evento()
  if (!stored || stored.evento.contato === '') return
  tx.putEvento({ ...stored, versao: stored.versao + 1, evento: { ...stored.evento, contato: '' } })
}

/** Whether guests register no more, by the event as it is stored: a process may not have heard of it yet. */
export function closingBy(tx: Tx, now: number): { isClosed: boolean; isCancelled: boolean } {
  const stored = tx.evento()
  if (!stored) return { isClosed: false, isCancelled: false }
  return { isClosed: isClosedAt(termsOfGravado(stored), now), isCancelled: stored.canceladoem !== null }
}

/** Tells whether the day of erasure has come, by the event as it is stored; true where none is. */
export function isErasedBy(tx: Tx, now: number): boolean {
  const stored = tx.evento()
  return stored === null || isErasureDayAt(termsOfGravado(stored), now)
}
