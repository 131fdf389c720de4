import { CODE_HASH_BYTES, TOKEN_HASH_BYTES } from '../../server/domain/porta-sync.ts'
import { parseCode } from '../../server/domain/read-code.ts'
import { naoGuardou } from './database.ts'
import { addFact } from './facts.ts'
import { hashOf } from './hash.ts'
import { achadoOf, agora, convidadoOf, nomeOf, type Phone } from './phone.ts'
import { notedText, tokenIn } from './scanned.ts'
import type { Admissao, Leitura, Lida, NaoGuardou } from './shown.ts'
import { NOBODY, openRecent, readToken, vereditoOf, type Read } from './verdict.ts'

type Recent = ReturnType<typeof openRecent>

/** Reads what the camera saw, and admits where the verdict does. */
export async function readText(phone: Phone, recent: Recent, text: string): Promise<Leitura> {
  if (phone.list.marca === null) return { kind: 'sem-lista' }
  // A code held on as a rehearsal ends is another scan.
  const seen = phone.isEnsaio ? `ensaio ${text}` : text
  if (recent.isSame(seen)) return { kind: 'mesmo' }
  const token = tokenIn(text)
  const read = token === null ? NOBODY : readToken(phone.list, token, await hashOf(token, TOKEN_HASH_BYTES))
  const leitura = await admitIfGreen(phone, lidaOf(phone, read, 'camera', token ?? text))
  if (leitura.kind === 'lida') recent.decided(seen)
  return leitura
}

/** Reads a code as it is typed, and admits where the verdict does. */
export async function readCodeText(phone: Phone, text: string): Promise<Leitura> {
  if (phone.list.marca === null) return { kind: 'sem-lista' }
  const codigo = parseCode(text)
  if (codigo === null) return { kind: 'nao-e-codigo' }
  const [linha, ...others] = phone.list.byCodigo.get(await hashOf(codigo, CODE_HASH_BYTES)) ?? []
  if (linha && others.length > 0) {
    return { kind: 'varios', achados: [linha, ...others].map((each) => achadoOf(phone, each)) }
  }
  const read = linha ? { linha, isOld: false } : NOBODY
  return admitIfGreen(phone, lidaOf(phone, read, 'codigo', codigo))
}

/** Admits those of some guests whose verdict is `entrar`; the others come back with theirs. */
export async function admitGuests(phone: Phone, ids: string[], modo: 'busca' | 'mesa'): Promise<Admissao> {
  const lidas = [...new Set(ids)].flatMap((id) => {
    const linha = phone.list.byId.get(id)
    return linha ? [lidaOf(phone, { linha, isOld: false }, modo, null)] : []
  })
  const green = lidas.filter(({ veredito }) => veredito.kind === 'entrar')
  const stored = await storeAll(phone, green)
  if (stored.kind === 'nao-guardou') return stored
  const admitted = new Map(stored.lidas.map((lida) => [lida.entradaid, lida]))
  return { kind: 'admitidas', lidas: lidas.map((lida) => admitted.get(lida.entradaid) ?? lida) }
}

/** Admits whatever the verdict was. */
export async function admitLida(phone: Phone, lida: Lida): Promise<Lida | NaoGuardou> {
  if (lida.isAdmitida) return lida
  const stored = await storeAll(phone, [lida])
  return stored.kind === 'nao-guardou' ? stored : (stored.lidas[0] ?? lida)
}

/** Somebody whom nothing but a name tells of. */
export function lidaNamed(phone: Phone, nome: string): Lida {
  return lidaOf(phone, NOBODY, 'busca', nome)
}

function lidaOf(phone: Phone, read: Read, modo: Lida['modo'], text: string | null): Lida {
  const entradaid = phone.around.uuid()
  const veredito = vereditoOf(phone.own, read, entradaid)
  return {
    kind: 'lida',
    entradaid,
    em: agora(phone),
    veredito,
    por: veredito.kind === 'ja-entrou' ? nomeOf(phone, veredito.aparelhoid) : null,
    convidado: read.linha && convidadoOf(read.linha),
    anotado: read.linha || text === null ? null : notedText(text),
    modo,
    isAdmitida: false,
    isEnsaio: phone.isEnsaio,
  }
}

async function admitIfGreen(phone: Phone, lida: Lida): Promise<Lida | NaoGuardou> {
  return lida.veredito.kind === 'entrar' ? admitLida(phone, lida) : lida
}

async function storeAll(phone: Phone, lidas: Lida[]): Promise<NaoGuardou | { kind: 'ok'; lidas: Lida[] }> {
  if (lidas.length === 0) return { kind: 'ok', lidas }
  const instante = phone.clock.read()
  const fatos = lidas.map(({ entradaid, convidado, modo, anotado }) => {
    return { entradaid, credencialid: convidado?.credencialid ?? '', ...instante, modo, anula: null, anotado }
  })
  const failure = await storeFacts(phone, fatos)
  const em = instante.lidaem + instante.desvio
  return failure ?? { kind: 'ok', lidas: lidas.map((lida) => ({ ...lida, em, isAdmitida: true })) }
}

/** Stores facts for good, then lets memory and the network know. @returns what to tell where they are not stored */
export async function storeFacts(
  phone: Phone,
  fatos: Parameters<Phone['store']['add']>[0],
): Promise<NaoGuardou | null> {
  try {
    for (const fato of await phone.store.add(fatos)) {
      if (!phone.own.byId.has(fato.entradaid)) phone.porEnviar += 1
      phone.aparelho.seq = Math.max(phone.aparelho.seq, fato.seq)
      addFact(phone.own, fato)
    }
  } catch (error) {
    return naoGuardou(error)
  }
  phone.changed()
  phone.made()
  return null
}
