import type { Cadastro } from '../domain/credencial.ts'
import { EVERYBODY } from '../domain/guest-search.ts'
import type { ConvidadoNoPainel } from '../domain/painel-repo.ts'
import { presentTelefone, semelhanteOf } from '../domain/same-person.ts'
import type { Storage } from '../domain/storage.ts'
import { wordsOf } from '../domain/text.ts'
import { isSeparated, readSeparated } from './separated-pairs.ts'

/** At most this many guests with one phone and all these words are looked at. */
const LOOKED_THROUGH = 50

/** Somebody stored who may be the same person. */
export interface Twin {
  convidado: ConvidadoNoPainel
  /** The natural keys are equal: storage takes no second guest under them. */
  isExact: boolean
}

/** What {@link findTwin} reads and compares by. */
export interface TwinParts extends Pick<Storage, 'painel' | 'historico'> {
  chaveOf: (cadastro: Cadastro) => string
  chaveAntigaOf: (cadastro: Cadastro) => string | null
}

/**
 * Finds a guest with the same name, but for accents, particles and order, and the same phone, in its old or present
 * form.
 * @param credencialid the guest's own, passed over like those told apart from it; null for one not stored yet
 * @throws StorageError
 */
export async function findTwin(
  { painel, historico, chaveOf, chaveAntigaOf }: TwinParts,
  cadastro: Cadastro,
  credencialid: string | null,
): Promise<Twin | null> {
  const words = wordsOf(cadastro.nome)
  const query = { ...EVERYBODY, words, telefone: presentTelefone(cadastro.telefone) }
  const { convidados } = await painel.search([query], 0, LOOKED_THROUGH)
  const semelhante = semelhanteOf(cadastro)
  const alike = convidados.filter(
    ({ credencial }) => credencial.credencialid !== credencialid && semelhanteOf(credencial) === semelhante,
  )
  if (alike.length === 0) return null
  const keys = [chaveOf(cadastro), chaveAntigaOf(cadastro)]
  const twins = alike.map((convidado) => ({
    convidado,
    isExact: keys.includes(chaveOf(convidado.credencial)),
  }))
  const exact = twins.find(({ isExact }) => isExact)
  if (exact || credencialid === null) return exact ?? twins[0] ?? null
  const separated = await readSeparated(historico)
  return (
    twins.find(({ convidado }) => !isSeparated(separated, convidado.credencial.credencialid, credencialid)) ??
    null
  )
}
