import { ensaioOf, type ConvidadoDeEnsaio } from '../../server/domain/ensaio.ts'
import { dayBegins } from '../../server/domain/quando.ts'
import { CODE_HASH_BYTES, TOKEN_HASH_BYTES, listaOf } from '../../server/domain/porta-sync.ts'
import type { ConvidadoNaLista, Resposta } from '../../server/domain/porta-sync.ts'
import { factsOf, noFacts, serverNow, type Phone } from './phone.ts'
import { hashOf, applyLista, emptyList } from './list.ts'

/** The phone that supposedly admitted the guests who are already inside. */
const OTHER_PHONE = 'outra-porta'

/** How long before the rehearsal's start they supposedly entered, in milliseconds. */
const BEFORE_MS = 10 * 60_000

/** A phone on which nothing counts, and when that ends by itself. */
export interface Ensaio {
  ensaioid: string
  ate: number
  phone: Phone
}

/**
 * Makes the rehearsal for an id: nothing in it is stored, sent or counted. Its phone reads and admits like
 * the real one, among invented guests.
 */
export async function openEnsaio(phone: Phone, { ensaioid, ate }: NonNullable<Resposta['ensaio']>) {
  const em = serverNow(phone) - BEFORE_MS
  const rows = await Promise.all(ensaioOf(ensaioid).convidados.map((convidado) => rowOf(convidado, em)))
  const rehearsed: Phone = {
    ...phone,
    ...keptNowhere(phone),
    world: 'ensaio',
    list: applyLista(emptyList(), listaOf(rows, { marca: ensaioid, isInteira: true, removidos: [] })),
    own: noFacts(),
    aparelho: { ...phone.aparelho, seq: 0, aparelhos: { [OTHER_PHONE]: 'outra porta' } },
  }
  return { ensaioid, ate, phone: rehearsed } satisfies Ensaio
}

const TESTE = 'teste'

/** How long "today" lasts: long enough for the longest event, short enough for a mistaken touch to expire. */
const HOJE_MS = 3 * 24 * 3_600_000

/**
 * When the day of the event comes, by what the phone heard last; null if it has come, is unknown, or was
 * declared to be today.
 */
export function testeUntil(phone: Phone): number | null {
  const { inicio, hojeem } = phone.aparelho
  const now = serverNow(phone)
  const isToday = hojeem !== null && now < hojeem + HOJE_MS
  return inicio !== null && now < dayBegins(inicio) && !isToday ? dayBegins(inicio) : null
}

/**
 * The phone before the day of the event. It uses its own list, kept up to date, and keeps nothing made on it.
 */
export function openTeste(phone: Phone, ate: number): Ensaio {
  const own = factsOf([...phone.own.byId.values()])
  const tried: Phone = {
    ...phone,
    ...keptNowhere(phone),
    world: 'teste',
    own,
    get list() {
      return phone.list
    },
    get aparelho() {
      return { ...phone.aparelho }
    },
  }
  return { ensaioid: TESTE, ate, phone: tried }
}

/** Facts get a number, stay in memory only, and are never sent. */
function keptNowhere({ store, aparelho }: Phone): Pick<Phone, 'store' | 'porEnviar' | 'made'> {
  let { seq } = aparelho
  return {
    porEnviar: 0,
    store: { ...store, add: async (facts) => facts.map((fact) => ({ ...fact, seq: ++seq })) },
    made() {},
  }
}

async function rowOf(
  { id, nome, mesa, numero, finais, codigo, token, veredito }: ConvidadoDeEnsaio,
  em: number,
): Promise<ConvidadoNaLista> {
  const isOld = veredito === 'link-antigo'
  return {
    credencialid: id,
    nome,
    mesa,
    mesaid: mesa,
    numero,
    finais,
    // The link shown has been replaced.
    versao: isOld ? 1 : 0,
    token: await hashOf(isOld ? `1.${token}` : token, TOKEN_HASH_BYTES),
    codigo: await hashOf(codigo, CODE_HASH_BYTES),
    outros: [],
    grupo: null,
    isRetirado: veredito === 'cancelado',
    entradas: veredito === 'ja-entrou' ? [[`dentro-${id}`, 0, OTHER_PHONE, 1, em, null]] : [],
  }
}
