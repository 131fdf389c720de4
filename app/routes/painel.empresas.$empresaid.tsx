import { certificadosHref } from '~/painel/listas'
import { empresaHref } from '~/painel/convidado-told'
import { envioHref } from '~/painel/envios/filas'
import { ActLink, NumeroDaMesa, OutlineLink } from '~/shared/page'
import { useActionData, useLoaderData } from '@remix-run/react'
import { FoldedAct, Hatching, Paging, Painel, painelTitled } from '~/painel/painel'
import { EmpresaDone, ChangeTotal, EmpresaNumeros, Convidados, SameTable } from '~/painel/empresas/empresa'
import { ErrorSummary } from '~/shared/field'
import { HistoricoLines } from '~/painel/historico'
import { EmpresaLinks } from '~/painel/empresas/links'
import { actOnEmpresa, type RefusedTotal, empresaShown } from '~/painel/empresas/empresa.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'

/** A company: its numbers, its link, its guests, and what was done to it. */
export const loader = painelLoader(({ services }, { request, params }) =>
  empresaShown(services, request, params.empresaid ?? ''),
)

/** Another total, another link of the holder's panel, the public link closed or open. */
export const action = painelAction(({ services, autor }, { request, params }) =>
  actOnEmpresa(services, params.empresaid ?? '', request, autor()),
)

export const meta = painelTitled<typeof loader>((data) => data?.nome ?? 'Empresa')

export default function Empresa() {
  const page = useLoaderData<typeof loader>()
  const refused = useActionData<RefusedTotal>()
  const { empresaid, nome, contato, telefone, numero, juntas, links, numeros, feito } = page
  const here = empresaHref(empresaid)
  return (
    <Painel
      current="Empresas"
      title={nome}
      kicker={<a href="/painel/empresas">Empresas</a>}
      gauge={
        <>
          <NumeroDaMesa numero={numero} />
          <span>
            {contato ? (
              <>
                Responsável: <b>{contato}</b>
              </>
            ) : (
              'Sem responsável'
            )}
            {', '}
            <span className="fone">{telefone || 'sem WhatsApp'}</span>
          </span>
          <ActLink href={empresaHref(empresaid, '/dados')}>EDITAR DADOS</ActLink>
          {/* Below everybody at the table. */}
          <ActLink href="#links">LINKS, CONVITES E TOTAL</ActLink>
        </>
      }
    >
      <Hatching />
      <ErrorSummary title="O total não mudou" errors={[{ id: 'total', message: refused?.error }]} />
      {refused ? null : <EmpresaDone nome={feito} total={numeros.total} />}
      <SameTable numero={numero} juntas={juntas} />
      <div className="casa">
        <section>
          <h2 className="oculto">Números</h2>
          <EmpresaNumeros {...numeros} />
          {links.link ? (
            <>
              <form method="post" action={envioHref('mesa', empresaid)} target="_blank" rel="noopener">
                <button name="ato" value="enviar">
                  ENVIAR PAINEL PELO WHATSAPP
                </button>
              </form>
              <p className="nota">
                {telefone
                  ? `Vai a ${contato || 'quem cuida da mesa'}, ${telefone}.`
                  : 'Sem o número do responsável, você escolhe no WhatsApp a quem enviar.'}
              </p>
            </>
          ) : null}
        </section>
        <section id="ocupantes">
          <div className="cabeca">
            <h2>
              Ocupantes <b>{numeros.confirmados}</b>
            </h2>
            <OutlineLink
              href={`/painel/convidados/novo?${new URLSearchParams({ empresa: empresaid }).toString()}`}
            >
              NOVO CONVIDADO NESTA EMPRESA
            </OutlineLink>
          </div>
          {numeros.confirmados === 0 ? (
            <p className="nota">Ninguém se cadastrou ainda com os convites desta empresa.</p>
          ) : (
            <Convidados caption="Ocupantes" convidados={page.convidados} />
          )}
          <Paging
            {...page}
            total={numeros.confirmados}
            hrefOf={(pagina) => `${here}?pagina=${pagina}#ocupantes`}
          />
          {page.hasCertificados ? (
            <p>
              <ActLink href={certificadosHref(empresaid)}>CERTIFICADOS DE QUEM ENTROU</ActLink>
            </p>
          ) : null}
        </section>
      </div>
      {page.desistentes.length > 0 ? (
        <section id="desistencias">
          <h2>Desistências</h2>
          <Convidados caption="Desistências" convidados={page.desistentes} />
        </section>
      ) : null}
      <section id="links">
        <h2>Links e convites</h2>
        <div className="tres-cartoes">
          <EmpresaLinks {...links} />
          <ChangeTotal
            value={refused?.typed ?? String(numeros.total)}
            total={numeros.total}
            least={page.licredencial}
            used={numeros.used}
            confirmados={numeros.confirmados}
            pessoais={numeros.pessoais}
            error={refused?.error ?? null}
          />
        </div>
        <p className="pagina">
          <ActLink href={`/painel/rajadas?empresa=${encodeURIComponent(empresaid)}`}>
            CADASTROS EM RAJADA
          </ActLink>
        </p>
        {page.isRemovable ? (
          <FoldedAct
            title="REMOVER A EMPRESA"
            told="Ninguém se cadastrou e nada está reservado. Os links dela deixam de abrir, e os convites pessoais revogados se apagam. Não há volta."
            fields={{}}
            ato="remover"
            button="REMOVER PARA SEMPRE"
          />
        ) : null}
      </section>
      {page.lines.length > 0 ? (
        <section>
          <h2>Histórico</h2>
          <HistoricoLines lines={page.lines} isAssuntoKnown />
          {page.hasMore ? (
            <p>
              <ActLink href={`/painel/historico?alvo=${encodeURIComponent(empresaid)}`}>VER TUDO</ActLink>
            </p>
          ) : null}
        </section>
      ) : null}
    </Painel>
  )
}
