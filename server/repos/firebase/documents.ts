import type { Chave } from '../../domain/acesso.ts'
import type { Aparelho } from '../../domain/aparelho.ts'
import type { ConvitePessoal } from '../../domain/convite-pessoal.ts'
import type { Credencial } from '../../domain/credencial.ts'
import type { Desistencia } from '../../domain/desistencia.ts'
import type { Entrada } from '../../domain/entrada.ts'
import { PACE_MS } from '../../domain/convites-per-address.ts'
import { newMesa, type Mesa } from '../../domain/mesa.ts'
import type { Pareamento } from '../../domain/pareamento.ts'
import { isPessoal, type Reserva } from '../../domain/reserva.ts'
import type { Connection } from './connection.ts'
import type { Document } from './unit.ts'

/** What cannot name a document names nothing stored; ids of other products may hold all else. */
export function canNameDocument(id: string): boolean {
  const isTaken = /^(\.{0,2}|__.*__)$/s.test(id)
  return !isTaken && !/[/\p{Surrogate}]/u.test(id) && Buffer.byteLength(id) <= 1_500
}

/** The document of a natural key, or of another hash. Names that begin and end with `__` are Firestore's own, and a hash may. */
export function chaveIdOf(chave: string): string {
  return `k${chave}`
}

/** The hash of a document. */
export function chaveOfId(id: string): string {
  return id.slice(1)
}

/** Text or a number of other products, as text; empty for anything else. */
export const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** A credencial as it lies there, other products' included: what is missing is empty text. */
export function credencialFrom(credencialid: string, stored: Document): Credencial {
  return {
    empresaid: text(stored.empresaid),
    usuarioid: text(stored.usuarioid),
    credencialid,
    cpf: text(stored.cpf),
    nome: text(stored.nome),
    telefone: text(stored.telefone),
    email: text(stored.email),
    qrcode: text(stored.qrcode),
    tipo: text(stored.tipo),
    controle: text(stored.controle),
  }
}

/** A natural key and what lies beside it; a key of an earlier release has only its credencialid. */
export function chaveFrom(stored: Document): Chave {
  const { origem, criadaem, versao, recibo, reciboate } = stored
  return {
    credencialid: text(stored.credencialid),
    origem: typeof origem === 'string' ? origem : null,
    criadaem: typeof criadaem === 'number' ? criadaem : null,
    versao: typeof versao === 'number' ? versao : 0,
    recibo: typeof recibo === 'string' ? recibo : null,
    reciboate: typeof reciboate === 'number' ? reciboate : null,
  }
}

const ESTADOS: readonly string[] = ['pendente', 'usada', 'liberada'] satisfies Reserva['estado'][]

/** The state of a personal invitation's hold as it is stored: a claim reads every pendente of its company. */
export const PESSOAL = 'pessoal'

/**
 * A reserva as it is stored. Beside its fields lies `ritmo`, the address and the minute it was made in: the pace of an
 * address is found by equality, which needs no composite index and reads no more than two minutes. And `mudouem`, when
 * it changed by the clock all processes share.
 */
export function reservaDocument({ serverTime }: Pick<Connection, 'serverTime'>, reserva: Reserva): Document {
  const { origem, criadaem } = reserva
  const estado = isPessoal(reserva) ? PESSOAL : reserva.estado
  return {
    ...reserva,
    estado,
    ritmo: origem === null ? null : ritmoAt(origem, criadaem),
    mudouem: serverTime,
  }
}

/** The values of `ritmo` that what an address made within the last PACE_MS can have. */
export function ritmosOf(origem: string, now: number): string[] {
  return [ritmoAt(origem, now), ritmoAt(origem, now - PACE_MS)]
}

const ritmoAt = (origem: string, instant: number) => `${origem}/${Math.floor(instant / PACE_MS)}`

/** A reserva of ours. @throws Error when it is none: only this product writes there */
export function reservaFrom(reservaid: string, stored: Document): Reserva {
  const { empresaid, sid, origem, criadaem, expiraem, credencialid } = stored
  const estado = stored.estado === PESSOAL ? 'pendente' : stored.estado
  if (typeof estado !== 'string' || !ESTADOS.includes(estado) || typeof expiraem !== 'number') {
    throw new Error(`[firebase] reserva ${reservaid} is not one of ours`)
  }
  return {
    reservaid,
    empresaid: text(empresaid),
    sid: text(sid),
    origem: origem === null ? null : text(origem),
    estado: estado as Reserva['estado'],
    criadaem: Number(criadaem),
    expiraem,
    credencialid: credencialid === null ? null : text(credencialid),
  }
}

/** A place in the team; only this product writes there. */
export function aparelhoFrom(aparelhoid: string, stored: Document): Aparelho {
  const { nome, papel, codigo, codigoate, segredo, pareadoem, vistoem, revogadoem } =
    stored as unknown as Aparelho
  return { aparelhoid, nome, papel, codigo, codigoate, segredo, pareadoem, vistoem, revogadoem }
}

/** A pairing; only this product writes there. */
export function pareamentoFrom(segredo: string, stored: Document): Pareamento {
  const { aparelhoid, pareadoem, fechadoem, enviouem, pendentes, entregues, limite } =
    stored as unknown as Pareamento
  return { segredo, aparelhoid, pareadoem, fechadoem, enviouem, pendentes, entregues, limite }
}

/** An admission as it is stored: beside its fields lies when it was. */
export function entradaDocument({ serverTime }: Pick<Connection, 'serverTime'>, entrada: Entrada): Document {
  return { ...entrada, mudouem: serverTime }
}

/** An admission; only this product writes there. */
export function entradaFrom(entradaid: string, stored: Document): Entrada {
  const { credencialid, aparelhoid, seq, lidaem, desvio, modo, recebidaem, anula, anotado } =
    stored as unknown as Entrada
  return {
    entradaid,
    credencialid,
    aparelhoid,
    seq,
    lidaem,
    desvio,
    modo,
    recebidaem,
    anula,
    anotado: anotado ?? null,
  }
}

/** A personal invitation; only this product writes there. */
export function conviteFrom(codigo: string, stored: Document): ConvitePessoal {
  const { empresaid, rotulo, reservaid, criadoem } = stored as unknown as ConvitePessoal
  return { codigo, empresaid, rotulo, reservaid, criadoem }
}

/** The document of a holder: an id of another product may hold what names no document. */
export const mesaIdOf = (empresaid: string) => `m${Buffer.from(empresaid).toString('base64url')}`

/** The company of a document. */
export const empresaidOfMesa = (id: string) => Buffer.from(id.slice(1), 'base64url').toString()

/** What a holder has; only this product writes there. */
export function mesaFrom(empresaid: string, stored: Document | undefined): Mesa {
  if (!stored) return newMesa(empresaid)
  const { versao, fechada } = stored as unknown as Mesa
  return { empresaid, versao, fechada, telefone: text(stored.telefone), numero: text(stored.numero) }
}

/** A withdrawal; only this product writes there. */
export function desistenciaFrom(credencialid: string, stored: Document): Desistencia {
  const { em, por, desfeitaem, empresaid, reservaid } = stored as unknown as Desistencia
  return { credencialid, em, por, desfeitaem, empresaid, reservaid }
}
