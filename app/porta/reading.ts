import { CODE_HASH_BYTES, TOKEN_HASH_BYTES } from '../../server/domain/porta-sync.ts'
import { parseCode } from '../../server/domain/read-code.ts'
import { notStored } from './database.ts'
import { addFact } from './facts.ts'
import { hashOf } from './hash.ts'
import { candidateOf, serverNow, convidadoOf, phoneNameOf, type Phone } from './phone.ts'
import { notedText, tokenIn } from './scanned.ts'
import type { AdmitOutcome, ReadOutcome, Reading, NotStored } from './shown.ts'
import { NOBODY, openRecent, readToken, vereditoOf, type Read } from './verdict.ts'

type Recent = ReturnType<typeof openRecent>

/** Reads what the camera saw, and admits where the verdict does. */
export async function readText(phone: Phone, recent: Recent, text: string): Promise<ReadOutcome> {
  if (phone.list.marca === null) return { kind: 'no-list' }
  // A code held on as a rehearsal ends is another scan.
  const seen = phone.isEnsaio ? `ensaio ${text}` : text
  if (recent.isSame(seen)) return { kind: 'same' }
  const token = tokenIn(text)
  const read = token === null ? NOBODY : readToken(phone.list, token, await hashOf(token, TOKEN_HASH_BYTES))
  const outcome = await admitIfGreen(phone, readingOf(phone, read, 'camera', token ?? text))
  if (outcome.kind === 'read') recent.decided(seen)
  return outcome
}

/** Reads a code as it is typed, and admits where the verdict does. */
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

/** Admits those of some guests whose verdict is `entrar`; the others come back with theirs. */
export async function admitGuests(
  phone: Phone,
  ids: string[],
  modo: 'busca' | 'mesa',
): Promise<AdmitOutcome> {
  const readings = [...new Set(ids)].flatMap((id) => {
    const row = phone.list.byId.get(id)
    return row ? [readingOf(phone, { row, isOld: false }, modo, null)] : []
  })
  const green = readings.filter(({ veredito }) => veredito.kind === 'entrar')
  const stored = await storeAll(phone, green)
  if (stored.kind === 'not-stored') return stored
  const admitted = new Map(stored.readings.map((reading) => [reading.entradaid, reading]))
  return { kind: 'admitted', readings: readings.map((reading) => admitted.get(reading.entradaid) ?? reading) }
}

/** Admits whatever the verdict was. */
export async function admitReading(phone: Phone, reading: Reading): Promise<Reading | NotStored> {
  if (reading.isAdmitted) return reading
  const stored = await storeAll(phone, [reading])
  return stored.kind === 'not-stored' ? stored : (stored.readings[0] ?? reading)
}

/** Somebody whom nothing but a name tells of. */
export function readingNamed(phone: Phone, nome: string): Reading {
  return readingOf(phone, NOBODY, 'busca', nome)
}

function readingOf(phone: Phone, read: Read, modo: Reading['modo'], text: string | null): Reading {
  const entradaid = phone.around.uuid()
  const veredito = vereditoOf(phone.own, read, entradaid)
  return {
    kind: 'read',
    entradaid,
    em: serverNow(phone),
    veredito,
    by: veredito.kind === 'ja-entrou' ? phoneNameOf(phone, veredito.aparelhoid) : null,
    convidado: read.row && convidadoOf(read.row),
    anotado: read.row || text === null ? null : notedText(text),
    modo,
    isAdmitted: false,
    isEnsaio: phone.isEnsaio,
  }
}

async function admitIfGreen(phone: Phone, reading: Reading): Promise<Reading | NotStored> {
  return reading.veredito.kind === 'entrar' ? admitReading(phone, reading) : reading
}

async function storeAll(
  phone: Phone,
  readings: Reading[],
): Promise<NotStored | { kind: 'ok'; readings: Reading[] }> {
  if (readings.length === 0) return { kind: 'ok', readings }
  const instant = phone.clock.read()
  const facts = readings.map(({ entradaid, convidado, modo, anotado }) => {
    return { entradaid, credencialid: convidado?.credencialid ?? '', ...instant, modo, anula: null, anotado }
  })
  const failure = await storeFacts(phone, facts)
  const em = instant.lidaem + instant.desvio
  return (
    failure ?? { kind: 'ok', readings: readings.map((reading) => ({ ...reading, em, isAdmitted: true })) }
  )
}

/** Stores facts for good, then lets memory and the network know. @returns what to tell where they are not stored */
export async function storeFacts(
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
