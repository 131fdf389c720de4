import { fieldsOf } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ConvidadoButtons } from './buttons'
import { ConvidadoDone, WhereaboutsTold, empresaHref } from '~/painel/convidado-told'
import { Entradas, ConvidadoFacts } from '~/painel/convidados/facts'
import { HistoricoLines } from '~/painel/historico'
import { Message } from '~/shared/field'
import { Painel, painelTitled } from '~/painel/painel'
import { atMoment } from '~/shared/event-clock'
import { convidadoShown } from '~/painel/convidados/convidado.server'
import { actIn, type AdmitQuestion } from './buttons.server'
import { painelAction, painelLoader } from '~/shared/equipe.server'

export const loader = painelLoader(async ({ services }, { request, params }) => ({
  convidado: await convidadoShown(services, request, params.credencialid ?? ''),
}))

export const action = painelAction(async ({ services, autor }, { request, params }) => {
  const fields = await fieldsOf(request)
  return actIn(fields)(services, params.credencialid ?? '', fields, autor())
})

export const meta = painelTitled<typeof loader>((data) => data?.convidado.nome ?? 'Convidado')

/** A sentence begins after the word in front of it. */
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function asked(question: AdmitQuestion): string {
  return question.kind === 'inside'
    ? `já entrou ${atMoment(question.enteredAt)}. Nada foi registrado agora.`
    : `o evento só começa em ${question.comeco}. Nada foi registrado agora. Se essa pessoa está mesmo entrando, confirme em ADMITIR ANTES DO DIA.`
}

export default function Convidado() {
  const { feito, convidado } = useLoaderData<typeof loader>()
  const question = useActionData<AdmitQuestion>()
  const { nome, empresa, dentro, retirada, entradas, lidas, lines } = convidado
  return (
    <Painel
      current="Convidados"
      title={nome}
      kicker={
        empresa ? (
          <a href={empresaHref(empresa.empresaid)}>{empresa.nome}</a>
        ) : (
          <a href="/painel/convidados">Convidados</a>
        )
      }
      gauge={
        dentro === null ? (
          <WhereaboutsTold dentro={null} retirada={retirada} />
        ) : (
          <span className="estado dentro">{`Dentro desde ${dentro}`}</span>
        )
      }
    >
      {question ? null : <ConvidadoDone nome={feito} />}
      {question ? <Message isWarning>{asked(question)}</Message> : null}
      {retirada === null ? null : (
        <Message isWarning>
          {dentro === null
            ? `${lower(retirada)}. Se vai vir, toque em CONFIRMAR DE NOVO. Se vier assim mesmo, ADMITIR registra a entrada sem convite.`
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
          <ConvidadoFacts {...convidado} />
        </div>
        <ConvidadoButtons {...convidado} asked={question?.kind ?? null} />
        <div>
          {entradas.length > 0 ? (
            <section>
              <Entradas entradas={entradas} total={lidas} entradaid={convidado.entradaid} />
            </section>
          ) : null}
          {lines.length > 0 ? (
            <section>
              <h2>Histórico</h2>
              <HistoricoLines lines={lines} isAssuntoKnown />
            </section>
          ) : null}
        </div>
      </div>
    </Painel>
  )
}
