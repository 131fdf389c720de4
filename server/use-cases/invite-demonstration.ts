import { stateOfAparelho } from '../domain/aparelho.ts'
import type { Autor } from '../domain/historico.ts'
import { inviteToTeam, reconnectAparelho, type InviteParts } from './invite-to-team.ts'

const NOME = 'Secretaria'

/**
 * Invites the person who tries the demonstration. Each start makes another code and gives it to
 * the invitation the last start left unused, so that they do not pile up.
 * @returns the code; null once the team has ended with the event
 * @throws StorageError
 */
export async function inviteDemonstration(parts: InviteParts, autor: Autor): Promise<string | null> {
  const now = parts.now()
  const isUnused = (state: string) => state === 'open' || state === 'ended'
  const unused = (await parts.equipe.list()).find(
    (aparelho) => aparelho.nome === NOME && isUnused(stateOfAparelho(aparelho, now)),
  )
  const result = unused
    ? await reconnectAparelho(parts, unused.aparelhoid, autor)
    : await inviteToTeam(parts, { nome: NOME, papel: 'organizacao' }, autor)
  return result.kind === 'invited' ? result.code : null
}
