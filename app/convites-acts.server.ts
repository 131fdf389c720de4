import { json, redirect, type AppLoadContext } from './remix.server.ts'
import type { Services } from '../server/composition.ts'
import type { Autor } from '../server/domain/historico.ts'
import { revokeConvite } from '../server/use-cases/revoke-convite.ts'
import type { ConvitesDoneName } from '~/components/convites-done'
import { countOf } from '~/components/count-of'
import type { RefusedRotulo } from '~/components/refused-rotulo'
import { convitesPath } from './convites.server.ts'
import type { Fields } from './guest-acts.server.ts'
import { createConvites, changeRotulo, type Phrases, type RotulosAct } from './rotulo-forms.server.ts'

/** A form that was refused, to be shown again as it was typed. */
export interface RefusedConvites extends RefusedRotulo {
  /** The random value of the form, unchanged. */
  pedido: string
}

interface Asked {
  services: Services
  context: AppLoadContext
  empresaid: string
  fields: Fields
  autor: Autor
}

const PHRASES: Phrases = {
  empty: 'Escreva pelo menos um nome, um por linha.',
  tooLong: 'Um nome tem de 1 a 60 letras.',
  someTooLong: (lines) => `Um nome tem de 1 a 60 letras: veja ${lines}.`,
  tooFew: (left) =>
    left === 0
      ? 'A empresa não tem convites livres.'
      : `São mais nomes do que convites: há só ${countOf(left, 'livre', 'livres')}.`,
}

/** Does what a form of the page asks: makes invitations, renames one, or revokes one. @throws StorageError */
export async function actOnConvites(asked: Asked): Promise<Response> {
  switch (asked.fields('ato')) {
    case 'criar':
      return answerTo(asked, await createConvites({ ...asked, phrases: PHRASES }))
    case 'mudar':
      return answerTo(asked, await changeRotulo({ ...asked, phrases: PHRASES }))
    case 'revogar':
      return revoke(asked)
    default:
      throw new Response(null, { status: 400 })
  }
}

function answerTo({ context, empresaid, fields }: Asked, act: RotulosAct): Response {
  switch (act.kind) {
    case 'done':
      return toConvites(empresaid, act.feito)
    case 'too-late':
      return toConvites(empresaid, act.aviso)
    case 'refused':
    case 'limit-reached': {
      context.isError = true
      const refused: RefusedConvites = { ...act.recusado, pedido: fields('pedido') ?? '' }
      return json(refused, { status: 422, headers: { 'Cache-Control': 'no-store' } })
    }
    default:
      return act satisfies never
  }
}

async function revoke({ services, empresaid, fields, autor }: Asked): Promise<Response> {
  const request = { empresaid, codigo: fields('codigo') ?? '', isClosed: false }
  const { kind } = await revokeConvite(services, request, autor)
  switch (kind) {
    case 'revoked':
    case 'already-revoked':
      return toConvites(empresaid, 'revogado')
    case 'already-used':
      return toConvites(empresaid, 'ja-usado')
    case 'closed':
    case 'convite-not-found':
      throw new Response(null, { status: 404 })
    default:
      return kind satisfies never
  }
}

function toConvites(empresaid: string, feito: ConvitesDoneName): Response {
  return redirect(`${convitesPath(empresaid)}?feito=${feito}`, { status: 303 })
}
