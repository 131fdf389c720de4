import { LOTE_MAX, type EntradaEnviada, type Envio } from './porta-sync.ts'

/** A posted body as read, or why it could not be: one sentence in Portuguese. */
export type ParsedEnvio = { kind: 'envio'; envio: Envio } | { kind: 'malformed'; reason: string }

/** A UUID, as phones make them: an id holds nothing that a person typed. */
const ENTRADAID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const CREDENCIALID_MAX = 200
const ANOTADO_MAX = 200
const CURSOR_MAX = 200

const MODOS: readonly string[] = [
  'camera',
  'codigo',
  'busca',
  'mesa',
  'link',
] satisfies EntradaEnviada['modo'][]
const isModo = (raw: unknown): raw is EntradaEnviada['modo'] => typeof raw === 'string' && MODOS.includes(raw)

/** Half a surrogate pair: no storage gives it back unchanged, so an id with one would become another id. */
const HALF = /\p{Cs}/u

/**
 * Reads what a phone of the door posts to `/porta/sync`: fields of ours alone, whatever else is there. A batch is taken
 * whole or not at all.
 */
export function parseEnvio(raw: unknown): ParsedEnvio {
  if (!isRecord(raw)) return malformed('O envio não é um objeto.')
  const { marca, entradas, porEnviar } = raw
  if (marca !== null && !isText(marca, CURSOR_MAX)) return malformed('A marca da lista não foi entendida.')
  if (!isCount(porEnviar)) return malformed('O número por enviar não foi entendido.')
  if (!Array.isArray(entradas)) return malformed('As entradas não são uma lista.')
  if (entradas.length > LOTE_MAX) return malformed(`São mais de ${LOTE_MAX} entradas de uma vez.`)
  const parsed: EntradaEnviada[] = []
  const ids = new Set<string>()
  for (const one of entradas as unknown[]) {
    const entrada = entradaOf(one)
    if (!entrada) return malformed('Uma entrada não foi entendida.')
    ids.add(entrada.entradaid)
    parsed.push(entrada)
  }
  if (ids.size < parsed.length) return malformed('Uma entrada está no envio duas vezes.')
  return { kind: 'envio', envio: { marca, entradas: parsed, porEnviar } }
}

const malformed = (reason: string): ParsedEnvio => ({ kind: 'malformed', reason })

function entradaOf(raw: unknown): EntradaEnviada | null {
  if (!isRecord(raw)) return null
  const { entradaid, credencialid, seq, lidaem, desvio, modo, anula, anotado } = raw
  if (!isId(entradaid) || !isText(credencialid, CREDENCIALID_MAX) || !isModo(modo)) return null
  if (!isCount(seq) || !isInteger(lidaem) || !isInteger(desvio) || !isInteger(lidaem + desvio)) return null
  if (anula !== null && (!isId(anula) || anula === entradaid)) return null
  const note = noteOf(anotado)
  if (note === undefined) return null
  return { entradaid, credencialid, seq, lidaem, desvio, modo, anula, anotado: note }
}

/** A typed name may have been cut through the middle of an emoji: no reason to refuse the guest. */
function noteOf(raw: unknown): string | null | undefined {
  if (raw === null) return null
  // Counted as phones count: by code points, of which an emoji is one.
  if (typeof raw !== 'string' || Array.from(raw).length > ANOTADO_MAX) return undefined
  return raw.replace(/\p{Cs}/gu, '\ufffd')
}

const isRecord = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)
const isText = (raw: unknown, max: number): raw is string =>
  typeof raw === 'string' && raw.length <= max && !HALF.test(raw)
const isId = (raw: unknown): raw is string => typeof raw === 'string' && ENTRADAID.test(raw)
const isInteger = (raw: unknown): raw is number => Number.isSafeInteger(raw)
const isCount = (raw: unknown): raw is number => isInteger(raw) && raw >= 0
