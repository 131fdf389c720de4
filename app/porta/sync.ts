import { LOTE_MAX, type Lista, type Resposta } from '../../server/domain/porta-sync.ts'
import type { Surroundings } from './clock.ts'
import { factsOf, removeFact, serverNow, type Phone } from './phone.ts'
import { applyLista, emptyList, wholeOf } from './list.ts'
import { post, type Answer } from './post.ts'
import { asSent, type Aparelho, type Fact } from './store.ts'

/** Refusals after which a sync gives up until the next one. */
const REFUSALS_MAX = 20

/**
 * Sends what is unsent in batches and updates the list, until nothing is left or the server does not answer.
 * What gets no answer is sent again with the same ids. A refused batch is halved, so that one fact never
 * blocks the others. If the server takes no more facts, the list is still updated.
 * @param refused facts the server refuses one by one: kept, and not sent again while the page lives
 * @returns whether the server answered at least once
 */
export async function syncPhone(phone: Phone, refused: Set<string>): Promise<boolean> {
  let above = 0
  let size = LOTE_MAX
  let reason: string | null = null
  let refusals = 0
  const isKept = (fact: Fact) => refused.has(fact.entradaid) || !isSendable(phone, fact)
  /** The next facts that may be sent, skipping those that may not; none once all were checked. */
  const nextBatch = async (): Promise<Fact[]> => {
    for (;;) {
      const unsent = await phone.store.unsent(above, size)
      const batch = unsent.filter((fact) => !isKept(fact))
      const last = unsent.at(-1)
      if (batch.length > 0 || !last) return batch
      above = last.seq
    }
  }
  let hasHeard = false
  for (;;) {
    const batch = await nextBatch()
    if (batch.length === 0 && (hasHeard || refusals > 0)) break
    const answer = await send(phone, batch)
    if (answer.kind === 'refused' && batch.length > 0 && ++refusals <= REFUSALS_MAX) {
      reason = answer.reason
      if (batch.length > 1) size = Math.ceil(batch.length / 2)
      else {
        refused.add(batch[0]?.entradaid ?? '')
        size = LOTE_MAX
      }
      continue
    }
    await take(phone, answer)
    phone.changed()
    if (answer.kind !== 'resposta' && answer.kind !== 'revoked') return hasHeard
    hasHeard = true
    // The rest would be held back as well.
    if (phone.isHeld) break
    above = batch.at(-1)?.seq ?? above
  }
  if (reason !== null) phone.connection = { kind: 'refused', reason }
  return hasHeard
}

/** A revoked phone sends only what it made before the revocation. */
function isSendable({ aparelho: { revogadoem } }: Phone, { lidaem, desvio }: Fact): boolean {
  return revogadoem === null || lidaem + desvio < revogadoem
}

function send(phone: Phone, batch: Fact[]): Promise<Answer> {
  return post(phone.around, phone.patience, {
    marca: phone.isWholeWanted ? null : phone.list.marca,
    entradas: batch.map(asSent),
    porEnviar: Math.max(0, phone.porEnviar - batch.length),
  })
}

async function take(phone: Phone, answer: Answer): Promise<void> {
  switch (answer.kind) {
    case 'resposta': {
      const { resposta, sentAt, gotAt } = answer
      phone.clock.measure(resposta.agora, sentAt, gotAt)
      await markSent(phone, resposta)
      phone.isHeld = resposta.retidas > 0
      await takeResposta(phone, resposta)
      phone.ensaio = resposta.ensaio
      phone.connection = { kind: 'connected' }
      return
    }
    case 'revoked': {
      const { revogadoem } = answer.revogado
      await markSent(phone, answer.revogado)
      phone.isHeld = answer.revogado.retidas > 0
      await learn(phone, { revogadoem })
      await eraseList(phone)
      phone.ensaio = null
      phone.connection = { kind: 'revoked', revogadoem }
      return
    }
    case 'unpaired':
      phone.connection = { kind: 'unpaired' }
      return
    case 'refused':
      phone.connection = { kind: 'refused', reason: answer.reason }
      return
    case 'offline':
      if (phone.connection.kind !== 'offline') phone.connection = { kind: 'offline', since: lostAt(phone) }
      return
    default:
      answer satisfies never
  }
}

/** Since when there is no network; for a page just opened, the age of the list decides. */
function lostAt(phone: Phone): number {
  return (phone.connection.kind === 'opening' ? phone.aparelho.de : null) ?? serverNow(phone)
}

async function takeResposta(
  phone: Phone,
  { agora, de = agora, apagarem, inicio, nome, hasMore, lista, aparelhos: named }: Resposta,
): Promise<void> {
  const desvio = phone.clock.desvio()
  // A difference names only its own guests' phones.
  const aparelhos = lista.isInteira ? named : { ...phone.aparelho.aparelhos, ...named }
  await learn(phone, { desvio, nome, aparelhos, apagarem, inicio: inicio ?? null, revogadoem: null })
  if (isOver(phone)) return eraseList(phone)
  const from = phone.list.marca
  try {
    phone.list = applyLista(phone.list, lista)
  } catch {
    // The previous list stays in use. The whole list is requested once, because its format may be the same.
    phone.isWholeWanted = !phone.isOutdated
    phone.isOutdated = true
    return
  }
  phone.isWholeWanted = false
  // A difference without guests fits every format.
  if (lista.isInteira || lista.ids.length > 0) phone.isOutdated = false
  if (lista.isInteira) await sendLost(phone, lista)
  if (lista.isInteira || lista.marca !== from)
    await phone.store.putLista({ de: from, lista }, () => wholeOf(phone.list))
  // A list that comes in parts keeps its age until the last part.
  await learn(phone, { de: hasMore ? phone.aparelho.de : de, apagadaem: null })
}

/**
 * A whole list has all the server's facts. Facts of this phone that it lacks are sent again, as after a
 * restored backup.
 */
async function sendLost(phone: Phone, lista: Lista): Promise<void> {
  const listed = new Set(lista.entradas.map(([entradaid]) => entradaid))
  const lost = [...phone.own.byId.values()].filter(
    ({ entradaid, credencialid }) => phone.list.byId.has(credencialid) && !listed.has(entradaid),
  )
  await phone.store.unsend(lost.map(({ entradaid }) => entradaid))
  phone.porEnviar = await phone.store.countUnsent()
}

async function markSent(
  phone: Phone,
  { guardadas, recusadas = [] }: Pick<Resposta, 'guardadas'> & Partial<Resposta>,
): Promise<void> {
  await phone.store.sent(guardadas)
  if (recusadas.length > 0) {
    await phone.store.forgetAnnulments(recusadas)
    for (const entradaid of recusadas) removeFact(phone.own, entradaid)
  }
  phone.porEnviar = await phone.store.countUnsent()
}

/** Records what the phone has learnt, in memory and on disk. */
export async function learn(phone: Phone, change: Partial<Aparelho>): Promise<void> {
  Object.assign(phone.aparelho, change)
  await phone.store.putAparelho(change)
}

/** Whether the list has expired, 12 hours after the event. */
export function isOver(phone: Phone): boolean {
  const { apagarem } = phone.aparelho
  return apagarem !== null && serverNow(phone) >= apagarem
}

/** Erases the list, and those of the phone's own facts that the server has. Unsent facts stay. */
export async function eraseList(phone: Phone): Promise<void> {
  // This runs again after each sending, because facts the server has got meanwhile go too.
  const apagadaem = phone.list.marca === null ? phone.aparelho.apagadaem : null
  const change = { apagadaem: apagadaem ?? serverNow(phone), de: null, aparelhos: {} }
  phone.list = emptyList()
  await phone.store.eraseLista()
  await phone.store.putAparelho(change)
  Object.assign(phone.aparelho, change)
  phone.own = factsOf((await phone.store.load()).facts)
  phone.changed()
}

const EVERY_MILLISECONDS = 7_000
/** The pause after a single failure: one lost answer does not mean that the network is gone. */
const AGAIN_MILLISECONDS = 500
const LONGEST_MILLISECONDS = 30_000

/**
 * How a sync went. `fine`: the next comes soon; `partly`: at once, as answers came before one was lost;
 * `failed`: later each time; `idle`: not by itself.
 */
export type Outcome = 'fine' | 'partly' | 'failed' | 'idle'

/** Runs one sync at a time: by itself, and at once when something happened. */
export function openSchedule({ later }: Pick<Surroundings, 'later'>, sync: () => Promise<Outcome>) {
  let isOn = false
  let failures = 0
  let running: Promise<void> | null = null
  let following: Promise<void> | null = null
  let callOff = () => {}

  const run = async () => {
    callOff()
    const outcome = await sync()
    failures = outcome === 'failed' ? failures + 1 : outcome === 'partly' ? 1 : 0
    if (!isOn || outcome === 'idle') return
    const wait =
      failures === 1 ? AGAIN_MILLISECONDS : EVERY_MILLISECONDS * 2 ** Math.max(0, Math.min(failures, 10) - 2)
    callOff = later(() => void now(), Math.min(wait, LONGEST_MILLISECONDS))
  }
  const begin = () => {
    running = run().finally(() => {
      running = null
    })
    return running
  }
  /** Syncs now; a sync under way is followed by another. Resolves when that is done. */
  const now = (): Promise<void> => {
    if (!running) return begin()
    following ??= running.then(() => {
      following = null
      return begin()
    })
    return following
  }
  return {
    start() {
      isOn = true
      void now()
    },
    now,
    stop() {
      isOn = false
      callOff()
    },
  }
}
