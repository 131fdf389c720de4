import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { absoluteUrl } from '~/absolute-url.server'
import { Contato } from '~/components/contato'
import { Cracha } from '~/components/cracha'
import { quandoEm } from '~/components/evento-summary'
import { Pagina } from '~/components/pagina'
import type { RouteHandle } from '~/components/route-handle'
import { credencialPath } from '~/credenciais.server'
import { orFailurePage } from '~/failure.server'
import { pageHeaders } from '~/page-headers'
import { qrOf } from '~/qr.server'
import { servicesOf } from '~/services.server'
import { credencialByWhatsapp } from '~/whatsapp.server'

export const handle: RouteHandle = { tela: 'credencial' }

/** Shows a credencial to whoever has its token; every other token is the same 404 page. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const services = await servicesOf(context)
  const { evento } = services.config
  const credencialid = services.parseToken(params.token)
  const convidado =
    credencialid === null ? null : await orFailurePage(services, services.credenciais.findById(credencialid))
  if (!convidado) throw new Response(null, { status: 404 })

  const { credencial, empresa } = convidado
  const link = absoluteUrl(credencialPath(credencial.credencialid, services), request, services)
  return json(
    {
      cracha: {
        nome: credencial.nome,
        telefone: credencial.telefone,
        empresa: empresa?.nome ?? null,
        codigo: services.codeOf(credencial.credencialid),
        qr: qrOf(link),
        anfitriao: evento.anfitriao,
        ocasiao: evento.ocasiao,
        quando: quandoEm(evento),
        local: evento.local,
        cidade: evento.cidade,
      },
      contato: evento.contato,
      whatsapp: credencialByWhatsapp(evento, link),
    },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}

/** A form posted here is nobody's. */
export function action(): never {
  throw new Response(null, { status: 404 })
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Credencial de ${data?.cracha.nome ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

/** What a guest shows at the entrance, on the phone or printed. */
export default function Credencial() {
  const { cracha, contato, whatsapp } = useLoaderData<typeof loader>()
  return (
    <Pagina>
      <Cracha {...cracha} />
      <div className="acoes">
        <a className="botao" href="/evento.ics">
          ADICIONAR À AGENDA
        </a>
        <a className="botao contorno" href={whatsapp} rel="noreferrer">
          ENVIAR PELO WHATSAPP
        </a>
        <a className="botao contorno" href="/">
          VOLTAR AO CONVITE
        </a>
      </div>
      <p className="nota">
        {'Nome ou número errado? Fale com a organização: '}
        <Contato contato={contato} />.
      </p>
    </Pagina>
  )
}
