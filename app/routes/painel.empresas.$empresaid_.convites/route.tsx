import { empresaHref, shownLink } from '~/painel/convidado-told'
import { OutlineLink } from '~/shared/page'
import { fieldsOf, noStore, pageOf, seeOther, type AppLoadContext, type Fields } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ConvitesDone, ConvitesPessoais, type ListedConvite, type ConvitesDoneName } from './convites'
import { countOf } from '~/shared/words'
import { ErrorSummary, NOT_SAVED } from '~/shared/field'
import { NewConvites, rotuloFieldOf, type RefusedRotulo } from '~/shared/new-convites'
import { Paging } from '~/painel/filtro'
import { Painel, painelTitled } from '~/painel/painel'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import type { Services } from '../../../server/composition.ts'
import type { Autor } from '../../../server/domain/historico.ts'
import { listConvites, revokeConvite } from '../../../server/use-cases/convites-pessoais.ts'
import { randomValue } from '~/shared/session.server'
import { withErrorPage } from '~/shared/failure.server'
import { absoluteUrl, convitePath } from '~/shared/links.server'
import { createConvites, changeRotulo, type Phrases, type RotulosAct } from '~/shared/rotulos.server'

export const loader = painelLoader(async ({ services }, { request, params }) => {
  const empresaid = params.empresaid ?? ''
  return { here: convitesPath(empresaid), ...(await convitesShown(services, request, empresaid)) }
})

/** FAZER CONVITES, MUDAR O NOME and REVOGAR. */
export const action = painelAction(async ({ services, autor }, { request, context, params }) => {
  const fields = await fieldsOf(request)
  return actOnConvites({ services, context, empresaid: params.empresaid ?? '', fields, autor: autor() })
})

const POR_PAGINA = 100

const convitesPath = (empresaid: string) => `${empresaHref(empresaid)}/convites`

/**
 * A company's personal invitations, a hundred at a time, in the order they were made.
 * @throws Response 404 when there is no such company, or nobody can open its address
 */
async function convitesShown(services: Services, request: Request, empresaid: string) {
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

/** A refused form, to be shown again as it was typed. */
interface RefusedConvites extends RefusedRotulo {
  /** The form's random value, unchanged. */
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

/** Does what a form of the page asks: makes, renames or revokes invitations. @throws StorageError */
async function actOnConvites(asked: Asked): Promise<Response> {
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

export const meta = painelTitled<typeof loader>((data) =>
  data ? `Convites pessoais de ${data.nome}` : 'Convites pessoais',
)

/** Personal invitations: new ones, existing ones, and all of them for a mail merge. */
export default function Convites() {
  const page = useLoaderData<typeof loader>()
  const refused = useActionData<RefusedConvites>() ?? null
  const { empresaid, nome, livres, numeros, total, convites, here, pedido, feito } = page
  const refusedNew = refused?.codigo === null ? refused : null
  const planilha = '/painel/exportar/convites-pessoais'
  const query = `?${new URLSearchParams({ empresa: empresaid }).toString()}`
  return (
    <Painel
      current="Empresas"
      title="Convites pessoais"
      kicker={<a href={empresaHref(empresaid)}>{nome}</a>}
      gauge={
        <span>
          {`${countOf(numeros.novo, 'novo', 'novos')}, ${countOf(numeros.usado, 'usado', 'usados')}, ${countOf(numeros.revogado, 'revogado', 'revogados')} · ${countOf(livres, 'livre', 'livres')}`}
        </span>
      }
    >
      {refused ? (
        <ErrorSummary
          title={NOT_SAVED}
          errors={[{ id: rotuloFieldOf(refused.codigo), message: refused.message }]}
        />
      ) : (
        <ConvitesDone nome={feito} />
      )}
      <section className="estreita">
        <h2>Fazer convites</h2>
        <NewConvites
          livres={livres}
          pedido={refusedNew?.pedido ?? pedido}
          label="Nomes, um por linha"
          tip={`Até ${countOf(livres, 'convite', 'convites')}. Quem recebe o convite lê o nome: “Tia Lúcia”, “Diretor comercial”.`}
          botao="FAZER CONVITES"
          noneLeft="A empresa não tem convites livres para fazer outros."
          required
          recusado={refusedNew}
        />
      </section>
      {total === 0 ? null : (
        <section>
          <h2>Convites feitos</h2>
          {numeros.novo > 0 ? <SendOneByOne empresaid={empresaid} /> : null}
          <ConvitesPessoais convites={convites} recusado={refused} />
          <Paging {...page} hrefOf={(pagina) => `${here}?pagina=${pagina}`} />
        </section>
      )}
      {total === 0 ? null : (
        <section>
          <h2>Mala direta</h2>
          <p className="nota">
            Uma planilha com uma linha por convite: o nome, o link e o estado. Cada link abre um convite a
            quem o tiver: guarde-a só enquanto precisar.
          </p>
          <p className="acoes lado">
            <OutlineLink href={`${planilha}.xlsx${query}`}>BAIXAR .XLSX</OutlineLink>
            <OutlineLink href={`${planilha}.csv${query}`}>BAIXAR CSV</OutlineLink>
          </p>
        </section>
      )}
    </Painel>
  )
}

/** Leads to the first of these that nobody has sent, at the sending desk. */
function SendOneByOne({ empresaid }: { empresaid: string }) {
  return (
    <form className="acoes lado" method="post" action="/painel/envios">
      <input type="hidden" name="fila" value="pessoal" />
      <input type="hidden" name="mesa" value={empresaid} />
      <button className="contorno">ENVIAR UM POR VEZ</button>
    </form>
  )
}
