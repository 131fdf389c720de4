import { createHash } from 'node:crypto'
import type { Envio } from '../domain/envio.ts'
import { idOf, type Kind, type Stored } from '../domain/records.ts'
import type { Storage } from '../domain/storage.ts'
import { CARRIED, KINDS, type Counts, type Registro, type Transfer } from '../domain/transfer.ts'

const CHUNK = 200

/** What became of a copy, and what both sides hold after it. */
export type Copy =
  /** The target has `foreign` records that the source does not; nothing was copied. */
  | { kind: 'target-in-use'; foreign: number }
  /** This many records changed in the source meanwhile, and may be missing from the copy. */
  | { kind: 'source-changed'; changed: number; source: Survey; target: Survey }
  /** Somebody is writing to the target. */
  | { kind: 'unequal'; source: Survey; target: Survey }
  | { kind: 'copied'; source: Survey; target: Survey }

/**
 * Carries everything from one storage to another, and compares both (decision 0007). Avips become due at the
 * target. A run after a failure continues from there.
 * @param onProgress called with the number of records written so far and in all; whatever it throws stops the
 * copy
 */
export async function copyStorage(
  { transfer: from }: Pick<Storage, 'transfer'>,
  to: Pick<Storage, 'transfer'>,
  onProgress?: (done: number, total: number) => void,
): Promise<Copy> {
  const before = await surveyOf(from)
  const foreign = await clear(before, to)
  if (foreign > 0) return { kind: 'target-in-use', foreign }
  let done = 0
  for await (const chunk of chunksOf(from.read())) {
    onProgress?.(done, before.things.size)
    await to.transfer.write(chunk)
    done += chunk.length
  }
  const [source, target] = [await surveyOf(from), await surveyOf(to.transfer)]
  const changed = countChanges(before, source)
  if (changed > 0) return { kind: 'source-changed', changed, source, target }
  return { kind: isSame(source, target) ? 'copied' : 'unequal', source, target }
}

/**
 * Removes guests that the source has erased since, and companies it has removed, from a copy nobody has used,
 * and marks an empty target as a copy.
 * @returns how many records only the target has, if it is in use; if there are any, nothing was done
 */
async function clear(source: Survey, { transfer }: Pick<Storage, 'transfer'>): Promise<number> {
  const target = await surveyOf(transfer)
  const isCopy = await transfer.isCopy()
  const foreign = [...target.things.keys()].filter((key) => !source.things.has(key))
  const convidados = idsIn(foreign, 'credencial')
  const erased = new Set(convidados)
  const desistencias = idsIn(foreign, 'desistencia').filter((id) => erased.has(id))
  const beside = foreign.filter((key) => source.removed.has(target.houses.get(key) ?? ''))
  const noted = foreign.flatMap((key) => target.noted.get(key) ?? [])
  // Pictures the event no longer has are no longer read from the source either, and maintenance erases them.
  const imagens = foreign.filter((key) => key.startsWith('imagem '))
  // An erasure takes the notes on imports along.
  const importados = idsIn(foreign, 'importado')
  // Guests are erased with their withdrawals, companies with everything stored for them, and the notes on
  // messages with both or with everything. A copy may have nothing else that its source lacks.
  const explained = [convidados, desistencias, beside, noted, imagens, importados].flat().length
  const refused = isCopy ? foreign.length - explained : foreign.length
  if (refused > 0) return refused
  const empresaids = new Set(beside.flatMap((key) => target.houses.get(key) ?? []))
  if (explained > 0) await transfer.erase(convidados, [...empresaids], noted, importados)
  if (target.credenciais + target.reservas === 0) await transfer.setCopy(true)
  return 0
}

const idsIn = (keys: string[], kind: 'credencial' | 'desistencia' | 'importado') =>
  keys.flatMap((key) => (key.startsWith(`${kind} `) ? [key.slice(kind.length + 1)] : []))

async function* chunksOf(registros: AsyncIterable<Registro>): AsyncIterable<Registro[]> {
  let chunk: Registro[] = []
  for await (const registro of registros) {
    chunk.push(registro)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

export const NUMBERS = ['licredencial', 'pendente', 'usada'] as const

/** What a company has given away: three numbers that must stay equal in a move. */
export type Balance = Record<(typeof NUMBERS)[number], number>

/** Everything a storage holds, as far as two storages can be compared. */
export interface Survey extends Omit<Counts, 'avips'> {
  /** A hash of each record, by its kind and id: `credencial 1900000000000`. */
  things: Map<string, string>
  balances: Map<string, Balance>
  /** For each record that is deleted along with its company: that company's id, keyed like `things`. */
  houses: Map<string, string>
  noted: Map<string, Pick<Envio, 'tipo' | 'para'>>
  removed: Set<string>
}

/** Reads a whole storage. Throws on a broken company, as {@link Transfer.read} does. */
export async function surveyOf(transfer: Transfer): Promise<Survey> {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Omit<Counts, 'avips'>
  const survey: Survey = {
    ...counts,
    things: new Map(),
    balances: new Map(),
    houses: new Map(),
    noted: new Map(),
    removed: new Set(),
  }
  for await (const registro of transfer.read()) {
    const id = add(survey, registro)
    // A picture's id is already a hash of its bytes.
    const told = registro.kind === 'imagem' ? id : JSON.stringify(registro)
    const hash = createHash('sha256').update(told).digest('base64')
    survey.things.set(`${registro.kind} ${id}`, hash)
    const empresaid = houseOf(registro)
    if (registro.kind === 'envio') survey.noted.set(`envio ${id}`, registro.envio)
    if (empresaid !== null) survey.houses.set(`${registro.kind} ${id}`, empresaid)
  }
  return survey
}

/** How many records are in only one survey, or differ between the two. */
export function countChanges(before: Survey, after: Survey): number {
  const keys = new Set([...before.things.keys(), ...after.things.keys()])
  return [...keys].filter((key) => before.things.get(key) !== after.things.get(key)).length
}

/**
 * Tells whether both hold the same number of each kind, and each company has given away the same number on
 * both sides.
 */
export function isSame(from: Survey, to: Survey): boolean {
  return KINDS.every((kind) => from[kind] === to[kind]) && unequalEmpresas(from, to).length === 0
}

/** The ids of companies whose numbers differ, or that are in only one of the two. */
export function unequalEmpresas(from: Survey, to: Survey): string[] {
  const empresaids = [...new Set([...from.balances.keys(), ...to.balances.keys()])].sort()
  return empresaids.filter((empresaid) => {
    const [a, b] = [from.balances.get(empresaid), to.balances.get(empresaid)]
    return !a || !b || NUMBERS.some((number) => a[number] !== b[number])
  })
}

/** The kind whose key identifies each record of a transfer. */
const KIND_OF = { empresa: 'empresas', credencial: 'credenciais', ...CARRIED } as const satisfies Record<
  Registro['kind'],
  Kind
>

/** @returns the id of the counted record */
function add(survey: Survey, registro: Registro): string {
  const kind = KIND_OF[registro.kind]
  survey[kind]++
  if (registro.kind === 'empresa')
    balanceOf(survey, registro.empresa.empresaid).licredencial = registro.empresa.licredencial
  if (registro.kind === 'credencial' && registro.chave !== null) survey.chaves++
  if (registro.kind === 'reserva' && registro.reserva.estado !== 'liberada')
    balanceOf(survey, registro.reserva.empresaid)[registro.reserva.estado]++
  if (registro.kind === 'linha' && registro.linha.ato === 'removeu-empresa')
    survey.removed.add(registro.linha.alvo)
  return idOf<Kind>(kind, recordOf(registro))
}

const recordOf = (registro: Registro): Stored[Kind] =>
  (registro as unknown as Record<Registro['kind'], Stored[Kind]>)[registro.kind]

/** The company that a record is deleted along with; null for any other record. */
function houseOf(registro: Registro): string | null {
  switch (registro.kind) {
    case 'empresa':
    case 'reserva':
    case 'convite':
    case 'mesa':
      return (recordOf(registro) as Stored['mesas']).empresaid
    default:
      return null
  }
}

function balanceOf({ balances }: Survey, empresaid: string): Balance {
  let balance = balances.get(empresaid)
  if (!balance) balances.set(empresaid, (balance = { licredencial: 0, pendente: 0, usada: 0 }))
  return balance
}
