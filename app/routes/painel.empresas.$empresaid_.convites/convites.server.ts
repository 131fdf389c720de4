import { empresaHref } from '~/painel/convidado-told'
import type { Services } from '../../../server/composition.ts'
import type { Autor } from '../../../server/domain/historico.ts'
import { listConvites, revokeConvite } from '../../../server/use-cases/convites-pessoais.ts'
import { randomValue } from '~/shared/session.server'
import { withErrorPage } from '~/shared/failure.server'
import { absoluteUrl, convitePath } from '~/shared/links.server'
import type { RefusedRotulo } from '~/shared/new-convites'
import { noStore, pageOf, seeOther, type AppLoadContext, type Fields } from '~/shared/remix.server'
import { createConvites, changeRotulo, type Phrases, type RotulosAct } from '~/shared/rotulos.server'
import { countOf } from '~/shared/words'
import type { ListedConvite, ConvitesDoneName } from './convites.tsx'
import { shownLink } from '~/painel/empresas/empresa.server'

const POR_PAGINA = 100

export const convitesPath = (empresaid: string) => `${empresaHref(empresaid)}/convites`

/**
 * The personal invitations of a company, a hundred at once, in the order they were made.
 * @throws Response 404 when there is no such company, or nobody can open its address
 */
export async function convitesShown(services: Services, request: Request, empresaid: string) {
  const listing = await withErrorPage(services, listConvites(services, empresaid))
  if (!listing || services.parseEmpresaid(empresaid) === null) throw new Response(null, { status: 404 })
  const { nome, left, convites, counts } = listing
  const pagina = Math.min(pageOf(request), Math.max(1, Math.ceil(convites.length / POR_PAGINA)))
  return {
    empresaid,
    nome,
    livres: left,
    numeros: counts,
    pagina,
    perPage: POR_PAGINA,
    total: convites.length,
    // A form sent twice makes its invitations once.
    pedido: randomValue(),
    convites: convites
      .slice((pagina - 1) * POR_PAGINA, pagina * POR_PAGINA)
      .map(({ codigo, rotulo, estado }): ListedConvite => {
        const link = absoluteUrl(convitePath(empresaid, codigo), request, services)
        return { codigo, rotulo, estado, link: shownLink(link) }
      }),
  }
}

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
      return noStore(refused, 422)
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
  return seeOther(`${convitesPath(empresaid)}?feito=${feito}`)
}
