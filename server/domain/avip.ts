import type { Credencial } from './credencial.ts'

/** The VIP record: a mirror of the credencial, read at the door (specification, sections 3 and 7). */
export interface Avip {
  /** Equal to the credencialid. */
  vipid: string
  cpf: string
  nome: string
  tipo: string
  controle: string
  usuarioid: string
}

/** The VIP record that mirrors a credencial. */
export function avipOf(credencial: Credencial): Avip {
  const { credencialid, cpf, nome, tipo, controle, usuarioid } = credencial
  return { vipid: credencialid, cpf, nome, tipo, controle, usuarioid }
}
