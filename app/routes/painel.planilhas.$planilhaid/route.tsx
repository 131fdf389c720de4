import type { ReactNode } from 'react'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CheckPlanilha } from './check'
import { planilhaRecorded, planilhaShown } from './planilhas.server'
import { Desfazer } from './desfazer'
import { farWords, Lost, Onward, Recorded, recordedTitle, Running, Stopped } from './andamento'
import { UploadPlanilha } from '~/painel/upload'
import { Painel, painelTitled } from '~/painel/painel'
import type { Passo, RefusedPasso } from './passos.server'
import { Colunas } from './colunas'
import { Abas, Passos } from './passos'
import type { RouteHandle } from '~/shared/document'
import { equipeOf, painelAction } from '~/shared/equipe.server'
import { withErrorPage } from '~/shared/failure.server'
import { ErrorSummary, Message } from '~/shared/field'
import { noStore, type MetaFunction, type RouteArgs } from '~/shared/remix.server'
import { countOf, dotted } from '~/shared/words'

/** An upload: how far its reading or recording has got, what it would do now, or what it did. */
export async function loader({ request, context, params }: RouteArgs) {
  const equipe = await equipeOf(request, context)
  const shown = planilhaShown(params.planilhaid ?? '', request, equipe)
  const planilha = await withErrorPage(equipe.services, shown)
  const status = planilha.kind === 'gone' ? 404 : planilha.kind === 'refused' ? 422 : 200
  const isError = equipe.painel.isError || planilha.kind === 'refused'
  return noStore({ ...equipe.painel, isError, planilha }, status)
}

/** Records it, if it would still do what was checked. */
export const action = painelAction((equipe, { request, params }) =>
  planilhaRecorded(params.planilhaid ?? '', request, equipe),
)

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>['planilha']
type Undoable = Pick<Extract<Loaded, { kind: 'recorded' }>, 'desfazer'>

export const handle: RouteHandle = { sheet: 'planilhas' }

/** Reloads at once, because its answer waits until there is something to show. */
export const meta: MetaFunction<typeof loader> = (args) => {
  const titled = painelTitled<typeof loader>((data) => {
    if (!data) return 'Planilha'
    const { title } = shownOf(data.planilha)
    return data.planilha.kind === 'running' ? `${title}: ${farWords(data.planilha).toLowerCase()}` : title
  })
  const isRunning = args.data?.planilha.kind === 'running'
  const refresh = isRunning ? [{ httpEquiv: 'refresh', content: '0; url=?espera' }] : []
  return [...(titled(args) ?? []), ...refresh]
}

export default function PlanilhaPage() {
  const { planilha } = useLoaderData<typeof loader>()
  const said = useActionData<typeof action>() ?? null
  const refused = said && 'error' in said ? said : null
  const { title, kicker = null, passo, page } = shownOf(planilha, refused)
  return (
    <Painel
      current="Planilhas"
      title={title}
      kicker={kicker}
      gauge={passo && <Passos passo={passo} />}
      summary={<ErrorSummary title="Falta uma coisa" errors={refused === null ? [] : [refused.error]} />}
    >
      {said && 'aviso' in said ? <Message isWarning>{said.aviso}</Message> : null}
      {page}
    </Painel>
  )
}

interface Shown {
  title: string
  kicker?: string
  passo?: Passo
  page: ReactNode
}

/** An upload's page, by how far it has got. */
function shownOf(planilha: Loaded, refused: RefusedPasso | null = null): Shown {
  switch (planilha.kind) {
    case 'gone':
      return { title: 'A planilha não está mais aqui', page: <Lost kind="gone" /> }
    case 'unread':
      return { title: 'A leitura parou', kicker: planilha.arquivo, page: <Lost kind="unread" /> }
    case 'refused': {
      const errors = [{ id: 'arquivo', message: planilha.problema }]
      return { title: 'Planilhas', page: <UploadPlanilha refused={{ tipo: planilha.tipo, errors }} /> }
    }
    case 'running': {
      const { arquivo, fase } = planilha
      const title = fase === 'lendo' ? 'Lendo' : 'Gravando'
      return { title, kicker: arquivo, page: <Running {...planilha} /> }
    }
    case 'recorded':
      return {
        kicker: dotted(planilha.arquivo, `gravada às ${planilha.hora}`),
        ...undoable(planilha, recordedTitle(planilha), <Recorded {...planilha} />),
      }
    case 'imported':
      return undoable(planilha, 'Planilha gravada', <Onward {...planilha.desfazer} />)
    case 'abas': {
      const title = planilha.isDuvidosa ? 'Qual está escrito certo?' : 'Onde está a lista?'
      const page = <Abas {...planilha} refused={refused} />
      return { title, kicker: planilha.arquivo, passo: 'abas', page }
    }
    case 'colunas': {
      const kicker = dotted(planilha.arquivo, countOf(planilha.linhas, 'linha', 'linhas'))
      const page = <Colunas {...planilha} refused={refused} />
      return { title: 'O que é cada coluna?', kicker, passo: 'colunas', page }
    }
    case 'open': {
      const { arquivo, lida, stopped, desfazer } = planilha
      const isBegun = stopped !== null && (stopped.feitas > 0 || stopped.fase === 'gravando')
      const page = (
        <>
          {stopped ? <Stopped {...stopped} /> : null}
          <CheckPlanilha {...planilha} isBegun={isBegun} />
          {desfazer ? <Desfazer {...desfazer} /> : null}
        </>
      )
      const kicker = dotted(arquivo, `lida às ${lida}`)
      return { title: 'Confira antes de gravar', kicker, passo: 'conferir', page }
    }
    default:
      return planilha satisfies never
  }
}

/** What was recorded, and how to take it back. Once that was tried, the recording is no news any more. */
function undoable({ desfazer }: Undoable, recorded: string, page: ReactNode): Shown {
  const isNews = !desfazer || (desfazer.sairam === 0 && !desfazer.isTried)
  return {
    title: isNews ? recorded : desfazer.sairam === 0 ? 'Nada foi desfeito' : 'Importação desfeita',
    page: (
      <>
        {isNews ? page : null}
        {desfazer ? <Desfazer {...desfazer} /> : null}
      </>
    ),
  }
}
