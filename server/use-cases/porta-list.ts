import { createHash } from 'node:crypto'
import { instantOf, entradasFor } from '../domain/entrada.ts'
import type { Alteracoes } from '../domain/porta-repo.ts'
import { CODE_HASH_BYTES, TOKEN_HASH_BYTES, listaOf } from '../domain/porta-sync.ts'
import type { ConvidadoNaLista, Lista } from '../domain/porta-sync.ts'
import type { Keyed } from '../domain/keyed-by.ts'
import type { Passe } from '../domain/token.ts'
import { inTurns } from './event-loop.ts'

/** Bytes of SHA-256 that distinguish tables with the same name. */
const MESA_HASH_BYTES = 6

/** Makes the list that the phone of an aparelho gets, with everybody or only what changed. */
export type PortaListOf = (alteracoes: Alteracoes, aparelhoid: string) => Promise<Lista>

/**
 * Leaves out what a lost phone should not reveal about a guest. It keeps four digits of the phone number, a
 * hash of the link and one of the code, and no e-mail. The hashes are made once per process, and again when a
 * link is replaced.
 */
export function createPortaList({ tokenOf, codeOf }: Pick<Keyed, 'tokenOf' | 'codeOf'>): PortaListOf {
  const made = new Map<string, ReturnType<typeof hashesFor> & { versao: number }>()
  const hashesFor = ({ credencialid, versao }: Passe) => ({
    token: hashOf(tokenOf(credencialid, versao), TOKEN_HASH_BYTES).toString('latin1'),
    codigo: hashOf(codeOf(credencialid, versao), CODE_HASH_BYTES).toString('latin1'),
  })
  // The empresaid is an address guests register at, so a phone gets only a hash.
  const mesaids = new Map([['', '']])
  const mesaidOf = (empresaid: string) => {
    const mesaid = mesaids.get(empresaid) ?? hashOf(empresaid, MESA_HASH_BYTES).toString('base64')
    mesaids.set(empresaid, mesaid)
    return mesaid
  }

  return async ({ marca, isInteira, convidados, removidos }, para) => {
    const listed = await inTurns(convidados, (convidado): ConvidadoNaLista => {
      const { credencialid, nome, telefone, versao, mesa, outros, grupo, isRetirado, entradas } = convidado
      const before = made.get(credencialid)
      const hashes = before?.versao === versao ? before : { versao, ...hashesFor(convidado) }
      made.set(credencialid, hashes)
      return {
        credencialid,
        nome,
        mesa: mesa?.nome ?? '',
        mesaid: mesaidOf(mesa?.empresaid ?? ''),
        numero: mesa?.numero ?? '',
        finais: telefone.replace(/\D/g, '').slice(-4),
        ...hashes,
        outros: outros.map(hashesFor),
        grupo,
        isRetirado,
        entradas: entradasFor(para, entradas).map((entrada) => {
          const { entradaid, aparelhoid, seq, anula } = entrada
          return [entradaid, 0, aparelhoid, seq, instantOf(entrada), anula]
        }),
      }
    })
    for (const credencialid of removidos) made.delete(credencialid)
    return listaOf(listed, { marca, isInteira, removidos })
  }
}

const hashOf = (text: string, size: number) => createHash('sha256').update(text).digest().subarray(0, size)
