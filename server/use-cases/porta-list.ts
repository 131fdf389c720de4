import { createHash } from 'node:crypto'
import { instantOf, toldTo } from '../domain/entrada.ts'
import type { Alteracoes, ConvidadoNaPorta } from '../domain/porta-repo.ts'
import { CODE_HASH_BYTES, TOKEN_HASH_BYTES, type Lista, type OutroLink } from '../domain/porta-sync.ts'
import type { Passe } from '../domain/token.ts'
import { nextTurn } from './event-loop.ts'

/** How many guests' hashes are made in one turn of the event loop: some milliseconds of work. */
const BATCH = 200

/** Bytes of SHA-256 that tell tables of one name apart. */
const MESA_HASH_BYTES = 6

/** Makes the list the phone of an aparelho gets, of everybody or of what changed. */
export type PortaListOf = (alteracoes: Alteracoes, aparelhoid: string) => Promise<Lista>

interface Parts {
  tokenOf: (credencialid: string, versao: number) => string
  codeOf: (credencialid: string, versao: number) => string
}

interface Hashes {
  token: Buffer
  code: Buffer
}

/**
 * Leaves out what a lost phone should not give away about a guest: it keeps four digits of the phone number, a hash of
 * the link and one of the code, and no e-mail. The hashes are made once per process, and again when a link was
 * replaced.
 */
export function createPortaList({ tokenOf, codeOf }: Parts): PortaListOf {
  const made = new Map<string, Hashes & { versao: number }>()
  const hashesFor = ({ credencialid, versao }: Passe): Hashes => ({
    token: hashOf(tokenOf(credencialid, versao), TOKEN_HASH_BYTES),
    code: hashOf(codeOf(credencialid, versao), CODE_HASH_BYTES),
  })

  const hashesOf = async (convidados: ConvidadoNaPorta[]): Promise<Hashes[]> => {
    const all: Hashes[] = []
    let count = 0
    for (const { credencialid, versao } of convidados) {
      let hashes = made.get(credencialid)
      if (hashes?.versao !== versao) {
        if (++count % BATCH === 0) await nextTurn()
        hashes = { versao, ...hashesFor({ credencialid, versao }) }
        made.set(credencialid, hashes)
      }
      all.push(hashes)
    }
    return all
  }

  return async ({ marca, isInteira, convidados, removidos }, para) => {
    const hashes = await hashesOf(convidados)
    for (const credencialid of removidos) made.delete(credencialid)
    // The empresaid is an address guests register at: a phone gets a hash.
    const mesas = new Map([
      ['', { nome: '', numero: '' }],
      ...convidados.map(({ mesa }) => [mesa?.empresaid ?? '', mesa ?? { nome: '', numero: '' }] as const),
    ])
    const positions = new Map([...mesas.keys()].map((empresaid, position) => [empresaid, position]))
    return {
      marca,
      isInteira,
      ids: convidados.map(({ credencialid }) => credencialid),
      nomes: convidados.map(({ nome }) => nome),
      mesas: [...mesas.values()].map(({ nome }) => nome),
      mesaids: [...mesas.keys()].map((id) =>
        id === '' ? '' : hashOf(id, MESA_HASH_BYTES).toString('base64'),
      ),
      numeros: [...mesas.values()].map(({ numero }) => numero),
      mesa: convidados.map(({ mesa }) => positions.get(mesa?.empresaid ?? '') ?? 0),
      finais: convidados.map(({ telefone }) => telefone.replace(/\D/g, '').slice(-4)),
      versoes: convidados.map(({ versao }) => versao),
      tokens: Buffer.concat(hashes.map(({ token }) => token)).toString('base64'),
      codigos: Buffer.concat(hashes.map(({ code }) => code)).toString('base64'),
      outros: convidados.flatMap(({ outros }, position) =>
        outros
          .map(hashesFor)
          .map(({ token, code }): OutroLink => [position, token.toString('base64'), code.toString('base64')]),
      ),
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
