import { createHash } from 'node:crypto'
import { instantOf, toldTo } from '../domain/entrada.ts'
import type { Alteracoes, ConvidadoNaPorta } from '../domain/porta-repo.ts'
import { CODE_HASH_BYTES, TOKEN_HASH_BYTES, type Lista } from '../domain/porta-sync.ts'
import { nextTurn } from './next-turn.ts'

/** How many guests' hashes are made in one turn of the event loop: some milliseconds of work. */
const BATCH = 200

/** Makes the list the phone of an aparelho gets, of everybody or of what changed. */
export type DoorListOf = (alteracoes: Alteracoes, aparelhoid: string) => Promise<Lista>

interface Parts {
  tokenOf: (credencialid: string, versao: number) => string
  codeOf: (credencialid: string, versao: number) => string
}

interface Hashes {
  versao: number
  token: Buffer
  code: Buffer
}

/**
 * Leaves out what a lost phone should not give away about a guest: it keeps four digits of the phone number, a hash of
 * the link and one of the code, and no e-mail. The hashes are made once per process, and again when a link was
 * replaced.
 */
export function createDoorList({ tokenOf, codeOf }: Parts): DoorListOf {
  const made = new Map<string, Hashes>()

  const hashesOf = async (convidados: ConvidadoNaPorta[]): Promise<Hashes[]> => {
    const all: Hashes[] = []
    let count = 0
    for (const { credencialid, versao } of convidados) {
      let hashes = made.get(credencialid)
      if (hashes?.versao !== versao) {
        if (++count % BATCH === 0) await nextTurn()
        hashes = {
          versao,
          token: hashOf(tokenOf(credencialid, versao), TOKEN_HASH_BYTES),
          code: hashOf(codeOf(credencialid, versao), CODE_HASH_BYTES),
        }
        made.set(credencialid, hashes)
      }
      all.push(hashes)
    }
    return all
  }

  return async ({ marca, isInteira, convidados, removidos }, para) => {
    const hashes = await hashesOf(convidados)
    for (const credencialid of removidos) made.delete(credencialid)
    const mesas = [...new Set(['', ...convidados.map(({ mesa }) => mesa ?? '')])]
    const positions = new Map(mesas.map((mesa, position) => [mesa, position]))
    return {
      marca,
      isInteira,
      ids: convidados.map(({ credencialid }) => credencialid),
      nomes: convidados.map(({ nome }) => nome),
      mesas,
      mesa: convidados.map(({ mesa }) => positions.get(mesa ?? '') ?? 0),
      finais: convidados.map(({ telefone }) => telefone.replace(/\D/g, '').slice(-4)),
      versoes: convidados.map(({ versao }) => versao),
      tokens: Buffer.concat(hashes.map(({ token }) => token)).toString('base64'),
      codigos: Buffer.concat(hashes.map(({ code }) => code)).toString('base64'),
      retirados: convidados.flatMap(({ isRetirado }, position) => (isRetirado ? [position] : [])),
      removidos,
      entradas: convidados.flatMap(({ entradas }, position) =>
        toldTo(para, entradas).map((entrada): Lista['entradas'][number] => {
          const { entradaid, aparelhoid, seq, anula } = entrada
          return [entradaid, position, aparelhoid, seq, instantOf(entrada), anula]
        }),
      ),
    }
  }
}

const hashOf = (text: string, size: number) => createHash('sha256').update(text).digest().subarray(0, size)
