import { RAJADA_MS, storedAt } from '../domain/credencial.ts'
import { EXCLUIDO, instantOf, type Delivery, type Entrada } from '../domain/entrada.ts'
import type { Evento } from '../domain/evento.ts'
import type { Autor } from '../domain/historico.ts'
import type { Pareado, Pareamento } from '../domain/pareamento.ts'
import type { EntradaEnviada, Lote, Lista, Resposta, Revogado } from '../domain/porta-sync.ts'
import type { Storage } from '../domain/storage.ts'
import type { PortaListOf } from './porta-list.ts'
import { findEnsaio } from './ensaio.ts'
import type { FindByCode } from './find-convidado.ts'

/** The bounds of a phone's possible instants: this product's beginning, and a week ahead of the server. */
const EARLIEST = Date.UTC(2020, 0, 1)
const AHEAD_MS = 7 * 86_400_000

interface StoringParts extends Pick<Storage, 'entradas' | 'credenciais' | 'equipe'> {
  parseToken: (raw: string) => { credencialid: string } | null
  parseCode: (raw: string) => string | null
  findByCode: FindByCode
  now: () => number
}

/**
 * Stores what a phone admitted and annulled, all in one transaction, as long as its pairing has room. The
 * guest of each fact, and whether its instant is possible, are determined beforehand, because neither depends
 * on what others do meanwhile. The reads are bounded by the batch, however much is stored.
 */
async function storeEntradas(
  parts: StoringParts,
  { segredo, aparelhoid }: Pareamento,
  enviadas: EntradaEnviada[],
  autor: Autor,
): Promise<Delivery> {
  if (enviadas.length === 0) return { guardadas: [], recusadas: [], retidas: 0 }
  const recebidaem = parts.now()
  const known = await Promise.all(enviadas.map((enviada) => resolved(parts, enviada)))
  const begun = await beginningOf(parts, known)
  const facts = known.map((enviada): Entrada => {
    const since = storedAt(enviada.credencialid) ?? begun
    return { ...atHonestInstant(enviada, recebidaem, since), aparelhoid, recebidaem }
  })
  return parts.entradas.deliver(segredo, facts, autor)
}

/**
 * The earliest time at which somebody on no list, or stored by another product, can have been let in: nobody
 * was at the door before the first browser of the team was paired.
 */
async function beginningOf({ equipe }: StoringParts, facts: EntradaEnviada[]): Promise<number> {
  if (facts.every(({ credencialid }) => storedAt(credencialid) !== null)) return EARLIEST
  const [first] = await equipe.listPareamentos()
  return first?.pareadoem ?? EARLIEST
}

/**
 * Tells whether an id is one of ours, the millisecond of a registration. A phone number or a CPF is not such
 * an instant. An id from another product counts only if a stored guest has it (`isKnown`).
 */
function isOurs(credencialid: string, now: number): boolean {
  const since = storedAt(credencialid)
  return since !== null && since >= EARLIEST && since <= now + RAJADA_MS
}

/** Whether a guest has this id, or had it until they were merged into another. */
async function isKnown({ credenciais }: StoringParts, credencialid: string): Promise<boolean> {
  if ((await credenciais.findById(credencialid)) !== null) return true
  return (await credenciais.findJuncao(credencialid)) !== null
}

/**
 * Finds the guest of a fact whom the phone's list did not know: by a token of ours, whatever its versao, or
 * by a code that belongs to one guest. An id that is neither of our form nor a guest's may be anything
 * somebody typed, and is not kept.
 */
async function resolved(parts: StoringParts, entrada: EntradaEnviada): Promise<EntradaEnviada> {
  const { credencialid, anotado, modo } = entrada
  if (credencialid !== '') {
    const isId = isOurs(credencialid, parts.now()) || (await isKnown(parts, credencialid))
    return isId ? { ...entrada, anotado: null } : { ...entrada, credencialid: '', anotado: EXCLUIDO }
  }
  if (anotado === null || modo === 'busca') return entrada
  const passe = parts.parseToken(anotado)
  if (passe) return { ...entrada, credencialid: passe.credencialid, anotado: null }
  const code = modo === 'codigo' ? parts.parseCode(anotado) : null
  const [convidado, ...others] = code === null ? [] : await parts.findByCode(code)
  return convidado === undefined || others.length > 0
    ? entrada
    : { ...entrada, credencialid: convidado, anotado: null }
}

/**
 * A fact is stored as it was sent, even if its clock is wrong by days. Only an impossible instant is replaced
 * by that of its arrival, because one forged before all others would stay the first for ever: `lidaem` stays
 * what the phone said, and `desvio` becomes what the server knows.
 * @param since the earliest possible instant: that of the guest's registration
 */
function atHonestInstant<Fact extends { lidaem: number; desvio: number }>(
  fact: Fact,
  now: number,
  since = EARLIEST,
): Fact {
  const at = instantOf(fact)
  return at >= Math.max(since, EARLIEST) && at <= now + AHEAD_MS
    ? fact
    : { ...fact, desvio: now - fact.lidaem }
}

/** How long after the event the list is kept on a phone, in milliseconds. */
const LISTA_MS = 12 * 3_600_000

const NOBODY = { hasMore: false, isInteira: true, convidados: [], removidos: [], age: 0 }

/** The precision of the time noted for a phone's last request, in milliseconds. */
const SEEN_MS = 60_000

interface SyncParts extends StoringParts, Pick<Storage, 'historico' | 'porta'> {
  portaListOf: PortaListOf
  config: { evento: Pick<Evento, 'inicio' | 'fim'> }
}

/**
 * Stores what a paired phone admitted, all in one transaction, and answers with what changed since its mark,
 * including its own admissions. The same batch sent again stores nothing and gets the same kind of answer.
 */
export async function syncPhone(
  parts: SyncParts,
  { aparelho, pareamento }: Pareado,
  { marca, entradas, porEnviar }: Lote,
  autor: Autor,
): Promise<Resposta> {
  const { equipe, porta, portaListOf, now, config } = parts
  const { aparelhoid, nome } = aparelho
  const stored = await storeEntradas(parts, pareamento, entradas, autor)
  await notePendentes(parts, pareamento, porEnviar + stored.retidas)
  const { inicio, fim } = config.evento
  const apagarem = Date.parse(fim) + LISTA_MS
  // Nobody gets the list once it is due to be erased.
  const alteracoes = now() < apagarem ? await porta.since(marca) : { ...NOBODY, marca: marca ?? '' }
  // The board they come from may be older than the answer.
  const de = now() - Math.round(alteracoes.age)
  const lista = await portaListOf(alteracoes, aparelhoid)
  const aparelhos = await namesIn(lista, equipe)
  const ensaio = await findEnsaio(parts, now())
  const { hasMore } = alteracoes
  return { agora: now(), de, ...stored, apagarem, inicio, nome, ensaio, aparelhos, hasMore, lista }
}

/**
 * Stores what a phone admitted before its pairing was closed, and nothing later. Those facts have a
 * `recebidaem` after `fechadoem`. The board goes on showing how much the phone has not sent.
 */
export async function takeFromRevoked(
  parts: StoringParts,
  pareamento: Pareamento,
  { entradas, porEnviar }: Pick<Lote, 'entradas' | 'porEnviar'>,
  autor: Autor,
): Promise<Revogado> {
  const end = pareamento.fechadoem ?? 0
  const before = entradas.filter((entrada) => instantOf(atHonestInstant(entrada, parts.now())) < end)
  const stored = await storeEntradas(parts, pareamento, before, autor)
  await notePendentes(parts, pareamento, porEnviar + stored.retidas)
  return { revogadoem: end, ...stored }
}

async function notePendentes(
  { equipe, now }: StoringParts,
  { segredo, pendentes, enviouem }: Pareamento,
  said: number,
): Promise<void> {
  if (pendentes !== said || now() - (enviouem ?? 0) >= SEEN_MS)
    await equipe.notePendentes(segredo, said, now())
}

/** The names of the phones in a list; nothing is read for a list without admissions. */
async function namesIn({ entradas }: Lista, equipe: Storage['equipe']): Promise<Record<string, string>> {
  const ids = new Set(entradas.map(([, , aparelhoid]) => aparelhoid))
  return ids.size === 0 ? {} : Object.fromEntries(await equipe.nomesOf([...ids]))
}
