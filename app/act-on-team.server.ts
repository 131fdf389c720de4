import { inviteToTeam, reconnectAparelho, type InviteErrors } from '../server/use-cases/invite-to-team.ts'
import { revokeAparelho } from '../server/use-cases/revoke-aparelho.ts'
import type { Team } from './team.server.ts'

/** What a form of the team's page did. */
export type TeamOutcome =
  | { kind: 'invited'; code: string }
  | { kind: 'revoked'; aparelhoid: string; feito: 'revogou' | 'cancelou' }
  /** Nothing was done: what was typed, and what is wrong with it. */
  | { kind: 'invalid'; nome: string; papel: string; errors: InviteErrors & { ultimo?: string } }
  /** Not a form of ours. */
  | { kind: 'malformed' }

const OVER = 'O evento passou há mais de três dias: a equipe terminou com ele.'
const GONE = 'Esta pessoa não está mais na lista: confira abaixo.'
const LAST = 'Marque que entendeu: é o último aparelho da organização.'

/** Does what the pressed button says. @throws StorageError */
export async function actOnTeam(form: FormData, { services, aparelho, autor }: Team): Promise<TeamOutcome> {
  const given = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const [nome, papel, aparelhoid] = [given('nome'), given('papel'), given('aparelhoid')]
  const refuse = (errors: Extract<TeamOutcome, { kind: 'invalid' }>['errors']) =>
    ({ kind: 'invalid', nome, papel: papel || 'porta', errors }) as const
  switch (given('ato')) {
    case 'convidar': {
      const result = await inviteToTeam(services, { nome, papel }, autor())
      if (result.kind === 'over') return refuse({ nome: OVER })
      return result.kind === 'invalid' ? refuse(result.errors) : result
    }
    case 'reconectar': {
      // It would close the page before the code is read.
      if (aparelhoid === aparelho.aparelhoid) return { kind: 'malformed' }
      const result = await reconnectAparelho(services, aparelhoid, autor())
      if (result.kind === 'invited') return result
      return refuse({ nome: result.kind === 'over' ? OVER : GONE })
    }
    case 'revogar':
    case 'cancelar': {
      const result = await revokeAparelho(services, aparelhoid, given('ultimo') === 'sim', autor())
      if (result.kind === 'last-organiser') return refuse({ ultimo: LAST })
      return { kind: 'revoked', aparelhoid, feito: given('ato') === 'revogar' ? 'revogou' : 'cancelou' }
    }
    default:
      return { kind: 'malformed' }
  }
}
