import { certificadosHref } from '~/painel/listas'
import { empresaHref } from '~/painel/convidado-told'
import { envioHref } from '~/painel/envios/filas'
import { ActLink, NumeroDaMesa, OutlineLink, useIsOver } from '~/shared/page'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Paging } from '~/painel/filtro'
import { FoldedAct, Hatching, Painel, painelTitled } from '~/painel/painel'
import { ErrorSummary, Outcome } from '~/shared/field'
import { HistoricoLines } from '~/painel/historico'
import { empresaShown } from './empresa.server'
import { ChangeTotal, Convidados, EmpresaLinks, EmpresaNumeros, SameTable } from './parts'
import { fieldsOf, noStore, seeOther } from '~/shared/remix.server'
import { countOf } from '~/shared/words'
import { parseCounter } from '../../../server/domain/empresa.ts'
import { changeTotal, type TotalChange } from '../../../server/use-cases/create-empresa.ts'
import { painelAction, painelLoader } from '~/shared/equipe.server'

/** A company: its numbers, its link, its guests, and what was done to it. */
export const loader = painelLoader(({ services }, { request, params }) =>
  empresaShown(services, request, params.empresaid ?? ''),
)

/** What is wrong with a total, and what was typed. */
interface RefusedTotal {
  error: string
  typed: string
}

/**
 * Another total, a new link for the holder's panel, the public link closed or opened.
 * @throws Response 400, 404
 */
export const action = painelAction(async ({ services, autor }, { request, params: { empresaid = '' } }) => {
  const fields = await fieldsOf(request)
  // A form reached by a link within the page would keep its fragment, and the outcome is told above it.
  const toEmpresa = (feito: EmpresaDoneName) => seeOther(`${empresaHref(empresaid)}?feito=${feito}#conteudo`)
  const ato = fields('ato')
  switch (ato) {
    case null: {
      const typed = fields('total') ?? ''
      const isRaised = fields('subir') !== null
      const error = refusalOf(await changeTotal(services, empresaid, typed, autor(), isRaised))
      if (error === null) return toEmpresa('total')
      return noStore<RefusedTotal>({ error, typed }, 422)
    }
    case 'renovar-mesa': {
      const versao = /^\d{1,9}$/.exec(fields('versao') ?? '')?.[0]
      if (versao === undefined) throw new Response(null, { status: 400 })
      if ((await services.mesas.renewLink(empresaid, autor(), Number(versao))) === null)
        throw new Response(null, { status: 404 })
      return toEmpresa('mesa')
    }
    case 'fechar':
    case 'abrir': {
      const { kind } = await services.mesas.setFechada(empresaid, ato === 'fechar', autor())
      if (kind === 'empresa-not-found') throw new Response(null, { status: 404 })
      return toEmpresa(ato === 'fechar' ? 'fechado' : 'aberto')
    }
    case 'dar':
    case 'negar': {
      const [pedido, dar] = [parseCounter(fields('pedido')), parseCounter(fields('quantos'))]
      if (pedido === null || dar === null) throw new Response(null, { status: 400 })
      const isRaised = fields('subir') !== null
      const { kind } = await services.mesas.responder(empresaid, pedido, dar, autor(), isRaised)
      if (kind === 'empresa-not-found') throw new Response(null, { status: 404 })
      return toEmpresa(kind === 'answered' ? (dar > 0 ? 'deu' : 'negou') : kind)
    }
    case 'remover': {
      const { kind } = await services.empresas.remove(empresaid, autor())
      if (kind === 'in-use') return toEmpresa('em-uso')
      return seeOther(`/painel/empresas?feito=${kind === 'removed' ? 'removida' : 'sumiu'}`)
    }
    default:
      throw new Response(null, { status: 400 })
  }
})

/** What is wrong with a total; null for one that is stored. @throws Response 404 when there is no such company */
function refusalOf(change: TotalChange): string | null {
  switch (change.kind) {
    case 'changed':
    case 'unchanged':
      return null
    case 'no-number':
      return 'Digite o total de convites, só com números.'
    case 'too-low':
      return `O total não pode ser menor que ${change.least}: são os já confirmados e reservados.`
    case 'casa-cheia':
      return `A casa só tem ${countOf(change.left, 'lugar livre', 'lugares livres')}. Para dar mais, marque “Aumentar a lotação”.`
    case 'empresa-not-found':
      throw new Response(null, { status: 404 })
    default:
      return change satisfies never
  }
}

export const meta = painelTitled<typeof loader>((data) => data?.nome ?? 'Empresa')

export default function Empresa() {
  const page = useLoaderData<typeof loader>()
  const refused = useActionData<RefusedTotal>()
  const { empresaid, nome, contato, telefone, numero, links, numeros, feito } = page
  const here = empresaHref(empresaid)
  const isOver = useIsOver()
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
          <ActLink href={empresaHref(empresaid, '/dados')}>Editar dados</ActLink>
          {/* They are below the whole guest list. */}
          <ActLink href="#links">Links, convites e total</ActLink>
        </>
      }
    >
      <Hatching />
      <ErrorSummary title="O total não mudou" errors={[{ id: 'total', message: refused?.error }]} />
      {refused ? null : <EmpresaDone nome={feito} total={numeros.total} />}
      <SameTable {...page} />
      {page.pedido > 0 ? (
        <Pedido pedido={page.pedido} motivo={page.motivo} isShort={feito === 'casa-cheia'} />
      ) : null}
      <div className="casa">
        <section>
          <h2 className="oculto">Números</h2>
          <EmpresaNumeros {...numeros} />
          {links.link && !isOver ? (
            <>
              <form method="post" action={envioHref('mesa', empresaid)} target="_blank" rel="noopener">
                <button name="ato" value="enviar">
                  Enviar painel pelo WhatsApp
                </button>
              </form>
              <p className="nota">
                {telefone
                  ? `Vai a ${contato || 'quem cuida da mesa'}, ${telefone}.`
                  : 'Sem o número do responsável: escolha a pessoa no WhatsApp.'}
              </p>
            </>
          ) : null}
        </section>
        <section id="ocupantes">
          <div className="cabeca">
            <h2>
              Convidados da mesa <b>({numeros.confirmados})</b>
            </h2>
            <OutlineLink
              href={`/painel/convidados/novo?${new URLSearchParams({ empresa: empresaid }).toString()}`}
            >
              Novo convidado nesta empresa
            </OutlineLink>
          </div>
          {numeros.confirmados === 0 ? (
            <p className="nota">Ninguém se cadastrou ainda com os convites desta empresa.</p>
          ) : (
            <Convidados caption="Convidados da mesa" convidados={page.convidados} />
          )}
          <Paging
            {...page}
            total={numeros.confirmados}
            hrefOf={(pagina) => `${here}?pagina=${pagina}#ocupantes`}
          />
          {page.hasCertificados ? (
            <p>
              <ActLink href={certificadosHref(empresaid)}>Certificados de quem entrou</ActLink>
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
            {...numeros}
            value={refused?.typed ?? String(numeros.total)}
            least={page.licredencial}
            error={refused?.error ?? null}
          />
        </div>
        <p className="pagina">
          <ActLink href={`/painel/rajadas?empresa=${encodeURIComponent(empresaid)}`}>
            Cadastros seguidos
          </ActLink>
        </p>
        {page.isRemovable ? (
          <FoldedAct
            title="Remover a empresa"
            told="Ninguém se cadastrou e nada está reservado. Os links dela deixam de abrir, e os convites pessoais revogados se apagam. Não há volta."
            fields={{}}
            ato="remover"
            button="Remover para sempre"
          />
        ) : null}
      </section>
      <HistoricoLines lines={page.lines}>
        {page.hasMore ? (
          <p>
            <ActLink href={`/painel/historico?alvo=${encodeURIComponent(empresaid)}`}>Ver tudo</ActLink>
          </p>
        ) : null}
      </HistoricoLines>
    </Painel>
  )
}

/** What the holder asks for, answered in one touch. */
function Pedido({ pedido, motivo, isShort }: { pedido: number; motivo: string; isShort: boolean }) {
  return (
    <section className="estreita" id="pedido">
      <h2>{`Pede mais ${countOf(pedido, 'convite', 'convites')}`}</h2>
      {motivo === '' ? null : <p className="nota">{motivo}</p>}
      <form method="post">
        <input type="hidden" name="pedido" value={pedido} />
        <input type="hidden" name="quantos" value={pedido} />
        {isShort ? <input type="hidden" name="subir" value="sim" /> : null}
        <button name="ato" value="dar">
          {isShort ? `Dar ${pedido} e aumentar a lotação` : `Dar ${pedido}`}
        </button>
      </form>
      <form method="post">
        <input type="hidden" name="pedido" value={pedido} />
        <input type="hidden" name="quantos" value="0" />
        <button className="ato" name="ato" value="negar">
          Agora não
        </button>
      </form>
    </section>
  )
}

/** What was done to a company, by its name in `?feito=`: nothing else from an address is ever shown. */
const DONE = {
  total: '',
  nova: 'a empresa foi gravada. Envie a ela o link.',
  dados: 'os dados foram gravados.',
  mesa: 'o painel da mesa tem outro link. Envie o novo a quem cuida da mesa.',
  deu: 'os convites foram dados. O painel da mesa já os mostra.',
  negou: 'o pedido foi respondido com “agora não”.',
  fechado: 'o link público está fechado: só se cadastra quem tem convite pessoal.',
  aberto: 'o link público está aberto.',
} as const

const WARNINGS = {
  'changed-meanwhile': 'outra pessoa já respondeu a este pedido. Nada mudou.',
  'casa-cheia': 'a casa não tem tantos lugares livres. Nada mudou.',
  'em-uso': 'alguém se cadastrou ou reservou um convite agora há pouco. A empresa fica.',
} as const

type EmpresaDoneName = keyof typeof DONE | keyof typeof WARNINGS

/** The message a company's page opens with after an act; nothing for an unknown name. */
function EmpresaDone({ nome, total }: { nome: string | null; total: number }) {
  const done = { ...DONE, total: `o total agora é de ${total} convites.` }
  return <Outcome nome={nome} done={done} warnings={WARNINGS} />
}
