import type { Credencial } from './credencial.ts'

/** The VIP record: a mirror of the credencial, read at the door (specification, sections 3 and 7). */
export interface Avip extends Pick<Credencial, 'cpf' | 'nome' | 'tipo' | 'controle' | 'usuarioid'> {
  /** Equal to the credencialid. */
  vipid: string
}

export function avipOf(credencial: Credencial): Avip {
  const { credencialid, cpf, nome, tipo, controle, usuarioid } = credencial
  return { vipid: credencialid, cpf, nome, tipo, controle, usuarioid }
}

/**
 * Carries avips to where the door reads them, when that is another database than the credentials' (specification,
 * section 7). A registration leaves its avip due; it is mirrored at once, or later.
 */
export interface AvipMirror {
  /** Mirrors an avip, or rejects and leaves it due. One that is mirrored already, or by another now, counts as done. */
  mirror(credencialid: string): Promise<void>

  /**
   * Mirrors the avips still due, stopping at the first failure. One that is refused for good is set aside, so that
   * the others go on, and is tried again once a day and when the guest is changed.
   * @param onRefused called with the credencialid of each avip that was refused this time
   * @returns how many were mirrored, and how many remain
   */
  mirrorDue(
    now: number,
    onRefused?: (credencialid: string) => void,
  ): Promise<{ mirrored: number; due: number }>

  /** The credencialids whose avips are set aside, a thousand at most. */
  findRefused(): Promise<string[]>
}

/** For a storage whose avip is stored whenever the credencial is: nothing is ever due. */
export function nothingToMirror(): AvipMirror {
  return {
    mirror: async () => {},
    mirrorDue: async () => ({ mirrored: 0, due: 0 }),
    findRefused: async () => [],
  }
}
