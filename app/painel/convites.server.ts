import type { RefusedRotulo } from '~/shared/new-convites'
import { noStore, type AppLoadContext } from '~/shared/remix.server'
import {
  changeRotulo,
  createConvites,
  type Phrases,
  type RotulosAct,
  type RotulosAsked,
} from '~/shared/rotulos.server'
import { countOf } from '~/shared/words'
import { revokeConvite } from '../../server/use-cases/convites-pessoais.ts'
import type { ConvitesDoneName } from './convites.tsx'

// What pages of the board do with personal invitations.

const PHRASES: Phrases = {
  empty: 'Escreva pelo menos um nome, um por linha.',
  tooLong: 'Um nome tem de 1 a 60 letras.',
  someTooLong: (lines) => `Um nome tem de 1 a 60 letras: veja ${lines}.`,
  tooFew: (left) =>
    left === 0 ? 'Não há lugares livres.' : `Não cabem todos: há só ${countOf(left, 'livre', 'livres')}.`,
}

/** A refused form, to be shown again as it was typed. */
export interface RefusedConvites extends RefusedRotulo {
  /** The form's random value, unchanged. */
  pedido: string
  /** Whose invitations they were to be. */
  empresaid: string
}

type Done = Extract<RotulosAct, { kind: 'done' }> | { feito: ConvitesDoneName }

type Asked = Omit<RotulosAsked, 'phrases'> & { context: AppLoadContext }

/**
 * Does what a form asks: makes, corrects or revokes invitations.
 * @param done where it leads
 * @throws StorageError
 */
export async function actOnConvites(asked: Asked, done: (act: Done) => Response): Promise<Response> {
  const { context, empresaid, fields } = asked
  const act = await actOf(asked)
  switch (act.kind) {
    case 'done':
      return done(act)
    case 'too-late':
      return done({ feito: act.aviso })
    case 'refused':
    case 'limit-reached':
      context.isError = true
      return noStore<RefusedConvites>({ ...act.recusado, pedido: fields('pedido') ?? '', empresaid }, 422)
    default:
      return act satisfies never
  }
}

async function actOf(asked: Asked): Promise<RotulosAct | { kind: 'done'; feito: 'revogado' }> {
  switch (asked.fields('ato')) {
    case 'criar':
      return createConvites({ ...asked, phrases: PHRASES })
    case 'mudar':
      return changeRotulo({ ...asked, phrases: PHRASES })
    case 'revogar':
      return revoke(asked)
    default:
      throw new Response(null, { status: 400 })
  }
}

async function revoke({ services, empresaid, fields, autor }: Asked) {
  const request = { empresaid, codigo: fields('codigo') ?? '', isClosed: false }
  const { kind } = await revokeConvite(services, request, autor)
  switch (kind) {
    case 'revoked':
    case 'already-revoked':
      return { kind: 'done', feito: 'revogado' } as const
    case 'already-used':
      return { kind: 'too-late', aviso: 'ja-usado' } as const
    case 'closed':
    case 'convite-not-found':
      throw new Response(null, { status: 404 })
    default:
      return kind satisfies never
  }
}
