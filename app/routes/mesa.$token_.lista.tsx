import { noStore, type RouteArgs } from '~/shared/remix.server'
import { useLoaderData } from '@remix-run/react'
import { Logo, titled, OutlineLink } from '~/shared/page'
import { PlaceShape } from '~/mesa/convidados'
import type { RouteHandle } from '~/shared/document'
import { PrintButton } from '~/shared/print'
import { listaShown } from '~/mesa/lista.server'
import { mesaOf } from '~/mesa/mesa.server'
import { servicesOf } from '~/services.server'

export const handle: RouteHandle = { sheet: 'lista-da-mesa' }

export async function loader({ params, context }: RouteArgs) {
  const services = await servicesOf(context)
  return noStore(await listaShown(await mesaOf(params.token, services), services))
}

export const meta = titled<typeof loader>((data) => `Lista da mesa ${data?.nome ?? ''}`)

export default function Lista() {
  const { path, nome, numero, ocasiao, data, madeAt, lines, summary } = useLoaderData<typeof loader>()
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
        <caption className="oculto">Ocupantes da mesa</caption>
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
      <p className="nota">{`${summary} Gerada em ${madeAt}.`}</p>
      <div className="so-tela">
        <p className="nota">
          Para imprimir: <b>Ctrl + P</b>, papel A4. No celular, Compartilhar e Imprimir.
        </p>
        <PrintButton />
        <OutlineLink href={path}>VOLTAR À MESA</OutlineLink>
      </div>
    </main>
  )
}
