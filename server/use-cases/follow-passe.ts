import type { Convidado } from '../domain/credencial-repo.ts'
import type { Storage } from '../domain/storage.ts'
import type { Passe } from '../domain/token.ts'

/**
 * The guest of a link: the one it was made for, or the one who stayed when both were merged as the same person.
 * @returns whether the link was replaced by a newer one; null for a link that ended, and a guest no longer stored
 * @throws StorageError
 */
export async function followPasse(
  credenciais: Pick<Storage['credenciais'], 'findById' | 'findJuncao'>,
  { credencialid, versao }: Passe,
): Promise<{ convidado: Convidado; isOld: boolean } | null> {
  const convidado = await credenciais.findById(credencialid)
  if (convidado) return { convidado, isOld: convidado.versao !== versao }
  const juncao = await credenciais.findJuncao(credencialid)
  if (juncao?.elo?.de !== versao) return null
  return followPasse(credenciais, { credencialid: juncao.kept, versao: juncao.elo.para })
}
