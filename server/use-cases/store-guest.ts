import { chaveAntigaOf, chaveOf } from '../domain/chave.ts'
import type { RegisterRequest, Registration } from '../domain/register.ts'
import type { Storage } from '../domain/storage.ts'

/** What every registration stores with and tells. */
export interface StoreParts extends Pick<Storage, 'credenciais' | 'avips'> {
  /** CREDENCIAL_SECRET: keys the natural keys. */
  secret: string
  /** Called when an avip could not be mirrored and stays due. */
  onDue: () => void
  /** Receives REGISTRADO! and ERRO! (specification, section 7), never the guest's data. */
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void }
}

/**
 * Stores a guest under the natural key, in one transaction, then mirrors the avip. An avip that cannot be mirrored now
 * is mirrored later; the registration stands.
 * @throws StorageError when it was not stored, or may not have been: ask again
 */
export async function storeGuest(
  { credenciais, avips, secret, onDue, log }: StoreParts,
  request: Omit<RegisterRequest, 'chave' | 'chaveAntiga'>,
): Promise<Registration> {
  const { cadastro } = request
  const registration = await credenciais.register({
    ...request,
    chave: chaveOf(secret, cadastro),
    chaveAntiga: chaveAntigaOf(secret, cadastro),
  })
  if (registration.kind !== 'registered' && registration.kind !== 'already-registered') return registration
  const { credencialid } = registration.credencial
  try {
    await avips.mirror(credencialid)
    log.info({ credencialid }, 'REGISTRADO!')
  } catch (err) {
    onDue()
    log.error({ credencialid, err }, 'ERRO!')
  }
  return registration
}
