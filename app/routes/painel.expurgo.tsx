import {
  json,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '~/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Field } from '~/components/field'
import { countOf } from '~/components/count-of'
import { ErrorSummary } from '~/components/error-summary'
import { Message } from '~/components/message'
import { Painel } from '~/components/painel'
import type { RouteHandle } from '~/components/route-handle'
import { erase, expurgoShown } from '~/expurgo.server'
import { refuseOtherMethods } from '~/methods.server'
import { pageHeaders } from '~/page-headers'
import { teamOf } from '~/team.server'

export const handle: RouteHandle = { sheet: 'painel' }

/** What would be erased. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, aparelho } = await teamOf(request, context, ['organizacao'])
  const expurgo = await expurgoShown(services)
  const feito = new URL(request.url).searchParams.get('feito')
  const title = `${context.isError ? 'Erro: ' : ''}Apagar os dados · Painel`
  return json(
    { quem: { nome: aparelho.nome }, feito, title, ...expurgo },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}

/** Erases every guest. */
export async function action({ request, context }: ActionFunctionArgs) {
  refuseOtherMethods(request)
  const { services, autor } = await teamOf(request, context, ['organizacao'])
  const expurgo = await erase(services, await request.formData(), autor())
  if (expurgo.kind === 'apagado') throw redirect(`/painel/expurgo?feito=${expurgo.feito}`, { status: 303 })
  context.isError = true
  return json(expurgo, { status: 422, headers: { 'Cache-Control': 'no-store' } })
}

export const headers = pageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title ?? 'Apagar os dados · Painel' },
  { name: 'robots', content: 'noindex' },
]

/** The erasure of every guest's data, once the event is over. */
export default function ExpurgoPage() {
  const { quem, feito, isDue, dia, ...counts } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const isEmpty = counts.credenciais + counts.chaves === 0
  return (
    <Painel
      quem={quem}
      current={null}
      title="Apagar os dados"
      kicker="O que prometemos aos convidados, no aviso de privacidade"
    >
      {refused ? (
        <ErrorSummary title="Nada foi apagado" errors={[{ id: refused.campo, message: refused.message }]} />
      ) : null}
      {feito === 'apagado' ? (
        <Message>
          os dados dos convidados foram apagados. Apague também as planilhas exportadas e as cópias de
          segurança: elas guardam os mesmos dados.
        </Message>
      ) : null}
      {feito === 'aos-poucos' ? (
        <Message>
          os dados dos convidados foram apagados. A lista da portaria termina de se apagar sozinha em alguns
          minutos; volte aqui para conferir. Apague também as planilhas exportadas e as cópias de segurança.
        </Message>
      ) : null}
      {feito === 'continuar' && !isEmpty ? (
        <Message isWarning>
          {`ainda faltam ${countOf(counts.credenciais, 'convidado', 'convidados')}. Confirme outra vez para continuar.`}
        </Message>
      ) : null}
      <section>
        <h2 className="oculto">O que está guardado</h2>
        <dl className="fatos">
          <dt>Prazo</dt>
          <dd>
            <b>{dia}</b>
            {isDue ? '. Já chegou.' : '. Ainda não chegou.'}
          </dd>
          <dt>Apaga-se</dt>
          <dd>
            {`${countOf(counts.credenciais, 'convidado', 'convidados')}, com nome, WhatsApp, e-mail e credencial; a lista da portaria; as planilhas enviadas; os nomes de ${countOf(counts.aparelhos, 'aparelho', 'aparelhos')} da equipe.`}
          </dd>
          <dt>Fica</dt>
          <dd>
            {`Sem nomes: ${countOf(counts.empresas, 'empresa', 'empresas')} com a contagem de convites, ${countOf(counts.entradas, 'entrada', 'entradas')} e ${countOf(counts.feitos, 'ato', 'atos')} do histórico.`}
          </dd>
          <dt>Depois</dt>
          <dd>
            O painel fecha três dias depois do evento. Daí em diante, quem cuida do servidor apaga pelo
            terminal.
          </dd>
        </dl>
      </section>
      {isEmpty ? (
        <p>Não há dados de convidados guardados.</p>
      ) : (
        <section className="perigo estreita">
          <h2>Apagar para sempre</h2>
          <form method="post">
            <p className="dica">
              Não há volta: as credenciais deixam de abrir, e nem nós conseguimos recuperar os nomes. Se
              precisar deles, exporte antes em <a href="/painel/planilhas">Planilhas</a>.
            </p>
            <Field
              id="palavra"
              label="Para confirmar, digite APAGAR"
              error={refused?.campo === 'palavra' ? refused.message : null}
              value=""
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={20}
              required
            />
            {isDue ? null : (
              <label className="opcao">
                <input id="antes" type="checkbox" name="antes" value="sim" />
                <span>{`Apagar antes do prazo, que é ${dia}`}</span>
              </label>
            )}
            <button>APAGAR OS DADOS</button>
          </form>
        </section>
      )}
    </Painel>
  )
}
