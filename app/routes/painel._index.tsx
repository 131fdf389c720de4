import { json, type LoaderFunctionArgs, type MetaFunction } from '~/remix.server'
import { useLoaderData } from '@remix-run/react'
import { useContext } from 'react'
import { boardShown } from '~/board.server'
import { Hatching } from '~/components/bar'
import { countOf } from '~/components/count-of'
import { PainelEmpresas } from '~/components/painel-empresas'
import { Movement } from '~/components/movement'
import { NonceContext } from '~/components/nonce'
import { PainelNumeros } from '~/components/painel-numeros'
import { Painel } from '~/components/painel'
import { FirstSteps } from '~/components/first-steps'
import { eventTime } from '~/components/event-clock'
import type { RouteHandle } from '~/components/route-handle'
import { withErrorPage } from '~/failure.server'
import live from '~/live/numeros.js?url'
import { pageHeaders } from '~/page-headers'
import { teamOf } from '~/team.server'

export const handle: RouteHandle = { sheet: 'painel' }

/** The numbers of the event, its movement, and its companies. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, aparelho } = await teamOf(request, context, ['organizacao'])
  const board = await withErrorPage(services, boardShown(services, new URL(request.url)))
  const quem = { nome: aparelho.nome }
  return json({ quem, ...board }, { headers: { 'Cache-Control': 'no-store' } })
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = () => [
  { title: 'Painel' },
  { name: 'robots', content: 'noindex' },
]

export default function Index() {
  const { quem, kicker, now, inicio, utcOffset, isDay, numeros, movement, empresas, ...rest } =
    useLoaderData<typeof loader>()
  const nonce = useContext(NonceContext)
  const { busca, perPage, broken, unreachable } = rest
  const isEmpty = empresas.total === 0 && movement.porDia.length === 0
  if (isEmpty) {
    return (
      <Painel quem={quem} current="Painel" kicker={kicker} title="Primeiros passos">
        <FirstSteps />
      </Painel>
    )
  }
  const gauge = (
    <>
      <p>
        Números das <b data-hora={utcOffset}>{eventTime(inicio, now)}</b> <span data-estado="" />
      </p>
      <a className="botao contorno" href="/painel">
        ATUALIZAR
      </a>
    </>
  )
  return (
    <Painel quem={quem} current="Painel" kicker={kicker} title="Painel" gauge={gauge}>
      <Hatching />
      <form className="filtro" action="/painel/convidados" role="search">
        <div>
          <label htmlFor="q">Buscar convidado</label>
          <input
            id="q"
            name="q"
            type="search"
            autoComplete="off"
            spellCheck={false}
            placeholder="Nome ou WhatsApp"
          />
        </div>
        <button>BUSCAR</button>
      </form>
      {[...broken, ...unreachable].map((empresaid) => (
        <p key={empresaid} className="alerta aviso">
          <b>Atenção:</b> a empresa <span className="codigo">{empresaid}</span>{' '}
          {broken.includes(empresaid)
            ? 'tem um contador que não é número e ficou fora das contas. Corrija-a no banco de dados.'
            : 'não tem link: seu código não pode ser endereço. Importe-a com outro código.'}
        </p>
      ))}
      <PainelNumeros
        shown={numeros}
        isDay={isDay}
        convitesNote={`somados os de ${countOf(empresas.total, 'empresa', 'empresas')}`}
      />
      <Movement inicio={inicio} now={now} {...movement} />
      <PainelEmpresas {...empresas} busca={busca} perPage={perPage} />
      <script type="module" src={live} nonce={nonce} />
    </Painel>
  )
}
