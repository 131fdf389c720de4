import { NO_ACESSO } from '../acesso.ts'
import { liveOf } from '../desistencia.ts'
import {
  entradasIn,
  copiesOf,
  lastKnownOf,
  linhaOfEntrada,
  instantOf,
  primeiraIn,
  type AdmitOutcome,
  type AdmitRequest,
  type Annulment,
  type AnnulmentRequest,
  type Delivery,
  type Entrada,
  type LinkEntradaRequest,
  type Ticked,
} from '../entrada.ts'
import type { Autor } from '../historico.ts'
import { decideDelivery } from '../pareamento.ts'
import { factAsStored } from '../personal-data.ts'
import type { Tx } from '../tx.ts'
import { decideVeredito } from '../veredito.ts'

/** Stores facts, and copies of those whose guests are no longer stored. @returns how many were new */
export function add(tx: Tx, facts: Entrada[], autor: Autor | null): number {
  return store(tx, facts, byId(tx.entradas(facts.map(({ entradaid }) => entradaid))), autor)
}

/**
 * Stores what the browser with this secret delivers. A batch is one transaction and reads only what it names.
 */
export function deliver(tx: Tx, segredo: string, facts: Entrada[], autor: Autor): Delivery {
  const ids = new Set(
    facts.flatMap(({ entradaid, anula }) => (anula === null ? entradaid : [entradaid, anula])),
  )
  const [pareamento, stored] = [tx.get('pareamentos', segredo), byId(tx.entradas([...ids]))]
  const { outcome, taken, after } = decideDelivery(pareamento, facts, stored)
  store(tx, taken, stored, autor)
  if (after) tx.put('pareamentos', after)
  return outcome
}

export function admit(tx: Tx, request: AdmitRequest, autor: Autor): AdmitOutcome {
  const { credencialid, entradaid, isAgain } = request
  const [stored] = tx.entradas([entradaid])
  const [facts, isConvidado] = [tx.entradasFollowing(credencialid), tx.isStored(credencialid)]
  if (facts.some((fact) => fact.entradaid === entradaid)) return { kind: 'admitted' }
  if (!isConvidado) return { kind: 'credencial-not-found' }
  if (stored) return { kind: 'entrada-taken' }
  const [first] = entradasIn(facts)
  if (first && !isAgain) return { kind: 'already-inside', since: instantOf(first) }
  add(tx, [{ ...factBy(autor, request), modo: 'painel', anula: null }], autor)
  return { kind: 'admitted' }
}

export function admitByLink(tx: Tx, request: LinkEntradaRequest, autor: Autor): boolean {
  const { credencialid, entradaid, versao, isAnyway } = request
  const entradas = entradasIn(tx.entradasFollowing(credencialid))
  const isOld = (tx.chaveOf(credencialid)?.chave ?? NO_ACESSO).versao !== versao
  const isCancelado = liveOf(tx.get('desistencias', credencialid)) !== null
  if (entradas.some((fact) => fact.entradaid === entradaid)) return true
  const lido = { isOld, isCancelado, primeira: primeiraIn(entradas) }
  if (decideVeredito(lido, entradaid).kind !== 'entrar' && !isAnyway) return false
  add(tx, [{ ...factBy(autor, request), modo: 'link', anula: null }], autor)
  return true
}

/**
 * Admits the ticked guests who are still outside.
 * @param first the place in the form of the first one given
 */
export function admitTicked(
  tx: Tx,
  ticked: Ticked[],
  { lidaem, recebidaem, first }: Pick<Entrada, 'lidaem' | 'recebidaem'> & { first: number },
  autor: Autor,
): number {
  const facts = ticked.map((one, index): Entrada => {
    const when = { seq: recebidaem + first + index, lidaem, recebidaem }
    return { ...factBy(autor, one), ...when, modo: 'papel', anula: null }
  })
  // A printed list may name one person several times, in records that have since been merged.
  const admitted = new Set<string>()
  const outside = facts.filter((fact) => {
    const { credencialid, entradaid } = lastKnownOf(fact, tx)
    const entradas = entradasIn(tx.entradasFollowing(credencialid))
    const isOutside = entradas.every((one) => one.entradaid === entradaid) && !admitted.has(credencialid)
    return isOutside && admitted.add(credencialid)
  })
  return add(tx, outside, autor)
}

export function annul(tx: Tx, request: AnnulmentRequest, autor: Autor): Annulment {
  const { credencialid, anula } = request
  const facts = tx.entradasFollowing(credencialid)
  const entrada = facts.find((fact) => fact.entradaid === anula && fact.anula === null)
  if (!entrada) return { kind: 'entrada-not-found' }
  if (!entradasIn(facts).includes(entrada)) return { kind: 'annulled' }
  add(tx, [{ ...factBy(autor, request), modo: entrada.modo, anula }], autor)
  return { kind: 'annulled' }
}

/** @param stored the facts that are already stored; one delivered again may say something else */
function store(tx: Tx, facts: Entrada[], stored: ReadonlyMap<string, Entrada>, autor: Autor | null): number {
  const seen = new Set<string>()
  const distinct = facts.filter(({ entradaid }) => !seen.has(entradaid) && seen.add(entradaid))
  const following = distinct.map((fact) => stored.get(fact.entradaid) ?? fact)
  const copies = tx.isFollowedWhenRead ? [] : following.flatMap((fact) => copiesOf(fact, tx))
  // Read only when it matters: most facts carry nothing but the guest.
  const isNoted = [...distinct, ...copies].some(({ anotado }) => anotado !== null)
  const isErased = isNoted && tx.isErased()
  // A note typed at an earlier event was erased with that event, even if guests have been stored since.
  const passouem = (isNoted ? tx.evento() : null)?.anteriores.at(-1)?.passouem ?? -Infinity
  const without = (fact: Entrada) => factAsStored(fact, isErased || instantOf(fact) < passouem)
  const asStored = distinct.map((fact) => stored.get(fact.entradaid) ?? without(fact))
  const count = tx.append(asStored, autor && ((fact) => linhaOfEntrada(autor, fact)))
  tx.append(copies.map(without), null)
  return count
}

const byId = (facts: Entrada[]) => new Map(facts.map((fact) => [fact.entradaid, fact]))

/** A fact recorded by the server itself, by its own clock. */
function factBy({ quem, em }: Autor, { entradaid, credencialid }: Ticked) {
  const when = { seq: em, lidaem: em, desvio: 0, recebidaem: em }
  return { entradaid, credencialid, aparelhoid: quem, ...when, anotado: null }
}
