import { chaveAntigaOf, chaveOf, keyedHash } from './chave.ts'
import type { Cadastro } from './credencial.ts'
import { empresaidOf, type Identity } from './empresaid.ts'
import { mesaTokenOf, parseMesaToken, type Mesa } from './mesa.ts'
import { codeOf, parseToken, tokenOf } from './token.ts'

/** What only CREDENCIAL_SECRET makes and reads. */
export function keyedBy(secret: string) {
  return {
    /** An id nobody can guess for a company; another one for each attempt. */
    empresaidOf: (identity: Identity, attempt?: number) => empresaidOf(secret, identity, attempt),
    /** The natural key of a guest. */
    chaveOf: (cadastro: Cadastro) => chaveOf(secret, cadastro),
    /** The natural key before phones gained the ninth digit; null where there was no other. */
    chaveAntigaOf: (cadastro: Cadastro) => chaveAntigaOf(secret, cadastro),
    /** The hash that is stored of the secret in a paired browser's cookie. */
    segredoOf: (cookie: string) => keyedHash(secret, 'segredo', cookie),
    /** The hash that is stored of the code that pairs a browser. */
    codigoOf: (code: string) => keyedHash(secret, 'pareamento', code),
    /** The token that opens a credencial, in its address. */
    tokenOf: (credencialid: string, versao: number) => tokenOf(secret, credencialid, versao),
    /** What a token of ours says, or null. */
    parseToken: (raw: string | undefined) => parseToken(secret, raw),
    /** What a personal invitation made of a form is known by. */
    conviteIdOf: (purpose: 'codigo' | 'reserva' | 'sid', seed: string) =>
      keyedHash(secret, `convite-${purpose}`, seed),
    /** The token that opens the panel of a company's holder, in its address. */
    mesaTokenOf: (mesa: Pick<Mesa, 'empresaid' | 'versao'>) => mesaTokenOf(secret, mesa),
    /** The company of such a token of ours, and the versao it was made at; or null. */
    parseMesaToken: (raw: string | undefined) => parseMesaToken(secret, raw),
    /** The code a person reads aloud from a credencial, `K7F3-92QD`. */
    codeOf: (credencialid: string, versao: number) => codeOf(secret, credencialid, versao),
  }
}
