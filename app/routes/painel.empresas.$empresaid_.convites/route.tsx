import { empresaHref } from '~/painel/convidado-told'
import { OutlineLink } from '~/shared/page'
import { fieldsOf } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ConvitesDone, ConvitesPessoais } from './convites'
import { countOf } from '~/shared/words'
import { ErrorSummary, NOT_SAVED } from '~/shared/field'
import { NewConvites, rotuloFieldOf } from '~/shared/new-convites'
import { Paging, Painel, painelTitled } from '~/painel/painel'
import { actOnConvites, type RefusedConvites, convitesPath, convitesShown } from './convites.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'

export const loader = painelLoader(async ({ services }, { request, params }) => {
  const empresaid = params.empresaid ?? ''
  return { here: convitesPath(empresaid), ...(await convitesShown(services, request, empresaid)) }
})

/** FAZER CONVITES, MUDAR O NOME and REVOGAR. */
export const action = painelAction(async ({ services, autor }, { request, context, params }) => {
  const fields = await fieldsOf(request)
  return actOnConvites({ services, context, empresaid: params.empresaid ?? '', fields, autor: autor() })
})

export const meta = painelTitled<typeof loader>((data) =>
  data ? `Convites pessoais de ${data.nome}` : 'Convites pessoais',
)

/** Personal invitations: new ones, those there are, and all of them for a mail merge. */
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
