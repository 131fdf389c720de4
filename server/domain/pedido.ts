import type { Mesa } from './mesa.ts'

/** The most invitations that one request of a holder asks for, and the longest reason, in characters. */
export const PEDIDO_MAX = 100
export const MOTIVO_MAX = 140

/** A request as typed; null unless it asks for 1 to {@link PEDIDO_MAX} invitations. */
export function parsePedido(quantos: string, motivo: string): Pick<Mesa, 'pedido' | 'motivo'> | null {
  const pedido = /^\d{1,3}$/.test(quantos.trim()) ? Number(quantos) : 0
  if (pedido < 1 || pedido > PEDIDO_MAX) return null
  const line = motivo.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return { pedido, motivo: Array.from(line).slice(0, MOTIVO_MAX).join('') }
}
