import { useActionData, useLoaderData } from '@remix-run/react'
import { empresaHref } from '~/painel/convidado-told'
import { ConvitesDone, ConvitesPessoais, DICA } from '~/painel/convites'
import { actOnConvites, withLinks, type RefusedConvites } from '~/painel/convites.server'
import { Paging } from '~/painel/filtro'
import { Painel, painelTitled } from '~/painel/painel'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { withErrorPage } from '~/shared/failure.server'
import { ErrorSummary, NOT_SAVED } from '~/shared/field'
import { NewConvites, rotuloFieldOf } from '~/shared/new-convites'
import { OutlineLink } from '~/shared/page'
import { fieldsOf, pageOf, seeOther } from '~/shared/remix.server'
import { randomValue } from '~/shared/session.server'
import { countOf } from '~/shared/words'
import type { Services } from '../../server/composition.ts'
import { listConvites } from '../../server/use-cases/convites-pessoais.ts'

export const loader = painelLoader(async ({ services }, { request, params }) => {
  const empresaid = params.empresaid ?? ''
  return { here: convitesPath(empresaid), ...(await convitesShown(services, request, empresaid)) }
})

/** FAZER CONVITES, CORRIGIR and REVOGAR. */
export const action = painelAction(async ({ services, autor }, { request, context, params }) => {
  const fields = await fieldsOf(request)
  const asked = { services, context, empresaid: params.empresaid ?? '', fields, autor: autor() }
  return actOnConvites(asked, ({ feito }) => seeOther(`${convitesPath(asked.empresaid)}?feito=${feito}`))
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
    convites: withLinks(
      convites.slice((pagina - 1) * POR_PAGINA, pagina * POR_PAGINA),
      empresaid,
      request,
      services,
    ),
  }
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
          errors={[{ id: rotuloFieldOf(refused.codigo, refused.campo), message: refused.message }]}
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
          tip={`Até ${countOf(livres, 'convite', 'convites')}. ${DICA}`}
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
