import { useActionData, useLoaderData } from '@remix-run/react'
import { actedOn, envioShown, type Typed } from '~/mesa/envios.server'
import type { RouteHandle } from '~/shared/document'
import {
  Cartao,
  counted,
  Fim,
  MESMO_ASSIM,
  NAO_SEI,
  PROXIMO,
  UmPorVez,
  type Botoes,
  type Cena,
} from '~/shared/envio'
import { pageAction, pageLoader } from '~/shared/failure.server'
import { ErrorSummary, Field } from '~/shared/field'
import { refreshTo } from '~/shared/mensagem'
import { ButtonLink, OutlineLink, Page, titled } from '~/shared/page'
import { fieldsOf, noStore, type MetaFunction } from '~/shared/remix.server'

export const handle: RouteHandle = { sheet: 'envio' }

/**
 * One personal invitation to send, or `fim`, the end of the queue. Viewing takes no row; only a form does.
 */
export const loader = pageLoader(async ({ params, request, context, services }) => {
  const { isError } = context
  return noStore({ ...(await envioShown(params, request, services, context)), isError })
})

export const action = pageAction(async ({ params, request, context, services }) =>
  actedOn(params, await fieldsOf(request), services, context),
)

/** After Enviar the page goes on to WhatsApp by itself. */
export const meta: MetaFunction<typeof loader> = (args) => {
  const refresh = args.data?.refresh ?? null
  const title = titled<typeof loader>(
    (data) => `${data?.isError ? 'Erro: ' : ''}Enviar convites · Mesa ${data?.mesa ?? ''}`,
  )
  return [...(title(args) ?? []), ...(refresh === null ? [] : [refreshTo(refresh)])]
}

export default function EnviarPage() {
  const { path, mesa, feitos, total, linha, fim } = useLoaderData<typeof loader>()
  const action = `${path}/enviar/${linha?.codigo ?? ''}`
  const { typed, error } = useActionData<Typed>() ?? { typed: '', error: null }
  return (
    <Page>
      <ErrorSummary title="Falta corrigir o número" errors={[{ id: 'para', message: error }]} />
      <UmPorVez
        title="Enviar convites, um por vez"
        href={path}
        nome={`Mesa ${mesa}`}
        feitos={feitos}
        total={total}
      >
        {linha ? (
          <Cartao {...linha} action={action} botoes={BOTOES}>
            <Beside cena={linha.cena} action={action} typed={typed} error={error} />
          </Cartao>
        ) : null}
        {fim ? <FimDaMesa {...fim} path={path} feitos={feitos} total={total} /> : null}
      </UmPorVez>
    </Page>
  )
}

const BOTOES: Partial<Botoes> = {
  voltou: { main: ['foi', 'Foi, próximo'], words: [['nao-foi', 'Não foi'], NAO_SEI] },
  aberto: { main: PROXIMO, words: [MESMO_ASSIM] },
  feito: { main: PROXIMO, words: [['lembrar', 'Lembrar']] },
  fora: { main: PROXIMO, words: [MESMO_ASSIM] },
}

/** The less common acts: type a number, which is not stored; remind; say why nothing is sent. */
function Beside({ action, cena, typed, error }: Typed & { action: string; cena: Cena }) {
  if (cena.kind === 'lembrado' || cena.kind === 'fora') return null
  if (cena.kind === 'voltou')
    return (
      <p className="nota">{`Se você sair agora, fica anotado que abriu às ${cena.hora}, e a mesa pergunta de novo.`}</p>
    )
  const isNew = cena.kind === 'enviar'
  return (
    <details open={error !== null}>
      <summary>{isNew ? 'Digitar o número, ou outro jeito' : 'Digitar o número, ou lembrar'}</summary>
      <form method="post" action={action}>
        <Field
          id="para"
          label="WhatsApp, se quiser escolher o número"
          hint={`Não guardamos o número. Em branco, você escolhe o contato no WhatsApp.${isNew ? '' : ' Lembrar começa com “Ainda dá tempo”.'}`}
          error={error}
          value={typed}
          type="tel"
          inputMode="numeric"
        />
        <button className="contorno" name="ato" value={isNew ? 'enviar' : 'lembrar'}>
          {isNew ? 'Enviar a este número' : 'Lembrar'}
        </button>
        {isNew ? (
          <>
            <button className="ato" name="ato" value="em-maos">
              Entreguei de outro jeito
            </button>
            <button className="ato" name="ato" value="recusado">
              Não quer mensagens
            </button>
          </>
        ) : null}
      </form>
    </details>
  )
}

type Ended = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['fim']>

/** Nothing is left for now: how many were sent, and what became of the others. */
function FimDaMesa(props: Ended & { path: string; feitos: number; total: number }) {
  const { path, hora, feitos, total, porEnviar } = props
  const lines = [
    `${feitos} de ${total} enviados`,
    ...counted(props.abertos, 'aberto: falta dizer se foi', 'abertos: falta dizer se foram'),
    ...counted(porEnviar, 'ainda não enviado', 'ainda não enviados'),
    ...counted(props.comOutros, 'com a organização agora', 'com a organização agora'),
    ...counted(props.fora, 'não vai pelo WhatsApp', 'não vão pelo WhatsApp'),
  ]
  const left = porEnviar + props.abertos
  return (
    <Fim
      title={left > 0 ? 'Ainda há o que fazer' : 'Fila terminada'}
      lines={lines}
      nota={`Números das ${hora}. Quem já se cadastrou saiu desta fila.`}
    >
      {left > 0 ? (
        <ButtonLink href={`${path}#convites`}>Ver os que faltam</ButtonLink>
      ) : (
        <OutlineLink href={path}>Voltar à mesa</OutlineLink>
      )}
    </Fim>
  )
}
