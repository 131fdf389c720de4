import { useLoaderData } from '@remix-run/react'
import { hojeShown } from './hoje.server'
import live from './live-numeros.js?url'
import { Movement } from './movement'
import { SearchForm } from '~/painel/filtro'
import { PainelNumeros, Shape } from '~/painel/numeros'
import { Painel } from '~/painel/painel'
import type { RouteHandle } from '~/shared/document'
import { keepEquipe, painelLoader } from '~/shared/equipe.server'
import { eventTime } from '~/shared/event-clock'
import { ActLink, ButtonLink, Script, titled } from '~/shared/page'
import { seeOther } from '~/shared/remix.server'
import { grouped } from '~/shared/words'

export const handle: RouteHandle = { sheet: 'hoje' }

/** Until an event is described, describing it comes first. */
export const loader = painelLoader(({ services }, { request }) => {
  if (services.gravado === null) throw seeOther('/painel/evento')
  return hojeShown(services, request)
}, keepEquipe)

const TITLE = 'O que fazer hoje'

export const meta = titled(TITLE)

type Shown = ReturnType<typeof useLoaderData<typeof loader>>

export default function Hoje() {
  const page = useLoaderData<typeof loader>()
  const { fase, kicker, isFirstDay, isArriving, hasConvidados, numeros, paradas, outras } = page
  const isOver = fase === 'depois'
  const search = hasConvidados ? (
    <SearchForm
      isOutlined
      label="Buscar convidado"
      action="/painel/convidados"
      placeholder="Nome ou WhatsApp"
    />
  ) : null
  return (
    <Painel current="Hoje" kicker={kicker} title={TITLE} gauge={isArriving ? <Gauge {...page} /> : null}>
      <Problems {...page} />
      <div className="tarefas">
        {isFirstDay ? <Bring /> : isArriving ? <Arriving numeros={numeros} /> : <First {...page} />}
        {/* Whoever arrives is looked for at once; before, all that waits fits the first screen. */}
        {isArriving ? search : null}
        {isFirstDay ? (
          <Way evento={page.evento} />
        ) : outras.length === 0 ? null : (
          <section className="esperas" aria-labelledby="esperas">
            <h2 id="esperas">{isArriving ? 'Precisa de você' : 'Depois'}</h2>
            <Rows outras={outras} />
          </section>
        )}
      </div>
      {isArriving ? null : search}
      <section aria-labelledby="como">
        <div className="cabeca">
          <h2 id="como">{isOver ? 'Como foi' : 'Como estamos'}</h2>
          {isOver ? (
            <ActLink href="/painel/depois">Quem veio, por empresa</ActLink>
          ) : hasConvidados && !isArriving ? (
            <Gauge {...page} />
          ) : null}
        </div>
        {hasConvidados ? (
          <PainelNumeros shown={numeros} onde={page.onde} isOver={isOver} />
        ) : (
          <NoNumbers isOver={isOver} livres={page.livres} />
        )}
      </section>
      <div className="par">
        {paradas.length === 0 ? null : <Paradas {...page} />}
        <Movement {...page} {...page.movement} />
        {isOver ? <Next /> : null}
      </div>
      {page.copias && !page.copias.isWrong ? <p className="nota">{page.copias.said}</p> : null}
      {hasConvidados ? <Script src={live} /> : null}
    </Painel>
  )
}

/** When the numbers are from; the script keeps it, so only a page without it has a link. */
function Gauge({ utcOffset, inicio, asOf }: Shown) {
  return (
    <p className="nota">
      Números das <b data-hora={utcOffset}>{eventTime(inicio, asOf)}</b> <span data-estado="" />
      <noscript>
        <ActLink href="/painel">Atualizar</ActLink>
      </noscript>
    </p>
  )
}

function Problems({ broken, unreachable, copias }: Shown) {
  return (
    <>
      {[...broken, ...unreachable].map((empresaid) => (
        <p key={empresaid} className="alerta aviso">
          <b>Atenção:</b> a empresa <span className="codigo">{empresaid}</span>{' '}
          {broken.includes(empresaid)
            ? 'tem uma conta de convites com defeito e ficou fora dos números. Avise quem cuida do sistema.'
            : 'não tem link: seu ID não pode ser um endereço. Cadastre-a com outro.'}
        </p>
      ))}
      {copias?.isWrong ? (
        <p className="alerta aviso">
          <b>Atenção:</b> {`${copias.said} Avise o suporte técnico.`}
        </p>
      ) : null}
    </>
  )
}

/** The first task, with its one act; a queue of messages begins at once. */
function First({ primeira, proxima, exemplo }: Shown) {
  if (primeira === null) {
    return (
      <section className="agora" aria-labelledby="agora">
        <h2 id="agora">Tudo em dia</h2>
        <p className="nota">{proxima}</p>
      </section>
    )
  }
  const { n, dito, nota, botao, href, fila } = primeira
  return (
    <section className="agora" aria-labelledby="agora">
      <p className="sobre">Primeiro</p>
      <h2 id="agora">{n === null ? dito : `${n} ${dito}`}</h2>
      {nota ? <p className="nota">{nota}</p> : null}
      {exemplo === null ? null : (
        <div className="balao so-largo">
          <p>{exemplo}</p>
        </div>
      )}
      {fila ? (
        <form method="post" action="/painel/envios">
          <button name="fila" value={fila}>
            {botao}
          </button>
        </form>
      ) : (
        <ButtonLink href={href}>{botao}</ButtonLink>
      )}
    </section>
  )
}

/** The day of the event: how many are inside, kept by the script. */
function Arriving({ numeros: { texts } }: Pick<Shown, 'numeros'>) {
  return (
    <section className="agora" aria-labelledby="agora">
      <p className="sobre">Chegando agora</p>
      <h2 id="agora" data-numero="chegaram">
        {texts.chegaram}
      </h2>
      <p className="nota" data-numero="faltam">
        {texts.faltam}
      </p>
      <ButtonLink href="/painel/convidados">Dar entrada pelo nome</ButtonLink>
      <div className="atos">
        <ActLink href="/porta">Abrir a câmera neste aparelho</ActLink>
      </div>
    </section>
  )
}

function Rows({ outras }: Pick<Shown, 'outras'>) {
  return (
    <ul>
      {outras.map(({ tarefa, n, dito, nota, vai, href, isUrgent }) => (
        <li key={tarefa} className={isUrgent ? 'urgente' : undefined}>
          <a href={href}>
            <span className="n">{n ?? <Shape look="sem" />}</span>{' '}
            <span>
              {dito} {nota ? <small>{nota}</small> : null}
            </span>{' '}
            <span className="vai">{vai}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Bring() {
  return (
    <section className="agora" aria-labelledby="agora">
      <p className="sobre">Primeiro</p>
      <h2 id="agora">Traga os seus convidados</h2>
      <p className="nota">Mande a planilha do jeito que está: você confere antes de gravar.</p>
      <ButtonLink href="/painel/planilhas">Escolher a planilha</ButtonLink>
      <div className="atos">
        <ActLink href="/painel/convidados/convidar">Escrever os nomes</ActLink>
        <ActLink href="/painel/empresas/nova">Cadastrar uma empresa</ActLink>
      </div>
    </section>
  )
}

const STEPS = [
  ['Convidados e empresas', 'Quem vem, e quantos convites cada empresa tem.'],
  ['Enviar os convites', 'Um por um, pelo seu WhatsApp. Dá para parar e continuar.'],
  ['A porta', 'No dia: um celular por voluntário. Funciona sem internet.'],
]

function Way({ evento }: Pick<Shown, 'evento'>) {
  return (
    <section aria-labelledby="caminho">
      <h2 id="caminho">O caminho todo</h2>
      <ol className="passos">
        <li className="feito">
          <b>Evento descrito</b>{' '}
          <span className="nota">
            {evento}. <a href="/painel/evento">Mudar</a>
          </span>
        </li>
        {STEPS.map(([nome, dito]) => (
          <li key={nome}>
            <b>{nome}</b> <span className="nota">{dito}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function NoNumbers({ isOver, livres }: { isOver: boolean; livres: number }) {
  if (isOver) return <p className="nota">Os dados dos convidados foram apagados. Os números ficam.</p>
  return (
    <p className="nota">
      Os números aparecem com o primeiro convidado.{' '}
      {livres > 0 ? (
        <>
          Por enquanto: <b>{`${grouped(livres)} lugares livres`}</b>.{' '}
        </>
      ) : null}
      <ActLink href="/painel/evento/lugares">Mudar a lotação</ActLink>
    </p>
  )
}

/** The largest companies none of whose invitations is used, each with what helps. */
function Paradas({ paradas, maisParadas }: Shown) {
  return (
    <section>
      <div className="cabeca">
        <h2 id="paradas">Empresas que não começaram</h2>
        {maisParadas > 0 ? (
          <ActLink href="/painel/empresas?mostrar=nao-comecaram">{`E mais ${grouped(maisParadas)}`}</ActLink>
        ) : null}
      </div>
      <ul className="tira">
        {paradas.map(({ empresaid, nome, dito, ato, href }) => (
          <li key={empresaid}>
            <span>
              <b>{nome}</b> <small>{dito}</small>
            </span>{' '}
            <ActLink href={href}>
              {ato}
              <span className="oculto">{`: ${nome}`}</span>
            </ActLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Next() {
  return (
    <section>
      <h2>No ano que vem</h2>
      <p className="nota">
        Um evento novo começa com a sua entidade, o seu contato e quem assina já preenchidos.
      </p>
      <ActLink href="/painel/evento/outro">Começar outro evento</ActLink>
    </section>
  )
}
