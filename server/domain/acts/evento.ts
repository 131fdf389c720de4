import { StorageError } from '../errors.ts'
import {
  descritoIn,
  isMoved,
  termsOfGravado,
  type EntreEventos,
  type EventoGravado,
  type EventoGuardado,
} from '../evento-gravado.ts'
import { type ComecarRequest, type Comeco, decideComeco } from '../outro-evento.ts'
import { decideGravacao, type GravarRequest, type Gravacao } from '../gravacao.ts'
import { linhaDoHistorico, type Ato, type Autor, linhaOfErasure } from '../historico.ts'
import { isClosedAt, isErasureDayAt } from '../quando.ts'
import { isSample } from '../evento.ts'
import { CONTACTS, ENDING, GUESTS, type Tx, BESIDE } from '../tx.ts'
import { withoutPessoais } from '../assuntos.ts'
import type { ErasureAsked } from '../credencial-repo.ts'

export function gravarEvento(tx: Tx, request: GravarRequest, autor: Autor): Gravacao {
  const [stored, hasConvidados] = [tx.evento(), tx.hasConvidados()]
  refuseWhileBeginning(stored)
  const gravacao = decideGravacao(stored, hasConvidados, request)
  if (gravacao.kind !== 'gravado') return gravacao
  const { gravado } = gravacao
  if (gravado.versao === stored?.versao) return gravacao
  tx.put('eventos', gravado)
  // The organiser's words about one change must not be sent with the next.
  if (gravado.mudancas.length > (descritoIn(stored)?.mudancas.length ?? 0))
    tx.put('textos', { tipo: 'mudanca', abertura: '', recado: '' })
  tx.done(linhaDoHistorico(autor, atoOf(stored, gravado), '', String(gravado.versao)))
  return gravacao
}

/** Nobody acts here: what a file described until now is stored unchanged. */
export function adotarEvento(tx: Tx, described: EventoGravado, now: number): EventoGuardado {
  const stored = tx.evento()
  // The file describes the event that is over, not the next one.
  if (stored?.evento === null) return stored
  if (stored && !(isSampleOver(stored, now) && !isSampleOver(described, now))) return stored
  const gravado = { ...described, versao: (stored?.versao ?? 0) + 1 }
  tx.put('eventos', gravado)
  return gravado
}

/** The event is over and still the sample as shipped: nobody moved or cancelled it. */
const isSampleOver = ({ evento, mudancas, canceladoem }: EventoGravado, now: number) =>
  isSample(evento) && mudancas.length === 0 && canceladoem === null && Date.parse(evento.fim) <= now

function atoOf(was: EventoGuardado | null, is: EventoGravado): Ato {
  if (!was?.evento) return 'descreveu-evento'
  if (is.canceladoem !== null && was.canceladoem === null) return 'cancelou-evento'
  if (is.canceladoem === null && was.canceladoem !== null) return 'retomou-evento'
  return isMoved(was.evento, is.evento) ? 'mudou-evento' : 'corrigiu-evento'
}

/** Whether the stored event closes registrations or is cancelled: this process may know an older version. */
export function closingBy(tx: Tx, now: number): { isClosed: boolean; isCancelled: boolean } {
  const stored = tx.evento()
  if (!stored) return { isClosed: false, isCancelled: false }
  if (!stored.evento) return { isClosed: true, isCancelled: true }
  return { isClosed: isClosedAt(termsOfGravado(stored), now), isCancelled: stored.canceladoem !== null }
}

/** Tells whether the remains of the former event are still being erased. */
export function isBeginning(
  stored: EventoGuardado | null,
  eventoid = stored?.eventoid,
): stored is EntreEventos & { comeco: NonNullable<EntreEventos['comeco']> } {
  return stored?.evento === null && stored.comeco !== null && stored.eventoid === eventoid
}

/**
 * For acts that store what the beginning erases: what they stored would be gone a moment later.
 * @throws StorageError while the remains of the former event are being erased; a retry after that succeeds
 */
export function refuseWhileBeginning(stored: EventoGuardado | null): void {
  if (isBeginning(stored)) throw new StorageError('another event is being begun')
}

/** Writes that the event is over, if that is allowed: from then on guests see none, and nobody registers. */
export function beginOutro(tx: Tx, request: ComecarRequest, autor: Autor): Comeco {
  const [stored, known] = [tx.evento(), { pessoal: tx.pessoal(), totais: tx.totais() }]
  const comeco = decideComeco(stored, known, request, autor)
  if (comeco.kind !== 'comecou' || comeco.guardado === stored) return comeco
  tx.put('eventos', comeco.guardado)
  tx.markErased(autor)
  return comeco
}

/** Writes that nothing is left of the former event, unless somebody was stored meanwhile. */
export function endOutro(tx: Tx, eventoid: string): void {
  const [stored, hasConvidados] = [tx.evento(), tx.hasConvidados()]
  if (!isBeginning(stored, eventoid) || hasConvidados) return
  tx.put('eventos', { ...stored, comeco: null })
  tx.done(stored.comeco.linha)
}

/** Begins another event, on storage whose transactions take any number of writes. */
export function comecarOutro(tx: Tx, request: ComecarRequest, autor: Autor): Comeco {
  const comeco = beginOutro(tx, request, autor)
  if (comeco.kind !== 'comecou' || !isBeginning(comeco.guardado, request.eventoid)) return comeco
  for (const parte of GUESTS) tx.eraseNext(parte, null)
  for (const parte of ENDING) tx.endNext(parte, null)
  if (request.areContactsErased) for (const parte of CONTACTS) tx.eraseNext(parte, null)
  endOutro(tx, request.eventoid)
  return comeco
}

/**
 * Erases every guest, on storage whose transactions take any number of writes; on others `eraseInParts` of
 * `repos/in-parts.ts` does.
 * @returns how many; null before its day
 */
export function eraseWhole(
  tx: Tx,
  { areContactsErased, isEarlyAllowed }: ErasureAsked,
  autor: Autor,
): number | null {
  if (!isEarlyAllowed && !isErasedBy(tx, autor.em)) return null
  keepConfirmados(tx, autor.em)
  const erased = tx.eraseNext('convidados', null).ids.length
  tx.markErased(autor)
  for (const parte of BESIDE) tx.eraseNext(parte, null)
  const contacts = areContactsErased
    ? new Set(CONTACTS.flatMap((parte) => tx.eraseNext(parte, null).ids)).size
    : null
  if (areContactsErased) forgetContato(tx)
  tx.done(linhaOfErasure(autor, erased, contacts))
  return erased
}

/** Tells whether the day of erasure has come, by the event as it is stored; true when none is. */
export function isErasedBy(tx: Tx, now: number): boolean {
  const stored = tx.evento()
  return !stored?.evento || isErasureDayAt(termsOfGravado(stored), now)
}

/**
 * Erases the people an event names, or offers the next one: for questions and under certificates. Nobody can get a certificate any
 * more. The rest of the event names nobody.
 */
export function forgetContato(tx: Tx): void {
  const stored = tx.evento()
  if (!stored) return
  const forgotten = stored.evento
    ? { ...stored, evento: withoutPessoais(stored.evento) }
    : { ...stored, modelo: withoutPessoais(stored.modelo ?? {}) }
  if (JSON.stringify(forgotten) === JSON.stringify(stored)) return
  tx.put('eventos', { ...forgotten, versao: stored.versao + 1 })
}

/** Keeps the number of confirmed guests, once: those who did not come leave no trace (decision 0042). */
export function keepConfirmados(tx: Tx, now: number): void {
  const stored = tx.evento()
  if (!stored?.evento || stored.confirmados !== undefined || now < Date.parse(stored.evento.fim)) return
  tx.put('eventos', { ...stored, versao: stored.versao + 1, confirmados: tx.confirmados() })
}
