import { copyFor, instantOf, type Entrada } from '../domain/entrada.ts'
import type { Autor } from '../domain/historico.ts'
import type { EntradaEnviada } from '../domain/porta-sync.ts'
import type { Storage } from '../domain/storage.ts'
import type { FindByCode } from './code-index.ts'

/**
 * How long after an admission its own phone may annul it, in milliseconds; the extra second allows for a corrected
 * clock.
 */
const ANULA_MS = 2 * 60_000
const FOLGA_MS = 10_000

/** Instants no phone can have measured: before this product, or more than a week ahead of the server's clock. */
const EARLIEST = Date.UTC(2020, 0, 1)
const AHEAD_MS = 7 * 86_400_000

/** What storing reads and writes. */
export interface StoringParts extends Pick<Storage, 'entradas' | 'credenciais' | 'historico'> {
  parseToken: (raw: string) => { credencialid: string } | null
  parseCode: (raw: string) => string | null
  findByCode: FindByCode
  now: () => number
}

/** What became of what a phone sent. */
interface StoredEntradas {
  /** The entradaids that are stored, now or before. */
  guardadas: string[]
  /** Annulments that are refused; nothing of them is stored. */
  recusadas: string[]
}

/** Stores what a phone admitted and annulled, all of it in one transaction. @throws StorageError */
export async function storeEntradas(
  parts: StoringParts,
  aparelhoid: string,
  enviadas: EntradaEnviada[],
  autor: Autor,
): Promise<StoredEntradas> {
  if (enviadas.length === 0) return { guardadas: [], recusadas: [] }
  const recebidaem = parts.now()
  const facts: Entrada[] = []
  for (const enviada of enviadas) {
    const known = await resolved(parts, enviada)
    facts.push({ ...atHonestInstant(known, recebidaem), aparelhoid, recebidaem })
  }
  const taken = await withoutForeignAnnulments(parts, aparelhoid, facts)
  await parts.entradas.add([...taken, ...(await copiesForGone(parts, taken))], autor)
  const guardadas = taken.map(({ entradaid }) => entradaid)
  const isTaken = new Set(guardadas)
  return { guardadas, recusadas: facts.map(({ entradaid }) => entradaid).filter((id) => !isTaken.has(id)) }
}

/** How many guests are looked up, and merges read, at once. */
const AT_ONCE = 20
const MERGES = 500

/** What is noted when a phone let in somebody an organiser had removed. */
const EXCLUIDO = 'convidado excluído'

/**
 * What a phone admitted of guests stored no more: before it heard that two are one, it counts for the one who was kept,
 * as a merge copies what was stored by then; of one who was removed, somebody on no list is inside.
 */
async function copiesForGone({ credenciais, historico }: StoringParts, facts: Entrada[]): Promise<Entrada[]> {
  const ids = [...new Set(facts.map(({ credencialid }) => credencialid))].filter((id) => id !== '')
  const gone = new Set<string>()
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const chunk = ids.slice(start, start + AT_ONCE)
    const found = await Promise.all(chunk.map((id) => credenciais.findById(id)))
    for (const [at, id] of chunk.entries()) if (!found[at]) gone.add(id)
  }
  if (gone.size === 0) return []
  const merges = await historico.list({ ato: 'juntou', after: null, limit: MERGES })
  const keptFor = new Map(merges.map(({ alvo, detalhe }) => [detalhe.split(' ')[0] ?? '', alvo]))
  return facts.flatMap((fact) => {
    const copies: Entrada[] = []
    let last = gone.has(fact.credencialid) ? fact : null
    if (last && !keptFor.has(last.credencialid)) {
      const noted = { modo: 'busca', anotado: EXCLUIDO } as const
      return [{ ...copyFor('', fact), ...noted }]
    }
    // The one who was kept may have been merged into another in turn.
    for (let left = merges.length; last && left > 0; left--) {
      const kept = keptFor.get(last.credencialid)
      last = kept === undefined ? null : copyFor(kept, last)
      if (last) copies.push(last)
    }
    return copies
  })
}

/**
 * The guest of a fact whom the phone's list did not know: by a token of ours, whatever its versao, or a code of one
 * guest.
 */
async function resolved(parts: StoringParts, entrada: EntradaEnviada): Promise<EntradaEnviada> {
  const { credencialid, anotado, modo } = entrada
  if (credencialid !== '') return { ...entrada, anotado: null }
  if (anotado === null || modo === 'busca') return entrada
  const passe = parts.parseToken(anotado)
  if (passe) return { ...entrada, credencialid: passe.credencialid, anotado: null }
  const code = modo === 'codigo' ? parts.parseCode(anotado) : null
  const [guest, ...others] = code === null ? [] : await parts.findByCode(code)
  return guest === undefined || others.length > 0
    ? entrada
    : { ...entrada, credencialid: guest, anotado: null }
}

/**
 * A fact is stored as it was sent, a clock that is wrong by days included. Only an impossible instant is replaced by
 * that of its arrival, or a forged one before all others would stay the first for ever: `lidaem` stays what the phone
 * said, `desvio` becomes what the server knows.
 */
export function atHonestInstant<Fact extends { lidaem: number; desvio: number }>(
  fact: Fact,
  now: number,
): Fact {
  const at = instantOf(fact)
  return at >= EARLIEST && at <= now + AHEAD_MS ? fact : { ...fact, desvio: now - fact.lidaem }
}

/**
 * A phone annuls its own admissions only, within two minutes by its own clock. Any other annulment is left out, among
 * `recusadas`: stored, it would un-admit a guest, and later annulments are an organiser's. What is taken stands with
 * the guest of its admission, whom the phone may not have known.
 */
async function withoutForeignAnnulments(
  { entradas }: StoringParts,
  aparelhoid: string,
  facts: Entrada[],
): Promise<Entrada[]> {
  const sent = new Map(facts.map((fact) => [fact.entradaid, fact]))
  const taken: Entrada[] = []
  for (const fact of facts) {
    if (fact.anula === null) {
      taken.push(fact)
      continue
    }
    const { anula, credencialid } = fact
    const isNamed = ({ entradaid }: Entrada) => entradaid === anula
    // What is stored counts: a batch may say something else under the id of another phone's admission.
    const admission =
      (credencialid === '' ? undefined : (await entradas.listOf(credencialid)).find(isNamed)) ??
      sent.get(anula) ??
      (await entradas.listAnotadas()).find(isNamed)
    if (admission?.aparelhoid !== aparelhoid || admission.anula !== null) continue
    if (Math.abs(instantOf(fact) - instantOf(admission)) > ANULA_MS + FOLGA_MS) continue
    taken.push({ ...fact, credencialid: admission.credencialid, anotado: null })
  }
  return taken
}
