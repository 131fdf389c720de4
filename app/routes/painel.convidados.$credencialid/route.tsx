import { useActionData, useLoaderData } from '@remix-run/react'
import { convidadoShown } from './convidado.server'
import { Atos, Entradas, Fatos } from './parts'
import { Back, ConvidadoDone, WhereaboutsTold } from '~/painel/convidado-told'
import { toConvidado, toConvidados, toKept } from '~/painel/convidados/convidado.server'
import { HistoricoLines } from '~/painel/historico'
import { Painel, painelTitled } from '~/painel/painel'
import { isEarly } from '~/shared/closing.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { atMoment, momentOf } from '~/shared/event-clock'
import { Message } from '~/shared/field'
import { useIsOver } from '~/shared/page'
import { fieldsOf, noStore, uuidIn, type Fields } from '~/shared/remix.server'
import { whenAt } from '~/shared/words'
import type { Services } from '../../../server/composition.ts'
import type { Autor } from '../../../server/domain/historico.ts'
import { removeCredencial, renewLink } from '../../../server/use-cases/change-convidado.ts'

export const loader = painelLoader(async ({ services }, { request, params }) => ({
  convidado: await convidadoShown(services, request, params.credencialid ?? ''),
}))

export const action = painelAction(async ({ services, autor }, { request, params }) => {
  const fields = await fieldsOf(request)
  const act = ACTS.get(fields('ato') ?? '')
  if (!act) throw new Response(null, { status: 400 })
  return act(services, params.credencialid ?? '', fields, autor())
})

/**
 * What the page asks before anything is done: the guest already went in, or the day of the event has not
 * come.
 */
type AdmitQuestion = { kind: 'inside'; enteredAt: string } | { kind: 'early'; comeco: string }

type Act = (services: Services, credencialid: string, fields: Fields, autor: Autor) => Promise<Response>

const ask = (question: AdmitQuestion) => noStore(question, 409)

const admitir: Act = async (services, credencialid, fields, autor) => {
  const request = { credencialid, entradaid: uuidIn(fields), isAgain: fields('denovo') === '1' }
  const { inicio } = services.config.evento
  if (isEarly(services) && fields('antes') !== '1') return ask({ kind: 'early', comeco: whenAt(inicio) })
  const entrada = await services.entradas.admit(request, autor)
  switch (entrada.kind) {
    case 'admitted':
      return toConvidado(credencialid, 'admitido')
    case 'already-inside':
      return ask({ kind: 'inside', enteredAt: momentOf(inicio, entrada.since, services.now()) })
    case 'credencial-not-found':
      return toKept(services, credencialid)
    case 'entrada-taken':
      throw new Response(null, { status: 400 })
    default:
      return entrada satisfies never
  }
}

const anular: Act = async (services, credencialid, fields, autor) => {
  const request = { credencialid, entradaid: uuidIn(fields), anula: fields('anula') ?? '' }
  const annulment = await services.entradas.annul(request, autor)
  if (annulment.kind === 'entrada-not-found') throw new Response(null, { status: 400 })
  return toConvidado(credencialid, 'anulada')
}

const RENEWED = { renewed: 'renovado', 'no-link': 'sem-link' } as const

const renovar: Act = async (services, credencialid, fields, autor) => {
  const { kind } = await renewLink(services, credencialid, Number(fields('versao') ?? NaN), autor)
  if (kind === 'credencial-not-found') return toKept(services, credencialid)
  return toConvidado(credencialid, RENEWED[kind])
}

/** Frees the place kept for a guest who withdrew; the closing date does not bind the organiser. */
const liberar: Act = async (services, credencialid, fields, autor) => {
  const { desistencias, now } = services
  const empresaid = fields('empresaid')
  if (empresaid === null) throw new Response(null, { status: 400 })
  const request = { credencialid, empresaid, now: now(), isClosed: false, isOfGuardada: true }
  const { kind } = await desistencias.withdraw(request, autor)
  if (kind === 'credencial-not-found') return toKept(services, credencialid)
  return toConvidado(credencialid, kind === 'withdrawn' ? 'liberado' : 'ja-livre')
}

const excluir: Act = async (services, credencialid, fields, autor) => {
  const convite = fields('convite')
  if (convite !== 'devolver' && convite !== 'gastar') throw new Response(null, { status: 400 })
  const removal = await removeCredencial(services, credencialid, convite === 'devolver', autor)
  if (removal.kind === 'credencial-not-found') return toKept(services, credencialid)
  return toConvidados(removal.returned === null ? 'excluido' : 'devolvido')
}

const ACTS = new Map(Object.entries({ admitir, anular, renovar, liberar, excluir }))

export const meta = painelTitled<typeof loader>((data) => data?.convidado.nome ?? 'Convidado')

/** The sentence follows another word, so it starts in lower case. */
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function asked(question: AdmitQuestion): string {
  return question.kind === 'inside'
    ? `já entrou ${atMoment(question.enteredAt)}. Nada foi registrado agora.`
    : `o evento só começa em ${question.comeco}. Nada foi registrado agora. Se essa pessoa está mesmo entrando, confirme em Dar entrada antes do dia.`
}

export default function Convidado() {
  const { feito, convidado } = useLoaderData<typeof loader>()
  const question = useActionData<AdmitQuestion>()
  const { nome, empresa, dentro, retirada, entradas, lidas, lines } = convidado
  const isPast = useIsOver()
  return (
    <Painel
      current="Convidados"
      title={nome}
      kicker={<Back empresa={empresa} href="/painel/convidados" nome="Convidados" />}
      gauge={
        dentro === null || isPast ? (
          <WhereaboutsTold dentro={dentro} retirada={retirada} />
        ) : (
          <span className="estado dentro">{`Dentro desde ${dentro}`}</span>
        )
      }
    >
      {question ? null : <ConvidadoDone nome={feito} />}
      {question ? <Message isWarning>{asked(question)}</Message> : null}
      {retirada === null || (isPast && dentro === null) ? null : (
        <Message isWarning>
          {dentro === null
            ? `${lower(retirada)}. Se vai vir, toque em Confirmar de novo. Se vier assim mesmo, Dar entrada registra a entrada sem convite.`
            : `${lower(retirada)}, e entrou assim mesmo, sem convite.`}
        </Message>
      )}
      {entradas.length > 1 ? (
        <Message isWarning>
          {`a credencial foi lida ${lidas === 2 ? 'duas' : lidas} vezes. Se foi a mesma pessoa, não há nada a fazer.`}
        </Message>
      ) : null}
      <div className="ficha">
        <div>
          <Fatos {...convidado} />
        </div>
        <Atos {...convidado} asked={question?.kind ?? null} />
        <div>
          {entradas.length > 0 ? (
            <section>
              <Entradas {...convidado} />
            </section>
          ) : null}
          <HistoricoLines lines={lines} />
        </div>
      </div>
    </Painel>
  )
}
