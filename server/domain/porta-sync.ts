import type { Delivery, Entrada, Modo } from './entrada.ts'

/** How many admissions a phone sends at once. */
export const LOTE_MAX = 100

/**
 * Bytes of SHA-256 the list holds of each token: nobody guesses 88 bits, and 5,000 guests' lists stay under
 * 160 KB.
 */
export const TOKEN_HASH_BYTES = 11

/** Bytes of SHA-256 the list holds of each code, which itself has 37 bits. */
export const CODE_HASH_BYTES = 5

/** An admission, or an annulment, as a phone of the door sends it: an `Entrada` without the phone's id. */
export type EntradaEnviada = Omit<Entrada, 'aparelhoid' | 'recebidaem' | 'modo'> & {
  modo: Exclude<Modo, 'painel' | 'papel'>
}

/** What a phone posts to `/porta/sync`. */
export interface Lote {
  marca: string | null
  /** {@link LOTE_MAX} at most. */
  entradas: EntradaEnviada[]
  porEnviar: number
}

/** An admission as sent to phones: credencial, aparelho and seq by number. */
export type EntradaOuvida = [
  entradaid: string,
  convidado: number,
  aparelhoid: string,
  seq: number,
  /** The instant by the server's clock, in milliseconds since the epoch: `lidaem` + `desvio`. */
  em: number,
  anula: string | null,
]

/** Another link of a guest: the hashes of its token and code, as in {@link Lista}. */
export type OutroLink = [convidado: number, token: string, codigo: string]

/** A guest whom another one brought, and that other one's credencialid. */
export type Acompanhante = [convidado: number, grupo: string]

/**
 * The list, or what changed of it, in columns: value k of each column belongs to guest k. A guest who is
 * listed again replaces the earlier entry, including all its admissions.
 */
export interface Lista {
  /** The cursor the next sync continues from. */
  marca: string
  /** Whether this is the whole list, rather than only what changed. */
  isInteira: boolean
  ids: string[]
  nomes: string[]
  /** The names of the tables, each once; the first is empty text, for guests without a company. */
  mesas: string[]
  /** Distinguishes tables with the same name, for each of `mesas`; absent in lists of an earlier version. */
  mesaids?: string[]
  /** The number of each of `mesas`, empty text for none; absent in lists of an earlier version. */
  numeros?: string[]
  /** Positions in `mesas`. */
  mesa: number[]
  /** Last four digits of the phones; fewer where a phone has fewer. */
  finais: string[]
  versoes: number[]
  /** The first {@link TOKEN_HASH_BYTES} of SHA-256 over each token's text, one after the other, in base64. */
  tokens: string
  /** The first {@link CODE_HASH_BYTES} of SHA-256 over each code as it is written, `K7F3-92QD`. */
  codigos: string
  /** Other links that open a guest, by the guest's position; absent in lists of an earlier version. */
  outros?: OutroLink[]
  /** Only those whom another guest brought; absent in lists of an earlier version. */
  grupos?: Acompanhante[]
  retirados: number[]
  /** Guests who are no longer stored. */
  removidos: string[]
  entradas: EntradaOuvida[]
}

/** One guest of a {@link Lista}, taken from its columns. */
export interface ConvidadoNaLista {
  credencialid: string
  nome: string
  mesa: string
  /** Distinguishes tables with the same name; the name itself if a list has nothing else. */
  mesaid: string
  /** The number of the table; empty text for none. */
  numero: string
  finais: string
  versao: number
  /** Hashes, each byte as one character. */
  token: string
  codigo: string
  /** Other links that open the guest, left by a merge. */
  outros: { token: string; codigo: string }[]
  /** The credencialid of the guest who brought them; null for none. */
  grupo: string | null
  /** Withdrawn, or no longer stored. */
  isRetirado: boolean
  /** All facts the server sent; the guest's position in them is ignored. */
  entradas: EntradaOuvida[]
}

/** Writes guests in columns. */
export function listaOf(
  convidados: ConvidadoNaLista[],
  { marca, isInteira, removidos }: Pick<Lista, 'marca' | 'isInteira' | 'removidos'>,
): Lista {
  // A table also has an entry for each name and number: guests of a renamed table are updated one by one.
  const keyOf = ({ mesaid, mesa, numero }: Pick<ConvidadoNaLista, 'mesaid' | 'mesa' | 'numero'>) =>
    JSON.stringify([mesaid, mesa, numero])
  const none = { mesaid: '', mesa: '', numero: '' }
  const mesas = new Map([none, ...convidados].map((mesa) => [keyOf(mesa), mesa]))
  const positions = new Map([...mesas.keys()].map((key, at) => [key, at]))
  return {
    marca,
    isInteira,
    ids: convidados.map(({ credencialid }) => credencialid),
    nomes: convidados.map(({ nome }) => nome),
    mesas: [...mesas.values()].map(({ mesa }) => mesa),
    mesaids: [...mesas.values()].map(({ mesaid }) => mesaid),
    numeros: [...mesas.values()].map(({ numero }) => numero),
    mesa: convidados.map((convidado) => positions.get(keyOf(convidado)) ?? 0),
    finais: convidados.map(({ finais }) => finais),
    versoes: convidados.map(({ versao }) => versao),
    tokens: btoa(convidados.map(({ token }) => token).join('')),
    codigos: btoa(convidados.map(({ codigo }) => codigo).join('')),
    outros: convidados.flatMap(({ outros }, at) =>
      outros.map(({ token, codigo }): OutroLink => [at, btoa(token), btoa(codigo)]),
    ),
    grupos: convidados.flatMap(({ grupo }, at): Acompanhante[] => (grupo === null ? [] : [[at, grupo]])),
    retirados: convidados.flatMap(({ isRetirado }, at) => (isRetirado ? [at] : [])),
    removidos,
    entradas: convidados.flatMap(({ entradas }, at) =>
      entradas.map(([id, , ...rest]): EntradaOuvida => [id, at, ...rest]),
    ),
  }
}

/** What a phone of the door gets for a {@link Lote}. */
export interface Resposta extends Delivery {
  /** The server's clock while the request was answered, in milliseconds since the epoch. */
  agora: number
  /** When the list was read, by the same clock; absent in answers of an earlier version. */
  de?: number
  /** When the list is to be erased, in milliseconds since the epoch: 12 hours after the event. */
  apagarem: number
  /** When the event begins, by the event's clock; absent in answers of an earlier version. */
  inicio?: string
  nome: string
  /** The rehearsal in progress (`domain/ensaio.ts`), and when it ends by itself; null for none. */
  ensaio: { ensaioid: string; ate: number } | null
  /** Names of the phones that admitted, by aparelhoid. */
  aparelhos: Record<string, string>
  /** Whether more has changed than `lista` has: the phone is not up to date, and the next sync continues. */
  hasMore: boolean
  lista: Lista
}

/** What a revoked phone gets, with status 403: it must erase the list, and keep what is unsent. */
export interface Revogado extends Delivery {
  revogadoem: number
}

/** A posted body as read, or why it could not be read: one sentence in Portuguese. */
export type ParsedLote = { kind: 'lote'; lote: Lote } | { kind: 'malformed'; reason: string }

/** A UUID, as phones make them, so that an id cannot hold anything a person typed. */
const ENTRADAID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const CREDENCIALID_MAX = 200
/** The longest note about somebody who is not on the list, in characters. */
export const ANOTADO_MAX = 200
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
 * Reads what a phone of the door posts to `/porta/sync`, taking only our own fields and ignoring others. A
 * batch is taken whole or not at all.
 */
export function parseLote(raw: unknown): ParsedLote {
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
  return { kind: 'lote', lote: { marca, entradas: parsed, porEnviar } }
}

const malformed = (reason: string): ParsedLote => ({ kind: 'malformed', reason })

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

/** A typed name may have been cut through the middle of an emoji: that is no reason to refuse the guest. */
function noteOf(raw: unknown): string | null | undefined {
  if (raw === null) return null
  // Counted as phones count: by code points, so that an emoji is one.
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
