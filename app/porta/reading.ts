import { CODE_HASH_BYTES, TOKEN_HASH_BYTES } from '../../server/domain/porta-sync.ts'
import { parseCode, readSigned } from '../../server/domain/signed-text.ts'
import { decideVeredito, type Veredito } from '../../server/domain/veredito.ts'
import { hashOf, type ListaDaPorta, type ListRow } from './list.ts'
import { addFact, candidateOf, convidadoOf, firstEntradaOf, phoneNameOf, serverNow } from './phone.ts'
import type { OwnFacts, Phone } from './phone.ts'
import { codeIn, notedText, tokenIn } from './scanned.ts'
import type { Candidate, NotStored } from './shown.ts'
import { notStored } from './store.ts'

type Recent = ReturnType<typeof openRecent>

export type ReadOutcome =
  | Reading
  /** The code that was just decided is still in front of the camera: nothing to say. */
  | { kind: 'same' }
  /** Several guests have this code: choose by name. */
  | { kind: 'several'; candidates: Candidate[] }
  | { kind: 'not-a-code' }
  /** No list was loaded yet, or it was erased. */
  | { kind: 'no-list' }
  | NotStored

/** The outcome of admitting several guests at once, in their order; either all or none are stored. */
export type AdmitOutcome = { kind: 'admitted'; readings: Reading[] } | NotStored

export type AnnulOutcome =
  | { kind: 'annulled' }
  /** More than two minutes have passed; an organiser can still do it. */
  | { kind: 'late' }
  /** Not made on this phone, or already annulled. */
  | { kind: 'not-from-here' }
  | NotStored

/** Reads what the camera saw, and admits if the verdict does. */
export async function readText(phone: Phone, recent: Recent, text: string): Promise<ReadOutcome> {
  if (phone.list.marca === null) return { kind: 'no-list' }
  // A code held up while a rehearsal or a trial ends counts as a new scan.
  const seen = `${phone.world} ${text}`
  if (recent.isSame(seen)) return { kind: 'same' }
  const codigo = codeIn(text)
  const outcome = codigo === null ? await readLink(phone, text) : await readCodeText(phone, codigo)
  if (outcome.kind === 'read') recent.decided(seen)
  return outcome
}

async function readLink(phone: Phone, text: string): Promise<ReadOutcome> {
  const token = tokenIn(text)
  const read = token === null ? NOBODY : readToken(phone.list, token, await hashOf(token, TOKEN_HASH_BYTES))
  return admitIfGreen(phone, readingOf(phone, read, 'camera', token ?? text))
}

export async function readCodeText(phone: Phone, text: string): Promise<ReadOutcome> {
  if (phone.list.marca === null) return { kind: 'no-list' }
  const codigo = parseCode(text)
  if (codigo === null) return { kind: 'not-a-code' }
  const [row, ...others] = phone.list.byCodigo.get(await hashOf(codigo, CODE_HASH_BYTES)) ?? []
  if (row && others.length > 0) {
    return { kind: 'several', candidates: [row, ...others].map((each) => candidateOf(phone, each)) }
  }
  const read = row ? { row, isOld: false } : NOBODY
  return admitIfGreen(phone, readingOf(phone, read, 'codigo', codigo))
}

/** Admits those guests whose verdict is `entrar`; the others come back with their verdict. */
export async function admitConvidados(
  phone: Phone,
  ids: string[],
  modo: 'busca' | 'mesa',
): Promise<AdmitOutcome> {
  const readings = [...new Set(ids)].flatMap((id) => {
    const row = phone.list.byId.get(id)
    return row ? [readingOf(phone, { row, isOld: false }, modo, null)] : []
  })
  const outcome = await admitAll(phone, readings.filter(isGreen))
  if (outcome.kind === 'not-stored') return outcome
  const admitted = new Map(outcome.readings.map((reading) => [reading.entradaid, reading]))
  return { kind: 'admitted', readings: readings.map((reading) => admitted.get(reading.entradaid) ?? reading) }
}

export async function admitReading(phone: Phone, reading: Reading): Promise<Reading | NotStored> {
  if (reading.isAdmitted) return reading
  const outcome = await admitAll(phone, [reading])
  return outcome.kind === 'not-stored' ? outcome : (outcome.readings[0] ?? reading)
}

export function readingNamed(phone: Phone, nome: string): Reading {
  return readingOf(phone, NOBODY, 'busca', nome)
}

export type Reading = ReturnType<typeof readingOf>

/** A guest who was read, or someone the list does not know, and what the volunteer sees. */
function readingOf(
  phone: Phone,
  read: Read,
  modo: 'camera' | 'codigo' | 'busca' | 'mesa',
  text: string | null,
) {
  const entradaid = phone.around.uuid()
  const veredito = vereditoOf(phone.own, read, entradaid)
  return {
    kind: 'read' as const,
    /** The admission's id: stored already if `isAdmitted`, else the one Entrou mesmo assim will store. */
    entradaid,
    /** Milliseconds since the epoch, by the server's clock. */
    em: serverNow(phone),
    veredito,
    /** The name of the phone that admitted the guest before. */
    by: veredito.kind === 'ja-entrou' ? phoneNameOf(phone, veredito.aparelhoid) : null,
    /** Null for someone the list does not know. */
    convidado: read.row && convidadoOf(read.row),
    /** What was scanned, heard or typed about someone the list does not know. */
    anotado: read.row || text === null ? null : notedText(text),
    modo,
    /** Whether the admission is stored for good on this phone; where nothing counts, whether it would be. */
    isAdmitted: false,
    world: phone.world,
  }
}

const isGreen = ({ veredito }: Reading) => veredito.kind === 'entrar'

const admitIfGreen = async (phone: Phone, reading: Reading) =>
  isGreen(reading) ? admitReading(phone, reading) : reading

async function admitAll(phone: Phone, readings: Reading[]): Promise<AdmitOutcome> {
  if (readings.length === 0) return { kind: 'admitted', readings }
  const instant = phone.clock.read()
  const facts = readings.map(({ entradaid, convidado, modo, anotado }) => {
    return { entradaid, credencialid: convidado?.credencialid ?? '', ...instant, modo, anula: null, anotado }
  })
  const failure = await storeFacts(phone, facts)
  if (failure) return { ...failure, nomes: readings.map(nameToWrite).filter((nome) => nome !== '') }
  const em = instant.lidaem + instant.desvio
  return { kind: 'admitted', readings: readings.map((reading) => ({ ...reading, em, isAdmitted: true })) }
}

/** What a volunteer can write on paper for a reading: nobody writes down a link. */
const nameToWrite = ({ convidado, anotado, modo }: Reading) =>
  convidado?.nome ?? (modo === 'camera' ? '' : (anotado ?? ''))

/**
 * Stores facts for good, then updates memory and the network.
 * @returns what to show if they could not be stored
 */
async function storeFacts(
  phone: Phone,
  facts: Parameters<Phone['store']['add']>[0],
): Promise<NotStored | null> {
  try {
    for (const fact of await phone.store.add(facts)) {
      if (!phone.own.byId.has(fact.entradaid)) phone.porEnviar += 1
      phone.aparelho.seq = Math.max(phone.aparelho.seq, fact.seq)
      addFact(phone.own, fact)
    }
  } catch (error) {
    return notStored(error)
  }
  phone.changed()
  phone.made()
  return null
}

/** The guest who was read; `isOld` if the link has since been replaced. */
interface Read {
  row: ListRow | null
  isOld: boolean
}

const NOBODY: Read = { row: null, isOld: false }

/**
 * The guest whose link a token is.
 * @param hash of the token's text. A phone cannot check its signature: only the list shows that the token is
 *   genuine
 */
function readToken(list: ListaDaPorta, token: string, hash: string): Read {
  const row = list.byToken.get(hash)
  if (row) return { row, isOld: false }
  const { id, versao } = readSigned(token)
  const former = list.byId.get(id)
  return former && versao < former.versao ? { row: former, isOld: true } : NOBODY
}

/** The verdict on a guest who was read, by the server's rule. */
function vereditoOf(own: OwnFacts, { row, isOld }: Read, entradaid: string): Veredito {
  if (!row) return decideVeredito(null, entradaid)
  const isCancelado = row.isRetirado || row.isRemovido
  return decideVeredito({ isOld, isCancelado, primeira: firstEntradaOf(own, row) }, entradaid)
}

/** How long a code can be out of sight and still be the same scan. */
const SAME_SCAN_MILLISECONDS = 3_000

/**
 * Remembers what was just decided, so that a code still held up gives no warning about the guest it admitted.
 * Codes count while they were in sight within the last three seconds; each reading restarts that time.
 */
export function openRecent(monotonic: () => number) {
  const seen = new Map<string, number>()
  return {
    /** Whether this text was decided and has been in sight since. */
    isSame(text: string): boolean {
      const now = monotonic()
      for (const [each, at] of seen) if (now - at > SAME_SCAN_MILLISECONDS) seen.delete(each)
      if (!seen.has(text)) return false
      seen.set(text, now)
      return true
    },
    decided: (text: string) => void seen.set(text, monotonic()),
  }
}

/** How long a phone can take back its own admission; later only an organiser can. */
export const ANNUL_MAX_MILLISECONDS = 2 * 60_000

export async function annulFact(phone: Phone, entradaid: string): Promise<AnnulOutcome> {
  const fact = phone.own.byId.get(entradaid)
  const isAnnulled = [...phone.own.byId.values()].some(({ anula }) => anula === entradaid)
  if (fact?.anula !== null || isAnnulled) return { kind: 'not-from-here' }
  // Setting the clock back does not get around this: the server would refuse.
  const passed = Math.abs(serverNow(phone) - (fact.lidaem + fact.desvio))
  if (passed > ANNUL_MAX_MILLISECONDS) return { kind: 'late' }
  // The annulment carries what was noted, so that the server finds the same guest for both.
  const { credencialid, modo, anotado } = fact
  const about = { credencialid, modo, anotado, anula: entradaid }
  const annulling = { entradaid: phone.around.uuid(), ...phone.clock.read(), ...about }
  return (await storeFacts(phone, [annulling])) ?? { kind: 'annulled' }
}
