import { chaveAntigaOf, chaveOf, keyedHash } from './chave.ts'
import { certificadoCodeOf, findAtestado, type Atestado, type Conferencia } from './certificado.ts'
import type { Cadastro } from './credencial.ts'
import { empresaidOf, type Identity } from './empresaid.ts'
import { mesaTokenOf, parseMesaToken, type Mesa } from './mesa.ts'
import { codeOf, parseToken, tokenOf } from './token.ts'

export type Keyed = ReturnType<typeof keyedBy>

/** The things that only CREDENCIAL_SECRET can make and read. */
export function keyedBy(secret: string) {
  return {
    empresaidOf: (identity: Identity, attempt?: number) => empresaidOf(secret, identity, attempt),
    chaveOf: (cadastro: Cadastro, empresaid?: string | null) => chaveOf(secret, cadastro, empresaid),
    chaveAntigaOf: (cadastro: Cadastro) => chaveAntigaOf(secret, cadastro),
    /** The stored hash of the secret in a paired browser's cookie. */
    segredoOf: (cookie: string) => keyedHash(secret, 'segredo', cookie),
    /** The stored hash of the code that pairs a browser. */
    codigoOf: (code: string) => keyedHash(secret, 'pareamento', code),
    tokenOf: (credencialid: string, versao: number) => tokenOf(secret, credencialid, versao),
    parseToken: (raw: string | undefined) => parseToken(secret, raw),
    /** The id of a personal invitation made from a form. */
    conviteIdOf: (purpose: 'codigo' | 'reserva', seed: string) =>
      keyedHash(secret, `convite-${purpose}`, seed),
    mesaTokenOf: (mesa: Pick<Mesa, 'empresaid' | 'versao'>) => mesaTokenOf(secret, mesa),
    parseMesaToken: (raw: string | undefined) => parseMesaToken(secret, raw),
    /** The number a message went to, hashed: enough to see that it has changed. Empty text for no number. */
    numeroOf: (telefone: string) =>
      telefone === '' ? '' : keyedHash(secret, 'numero', telefone).slice(0, 12),
    certificadoCodeOf: (atestado: Pick<Atestado, 'eventoid' | 'minutos'>, nome: string) =>
      certificadoCodeOf(secret, atestado, nome),
    findAtestado: (typed: Conferencia, atestados: Atestado[]) => findAtestado(secret, typed, atestados),
    /** A guest's label, hashed: enough to see that it would differ now. */
    impressoOf: (said: string[]) => keyedHash(secret, 'etiqueta', said.join('\n')).slice(0, 12),
    codeOf: (credencialid: string, versao: number) => codeOf(secret, credencialid, versao),
  }
}
