import type { ReactNode } from 'react'
import { useLoaderData } from '@remix-run/react'
import { apagar, apagarRespostas, dadosOf, refuseOthers, whoReads } from '~/convidado/dados.server'
import { convidadoOf, credencialPath } from '~/shared/credenciais.server'
import type { RouteHandle } from '~/shared/document'
import { pageAction, pageLoader } from '~/shared/failure.server'
import { Heading, OutlineLink, Page, titled, useIsOver } from '~/shared/page'
import { NO_STORE, noStore, seeOther } from '~/shared/remix.server'
import { countOf } from '~/shared/words'

export const handle: RouteHandle = { sheet: 'presenca' }

/** All that is stored of a guest, and what follows when they erase it. */
export const loader = pageLoader(async ({ params, request, services }) => {
  const { token = '' } = params
  const convidado = await convidadoOf(token, services)
  const quem = await refuseOthers(request, convidado, services)
  return noStore({
    isOwn: quem === 'convidado',
    ...(await dadosOf(convidado, services)),
    href: credencialPath(token),
    isFeito: new URL(request.url).searchParams.has('apagadas'),
    copias: services.backups && countOf(services.backups.days, 'dia', 'dias'),
  })
})

/** Erases the guest, or their answers alone. Sent again, the credencial is gone, or nothing changes. */
export const action = pageAction(async ({ params, request, services }) => {
  const convidado = await convidadoOf(params.token, services)
  if ((await whoReads(request, convidado, services)) !== 'convidado')
    throw new Response(null, { status: 403 })
  switch ((await request.formData()).get('ato')) {
    case 'apagar':
      await apagar(convidado, services)
      return seeOther('/minhas?apagado=1', NO_STORE)
    case 'respostas':
      await apagarRespostas(convidado, services)
      return seeOther(`${credencialPath(params.token ?? '')}/dados?apagadas=1`, NO_STORE)
    default:
      throw new Response(null, { status: 400 })
  }
})

export const meta = titled('Meus dados')

export default function MeusDados() {
  const { isOwn, isFeito, linhas, href, isInside, hasAcompanhantes, hasRespostas, copias } =
    useLoaderData<typeof loader>()
  const isOver = useIsOver()
  return (
    <Page>
      <Heading
        kicker={isOwn ? 'O que este site guarda sobre você' : 'O que este site guarda sobre este convidado'}
        title="MEUS DADOS"
      />
      {isFeito && !hasRespostas ? <p role="status">Suas respostas foram apagadas.</p> : null}
      <dl className="pessoa dados">
        {linhas.map(([nome, valor], at) => (
          <div key={at}>
            <dt>{nome}</dt>
            <dd>{valor}</dd>
          </div>
        ))}
      </dl>
      <div className="acoes">
        <a className="botao" href={`${href}/dados.txt`} download="meus-dados.txt">
          Baixar meus dados
        </a>
        <OutlineLink href={href}>Voltar à credencial</OutlineLink>
      </div>
      {isOwn && hasRespostas ? (
        <Apagar ato="respostas" what="só as minhas respostas">
          <li>O resto do cadastro fica como está.</li>
          <Copias what="suas respostas" copias={copias} />
        </Apagar>
      ) : null}
      {isOwn ? (
        <Apagar ato="apagar" what="meus dados">
          <li>
            {isInside
              ? 'Sua entrada continua na contagem, sem o seu nome.'
              : `A credencial deixa de abrir${isOver ? '' : ', e nenhum lugar fica guardado para você'}.`}
          </li>
          {hasAcompanhantes ? <li>A presença de quem vai com você continua confirmada.</li> : null}
          <li>Um celular da porta sem internet mostra seu nome até se conectar de novo.</li>
          <Copias what="seus dados" copias={copias} />
          <li>{`Não dá para desfazer.${isOver ? '' : ' Para vir, é preciso se cadastrar de novo.'}`}</li>
        </Apagar>
      ) : null}
    </Page>
  )
}

/** What follows from an erasure, and its button. */
function Apagar({ ato, what, children }: { ato: string; what: string; children: ReactNode }) {
  return (
    <details>
      <summary>{`Apagar ${what}`}</summary>
      <ul className="consequencias">{children}</ul>
      <form method="post">
        <button className="perigo" name="ato" value={ato}>
          {`Apagar ${what}`}
        </button>
      </form>
    </details>
  )
}

function Copias({ what, copias }: { what: string; copias: string | null }) {
  return copias === null ? null : <li>{`Nas cópias de segurança, ${what} somem em até ${copias}.`}</li>
}
