import { StorageError } from '../errors.ts'
import {
  descritoIn,
  isMoved,
  termsOfGravado,
  type EntreEventos,
  type EventoGravado,
  type EventoGuardado,
} from '../evento-gravado.ts'
import type { ComecarRequest, Comeco } from '../evento-repo.ts'
import { decideGravacao, type GravarRequest, type Gravacao } from '../gravacao.ts'
import { linhaDoHistorico, type Ato, type Autor } from '../historico.ts'
import { isClosedAt } from '../quando.ts'
import { decideComeco } from '../outro-evento.ts'
import { isSample } from '../sample-evento.ts'
import { CONTACTS, ENDING, GUESTS, type Tx } from '../tx.ts'

export function gravarEvento(tx: Tx, request: GravarRequest, autor: Autor): Gravacao {
  const [stored, hasConvidados] = [tx.evento(), tx.hasConvidados()]
  refuseWhileBeginning(stored)
  const gravacao = decideGravacao(stored, hasConvidados, request)
  if (gravacao.kind !== 'gravado') return gravacao
  const { gravado } = gravacao
  if (gravado.versao === stored?.versao) return gravacao
  tx.putEvento(gravado)
  // What an organiser wrote to guests of a change is not said of the next.
  if (gravado.mudancas.length > (descritoIn(stored)?.mudancas.length ?? 0))
    tx.putTexto({ tipo: 'mudanca', abertura: '', recado: '' })
  tx.done(linhaDoHistorico(autor, atoOf(stored, gravado), '', String(gravado.versao)))
  return gravacao
}

/** Nobody acts: what a file said until now is stored as it was. */
export function adotarEvento(tx: Tx, described: EventoGravado, now: number): EventoGuardado {
  const stored = tx.evento()
  // A file of the event that is over describes no next one.
  if (stored?.evento === null) return stored
  if (stored && !(isSampleOver(stored, now) && !isSampleOver(described, now))) return stored
  const gravado = { ...described, versao: (stored?.versao ?? 0) + 1 }
  tx.putEvento(gravado)
  return gravado
}

/** Over, and as it came along: nobody moved or cancelled it. */
const isSampleOver = ({ evento, mudancas, canceladoem }: EventoGravado, now: number) =>
  isSample(evento) && mudancas.length === 0 && canceladoem === null && Date.parse(evento.fim) <= now

function atoOf(was: EventoGuardado | null, is: EventoGravado): Ato {
  if (!was?.evento) return 'descreveu-evento'
  if (is.canceladoem !== null && was.canceladoem === null) return 'cancelou-evento'
  if (is.canceladoem === null && was.canceladoem !== null) return 'retomou-evento'
  return isMoved(was.evento, is.evento) ? 'mudou-evento' : 'corrigiu-evento'
}

/** Whether guests register no more, by the event as it is stored: a process may not have heard of it yet. */
export function closingBy(tx: Tx, now: number): { isClosed: boolean; isCancelled: boolean } {
  const stored = tx.evento()
  if (!stored) return { isClosed: false, isCancelled: false }
  if (!stored.evento) return { isClosed: true, isCancelled: true }
  return { isClosed: isClosedAt(termsOfGravado(stored), now), isCancelled: stored.canceladoem !== null }
}

/** Tells whether what the event before left is still being erased. */
export function isBeginning(
  stored: EventoGuardado | null,
  eventoid = stored?.eventoid,
): stored is EntreEventos & { comeco: NonNullable<EntreEventos['comeco']> } {
  return stored?.evento === null && stored.comeco !== null && stored.eventoid === eventoid
}

/**
 * Of acts that store what the beginning ends: what was answered would be gone a moment later.
 * @throws StorageError while what the event before left is being erased: asked again, it is done
 */
export function refuseWhileBeginning(stored: EventoGuardado | null): void {
  if (isBeginning(stored)) throw new StorageError('another event is being begun')
}

/** Writes that the event is over, where it may be: from here on guests see none, and nobody registers. */
export function beginOutro(tx: Tx, request: ComecarRequest, autor: Autor): Comeco {
  const [stored, known] = [tx.evento(), { pessoal: tx.pessoal(), totais: tx.totais() }]
  const comeco = decideComeco(stored, known, request, autor)
  if (comeco.kind !== 'comecou' || comeco.guardado === stored) return comeco
  tx.putEvento(comeco.guardado)
  tx.markErased(autor)
  return comeco
}

/** Writes that nothing of the former event is left, unless somebody was stored meanwhile. */
export function endOutro(tx: Tx, eventoid: string): void {
  const [stored, hasConvidados] = [tx.evento(), tx.hasConvidados()]
  if (!isBeginning(stored, eventoid) || hasConvidados) return
  tx.putEvento({ ...stored, comeco: null })
  tx.done(stored.comeco.linha)
}

/** Begins another event, where one transaction takes any number of writes. */
export function comecarOutro(tx: Tx, request: ComecarRequest, autor: Autor): Comeco {
  const comeco = beginOutro(tx, request, autor)
  if (comeco.kind !== 'comecou' || !isBeginning(comeco.guardado, request.eventoid)) return comeco
  for (const parte of GUESTS) tx.eraseNext(parte, null)
  for (const parte of ENDING) tx.endNext(parte, null)
  if (request.areContactsErased) for (const parte of CONTACTS) tx.eraseNext(parte, null)
  endOutro(tx, request.eventoid)
  return comeco
}
