import { useLoaderData } from '@remix-run/react'
import { PlaceShape } from '~/mesa/place'
import { mesaOf } from '~/mesa/mesa.server'
import { listaShown } from '~/mesa/panel.server'
import type { RouteHandle } from '~/shared/document'
import { pageLoader } from '~/shared/failure.server'
import { Logo, OutlineLink, titled } from '~/shared/page'
import { PrintButton } from '~/shared/print'
import { noStore } from '~/shared/remix.server'

export const handle: RouteHandle = { sheet: 'lista-da-mesa' }

export const loader = pageLoader(async ({ params, services }) =>
  noStore(await listaShown(await mesaOf(params.token, services), services)),
)

export const meta = titled<typeof loader>((data) => `Lista da mesa ${data?.nome ?? ''}`)

export default function Lista() {
  const { path, nome, numero, ocasiao, data, madeAt, lines, summary, vagas } = useLoaderData<typeof loader>()
  return (
    <main id="conteudo" className="papel">
      <div className="topo">
        <div>
          <p className="sobre">
            {numero === '' ? ocasiao : `Mesa ${numero} · ${ocasiao}`}
            <br />
            {data}
          </p>
          <h1 className="nome-longo">{nome}</h1>
        </div>
        <Logo />
      </div>
      <table>
        <caption className="oculto">Convidados da mesa</caption>
        <thead>
          <tr>
            <td className="caixa" />
            <th scope="col">Nome</th>
            <th scope="col">Situação</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, nome: quem, hasArrived, state }) => (
            <tr key={id}>
              <td className="caixa">{hasArrived ? <PlaceShape de="chegou" /> : <i />}</td>
              <th scope="row">{quem}</th>
              <td>{state}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="nota">{`${summary}${vagas === '' ? '' : ` ${vagas}.`} Gerada em ${madeAt}.`}</p>
      <div className="so-tela">
        <p className="nota">
          Para imprimir: <b>Ctrl + P</b>, papel A4. No celular, Compartilhar e Imprimir.
        </p>
        <PrintButton />
        <OutlineLink href={path}>Voltar à mesa</OutlineLink>
      </div>
    </main>
  )
}
