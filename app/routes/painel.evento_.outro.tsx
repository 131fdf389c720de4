import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Painel, painelTitled } from '~/painel/painel'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { ErrorSummary, Option, Outcome } from '~/shared/field'
import { ActLink, ButtonLink, OutlineLink } from '~/shared/page'
import { noStore, seeOther, UUID } from '~/shared/remix.server'
import { countOf, dotted } from '~/shared/words'
import { erasedIn } from '../../server/domain/outro-evento.ts'
import { hasConvidadoData } from '../../server/domain/personal-data.ts'
import { dayWithYear, quandoOf } from '../../server/domain/quando.ts'
import { beginOutro } from '../../server/use-cases/balanco.ts'
import { isErasureDay } from '~/shared/closing.server'

const TITLE = 'Começar outro evento'

/**
 * How many erasures in the history are read for their numbers: trials, and each part of one that took several
 * requests.
 */
const ERASURES = 100

/** The event that may end, or one whose guests are still stored, or that none is described. */
export const loader = painelLoader(async ({ services }) => {
  const { gravado, credenciais, historico, transfer, eraseAt } = services
  if (!gravado) return { kind: 'sem-evento' as const }
  const { titulo, inicio, fim } = gravado.evento
  const [pessoal, { empresas }, erasures] = await Promise.all([
    credenciais.countPersonalData(),
    transfer.count(),
    historico.list({ ato: 'apagou-tudo', after: null, limit: ERASURES }),
  ])
  const { convidados, contatos, apagadoem } = pessoal
  const evento = dotted(titulo, dayWithYear(inicio))
  if (hasConvidadoData(pessoal)) {
    const { semana, hora } = quandoOf(fim, eraseAt)
    const prazo = `${dayWithYear(fim, eraseAt)}, ${semana}, às ${hora}`
    return { kind: 'ainda-nao' as const, evento, convidados, prazo, isDue: isErasureDay(services) }
  }
  const apagado =
    apagadoem === null
      ? null
      : {
          em: `${dayWithYear(fim, apagadoem)}, às ${quandoOf(fim, apagadoem).hora}`,
          quantos: erasedIn(erasures),
        }
  const ids = { de: gravado.eventoid, eventoid: services.newId() }
  return { kind: 'pode' as const, evento, ...ids, empresas, contatos, apagado }
})

export const action = painelAction(async ({ services, autor }, { request }) => {
  const form = await request.formData()
  // The form also carries the next event's id: sent twice, it begins only one.
  const [de, eventoid] = [form.get('de'), form.get('eventoid')]
  if (typeof de !== 'string' || typeof eventoid !== 'string' || !UUID.test(eventoid))
    throw new Response(null, { status: 400 })
  if (form.get('sei') !== 'sim') return noStore({ message: 'Marque que você sabe que não se desfaz.' }, 422)
  const areContactsErased = form.get('contatos') !== 'sim'
  const { kind } = await beginOutro(services, { de, eventoid, areContactsErased }, autor())
  throw seeOther(`/painel/evento/outro?feito=${kind}`)
})

export const meta = painelTitled<typeof loader>((data) =>
  data?.kind === 'ainda-nao' ? `Ainda não · ${TITLE}` : TITLE,
)

const DONE = {
  comecou:
    'o evento anterior terminou, e este painel espera o próximo. Mande a quem cuida de cada mesa o link novo quando o evento estiver descrito.',
}

const WARNINGS = {
  'ja-comecou': 'outro evento já foi começado. Nada mudou com este toque.',
  'apague-antes': 'ainda há dados deste evento guardados. Nada mudou.',
}

export default function OutroEventoPage() {
  const shown = useLoaderData<typeof loader>()
  const outcome = <Outcome nome={shown.feito} done={DONE} warnings={WARNINGS} />
  switch (shown.kind) {
    case 'pode':
      return <MayBegin {...shown} outcome={outcome} />
    case 'ainda-nao':
      return <NotYet {...shown} outcome={outcome} />
    case 'sem-evento':
      return (
        <Painel current="Evento" title="Outro evento">
          {outcome}
          <div className="estreita">
            <p>Nenhum evento está descrito. Até lá os convidados leem EM BREVE, e ninguém se cadastra.</p>
            <ButtonLink href="/painel/evento">Descrever o evento</ButtonLink>
          </div>
        </Painel>
      )
    default:
      return shown satisfies never
  }
}

type Shown<Kind> = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { kind: Kind }> & {
  outcome: ReactNode
}

function NotYet({ evento, convidados, prazo, isDue, outcome }: Shown<'ainda-nao'>) {
  return (
    <Painel current="Evento" title="Ainda não" kicker={evento}>
      {outcome}
      <div className="estreita">
        <p className="alerta aviso">
          <b>Atenção:</b>{' '}
          {convidados > 0 ? (
            <>
              {'os dados de '}
              <b>{countOf(convidados, 'convidado', 'convidados')}</b>
              {' deste evento ainda estão aqui. Quem se cadastrou, foi para este evento, não para o próximo.'}
            </>
          ) : (
            'nomes e registros deste evento ainda estão aqui: da equipe, da porta, de convites ou de planilhas.'
          )}
        </p>
        <p>
          {isDue ? 'O prazo para apagá-los chegou em ' : 'O prazo para apagá-los é '}
          <b>{prazo}</b>. Antes de apagar, baixe as planilhas de que precisar.
        </p>
        <div className="acoes">
          <ButtonLink href="/painel/planilhas">Baixar planilhas</ButtonLink>
          <OutlineLink href="/painel/expurgo">Apagar os dados agora</OutlineLink>
        </div>
      </div>
    </Painel>
  )
}

function MayBegin({ evento, de, eventoid, empresas, contatos, apagado, outcome }: Shown<'pode'>) {
  const refused = useActionData<typeof action>()
  return (
    <Painel current="Evento" title={TITLE} kicker={evento}>
      <ErrorSummary title="Nada mudou" errors={[{ id: 'sei', message: refused?.message }]} />
      {outcome}
      <p className="alerta">
        {apagado ? (
          <>
            {'Os dados de '}
            <b>{countOf(apagado.quantos, 'convidado', 'convidados')}</b>
            {` foram apagados; a última vez em ${apagado.em}. `}
          </>
        ) : (
          'Não há dados de convidados guardados. '
        )}
        Este painel já pode receber outro evento.
      </p>
      <div className="ficam">
        <section>
          <h2>Ficam</h2>
          <ul>
            <li>{`${countOf(empresas, 'empresa', 'empresas')}, com o total de convites de cada uma, todos livres`}</li>
            <li>o título, as datas e os números deste evento, sem nome nenhum</li>
            <li>quem convida, o lugar, os textos e a sua imagem, já postos no formulário do próximo</li>
            <li>a equipe da organização e os aparelhos dela</li>
          </ul>
        </section>
        <section className="saem">
          <h2>Acabam</h2>
          <ul>
            <li>os links das mesas, os números delas e os convites pessoais</li>
            <li>as credenciais: o link antigo diz que o evento passou, sem dizer de quem era</li>
            <li>os celulares da porta: serão chamados de novo</li>
            <li>os textos das mensagens</li>
            <li>o histórico, que vira uma linha com os totais</li>
          </ul>
        </section>
      </div>
      <section className="perigo estreita">
        <form method="post">
          <input type="hidden" name="de" value={de} />
          <input type="hidden" name="eventoid" value={eventoid} />
          {contatos === 0 ? (
            <input type="hidden" name="contatos" value="sim" />
          ) : (
            <Option id="contatos" type="checkbox" name="contatos" value="sim" defaultChecked>
              <b>Guardar os contatos das empresas</b>
              <span className="dica">
                {`Responsável, WhatsApp e solicitante de ${countOf(contatos, 'empresa', 'empresas')}, e deste evento quem assina e o contato para dúvidas. Guarde só se eles esperam ser chamados de novo.`}
              </span>
            </Option>
          )}
          <Option id="sei" type="checkbox" name="sei" value="sim" required>
            <b>Sei que não se desfaz</b>
          </Option>
          <button>Começar outro evento</button>
        </form>
      </section>
      <p>
        <ActLink href="/painel/evento">Ficar neste evento</ActLink>
      </p>
    </Painel>
  )
}
