import { useActionData, useLoaderData } from '@remix-run/react'
import { ASKED, Conferir, ConferirErrors } from './conferir'
import { eventoPosted, eventoPreparado, eventoShown, isRefused, type EventoAnswer } from './evento.server'
import { Changed, EventoForm, FormularioErrors, isOffered, type Formulario } from './form'
import { EmPreparo } from './imagem'
import { Gravado, isAvisado } from './gravado'
import { Vistas } from './vistas'
import { Painel, painelTitled } from '~/painel/painel'
import type { RouteHandle } from '~/shared/document'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { Outcome } from '~/shared/field'
import { ActLink, OutlineLink } from '~/shared/page'
import type { MetaFunction } from '~/shared/remix.server'

export const handle: RouteHandle = { sheet: 'evento' }

/** Asks storage: an organiser who changes the event starts from what is stored now, not from seconds ago. */
export const loader = painelLoader(async (asked, { request }) => {
  const equipe = { ...asked, services: await asked.services.latest(0) }
  const shown = await eventoShown(equipe, request)
  const preparado = await eventoPreparado(equipe, request)
  const isError = preparado !== null && preparado.kind !== 'em-preparo' && isRefused(preparado)
  return { ...shown, preparado, ...(isError && { isError }) }
})

export const action = painelAction(async (equipe, { request }) =>
  eventoPosted({ ...equipe, services: await equipe.services.latest(0) }, request),
)

/** Reloads at once, because its answer waits until there is something to show. */
export const meta: MetaFunction<typeof loader> = (args) => {
  const titled = painelTitled<typeof loader>('Evento')
  const preparado = args.data?.preparado
  const isRunning = preparado?.kind === 'em-preparo'
  const refresh = isRunning ? [{ httpEquiv: 'refresh', content: `0; url=${preparado.href}` }] : []
  return [...(titled(args) ?? []), ...refresh]
}

const DONE = {
  gravado: 'a descrição do evento foi gravada. Está no histórico.',
  descrito:
    'o evento está descrito, e o convite está no ar. Agora, traga os convidados: a página Hoje diz como.',
}

export default function EventoPage() {
  const { feito, stored, formulario, preparado } = useLoaderData<typeof loader>()
  const posted = useActionData<EventoAnswer>()
  if (!posted && preparado?.kind === 'em-preparo')
    return (
      <Painel current="Evento" title="Preparando a imagem" kicker="Nada foi gravado ainda">
        <EmPreparo href={preparado.href} />
      </Painel>
    )
  const answer = posted ?? (preparado as EventoAnswer | null)
  if (answer?.kind === 'conferir') {
    return (
      <Painel
        current="Evento"
        title={ASKED[answer.passo]}
        kicker="Nada foi gravado ainda"
        summary={<ConferirErrors {...answer} />}
      >
        <Conferir conferido={answer} />
      </Painel>
    )
  }
  if (!answer && stored?.aviso && isAvisado(feito)) {
    const { quando, aviso } = stored
    return (
      <Painel
        current="Evento"
        kicker={quando}
        title={aviso.por > 0 ? 'Avise quem precisa saber' : 'Evento gravado'}
      >
        <Gravado feito={feito} quando={quando} aviso={aviso} />
      </Painel>
    )
  }
  const form: Formulario = answer ?? formulario
  if (!stored) return <Vazio formulario={form} />
  const { vista, canceladoem, hasEnded, versao } = stored
  return (
    <Painel
      current="Evento"
      kicker="É daqui que saem o convite, a credencial, o lembrete da agenda e o aviso de privacidade"
      title="Evento"
      summary={<FormularioErrors {...form} />}
      gauge={
        <>
          <OutlineLink href="/">Ver o convite</OutlineLink>
          <OutlineLink href="/painel/evento/lugares">Lugares e lotação</OutlineLink>
          <OutlineLink href="/painel/evento/perguntas">Perguntas no cadastro</OutlineLink>
        </>
      }
    >
      {answer ? <Changed {...form} /> : <Outcome nome={feito} done={DONE} warnings={{}} />}
      {canceladoem === null ? null : (
        <p className="alerta aviso">
          <b>Atenção:</b> {`o evento foi cancelado ${canceladoem}. As inscrições estão fechadas.`}
        </p>
      )}
      <div className="com-vistas">
        <EventoForm formulario={form}>
          <p className="nota">Nada muda ainda: a próxima página mostra o que vai mudar.</p>
        </EventoForm>
        <Vistas
          title="Como está hoje"
          vista={vista}
          link="O link, quando alguém o manda pelo WhatsApp"
          credencial="A credencial"
        />
      </div>
      {hasEnded ? null : <Cancelar versao={versao} isCancelled={canceladoem !== null} />}
      <p>
        <ActLink href="/painel/evento/outro">Começar outro evento</ActLink>
      </p>
    </Painel>
  )
}

/** Nothing is described yet. */
function Vazio({ formulario }: { formulario: Formulario }) {
  const isNext = isOffered(formulario)
  return (
    <Painel
      current="Evento"
      kicker={isNext ? 'O evento anterior terminou' : 'Boas-vindas. Ainda não há evento aqui.'}
      title={isNext ? 'Descreva o próximo evento' : 'Descreva o evento em dois minutos'}
      summary={<FormularioErrors {...formulario} />}
      isForm
      isFirst
    >
      <Changed {...formulario} />
      <p className="nota entrada">
        {isNext
          ? 'Quem convida, o lugar, os textos e quem assina já estão escritos como da última vez: confira. Faltam o título e as datas.'
          : 'Basta o que se diz num convite. Tudo se muda depois, também com convidados já confirmados.'}
      </p>
      {isNext ? (
        <p className="nota">
          Os números de antes estão em <a href="/painel/depois">Eventos anteriores</a>, e as empresas em{' '}
          <a href="/painel/planilhas">Planilhas</a>.
        </p>
      ) : null}
      <EventoForm formulario={formulario}>
        <p className="nota">Você vê o convite antes de gravar.</p>
      </EventoForm>
    </Painel>
  )
}

function Cancelar({ versao, isCancelled }: { versao: number; isCancelled: boolean }) {
  return (
    <section className="estreita">
      <h2>{isCancelled ? 'Retomar o evento' : 'Cancelar o evento'}</h2>
      <p className="nota">
        {isCancelled
          ? 'O convite volta a valer como era. A próxima página diz o que acontece.'
          : 'Só se ele não for mais acontecer. Nada é apagado, e dá para voltar atrás. A próxima página diz o que acontece.'}
      </p>
      <form method="post" action="/painel/evento">
        <input type="hidden" name="versao" value={versao} />
        <button
          className={isCancelled ? 'ato' : 'ato perigo'}
          name="ato"
          value={isCancelled ? 'ver-retomar' : 'ver-cancelar'}
        >
          {isCancelled ? 'Retomar o evento' : 'Cancelar o evento'}
        </button>
      </form>
    </section>
  )
}
