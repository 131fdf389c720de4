import type { EstadoDoConvite } from './convite-pessoal.ts'
import type { EmpresaConvites } from './empresa-repo.ts'
import type { Lugares } from './mesa.ts'

export interface ConvidadoDaMesa {
  credencialid: string
  /** Null where the organiser switched names off. */
  nome: string | null
  /** From 1 on, in the order of registration. */
  numero: number
  /** In milliseconds since the epoch; null before that. */
  dentroDesde: number | null
  /** Of the personal invitation that paid; null where none did. */
  rotulo: string | null
}

export interface ConviteDaMesa {
  codigo: string
  rotulo: string
  estado: EstadoDoConvite
  /** Who came with it; null for a new or revoked one, and after a withdrawal. */
  convidado: ConvidadoDaMesa | null
}

/** `confirmados + preenchendo + guardados + novos + outros + livres` is `total`, more only where the total was exceeded. */
export interface NumerosDaMesa {
  total: number
  confirmados: number
  /** A part of `confirmados`. */
  chegaram: number
  /** Held by browsers that are filling in the form. */
  preenchendo: number
  /** Kept for guests who withdrew. */
  guardados: number
  novos: number
  livres: number
  /** Used, without an occupant: by a guest who was removed, or before this product. */
  outros: number
}

export interface MesaShown extends Lugares {
  nome: string
  /** Of the table; empty text for none. */
  numero: string
  isFechada: boolean
  numeros: NumerosDaMesa
  /** By name, or by number where names are switched off. */
  convidados: ConvidadoDaMesa[]
  /** In the order they were made, those made together as they were typed. */
  convites: ConviteDaMesa[]
}

/** A table's numbers, from its counters, its occupants, and how many places it keeps for guests who withdrew. */
export function numerosOf(
  { empresa, held, pessoais, left }: EmpresaConvites,
  convidados: ConvidadoDaMesa[],
  guardados: number,
): NumerosDaMesa {
  const numeros = {
    total: empresa.icredencial,
    confirmados: convidados.length,
    chegaram: convidados.filter(({ dentroDesde }) => dentroDesde !== null).length,
    preenchendo: Math.max(0, held - guardados),
    guardados,
    novos: pessoais,
    livres: left,
    outros: 0,
  }
  return { ...numeros, outros: Math.max(0, numeros.total - sumOf(numeros)) }
}

const sumOf = ({ confirmados, preenchendo, guardados, novos, livres }: NumerosDaMesa) =>
  confirmados + preenchendo + guardados + novos + livres

export const addsUp = (numeros: NumerosDaMesa) => sumOf(numeros) === numeros.total
