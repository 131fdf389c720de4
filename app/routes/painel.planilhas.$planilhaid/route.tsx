import { useActionData, useLoaderData } from '@remix-run/react'
import { CheckPlanilha } from './check'
import { planilhaRecorded, planilhaShown } from './planilhas.server'
import { Desfazer } from './desfazer'
import { farWords, Lost, Onward, Recorded, recordedTitle, Running, Stopped, type Far } from './andamento'
import { UploadPlanilha } from '~/painel/upload'
import { Painel, painelTitled } from '~/painel/painel'
import type { RefusedPasso } from './passos.server'
import { Colunas } from './colunas'
import { Abas, Passos } from './passos'
import type { RouteHandle } from '~/shared/document'
import { equipeOf } from '~/shared/equipe.server'
import { withErrorPage } from '~/shared/failure.server'
import { ErrorSummary, Message } from '~/shared/field'
import { noStore, refuseOtherMethods, type MetaFunction, type RouteArgs } from '~/shared/remix.server'
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
export async function action({ request, context, params }: RouteArgs) {
  refuseOtherMethods(request)
  const equipe = await equipeOf(request, context)
  const answer = await planilhaRecorded(params.planilhaid ?? '', request, equipe)
  context.isError = answer.status === 422
  return answer
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>['planilha']

export const handle: RouteHandle = { sheet: 'planilhas' }

const TITLES = {
  gone: 'A planilha não está mais aqui',
  unread: 'A leitura parou',
  refused: 'Planilhas',
  abas: 'Onde está a lista?',
  colunas: 'O que é cada coluna?',
  open: 'Confira antes de gravar',
  imported: 'Planilha gravada',
}

/** What an undoing left, or that nothing could leave: a recording is no news any more. */
function undoneIn(planilha: Loaded) {
  const desfazer = planilha.kind === 'recorded' || planilha.kind === 'imported' ? planilha.desfazer : null
  return desfazer && (desfazer.sairam > 0 || desfazer.isTried) ? desfazer : null
}

const titleOf = (planilha: Loaded) => {
  const undone = undoneIn(planilha)
  if (undone) return undone.sairam === 0 ? 'Nada foi desfeito' : 'Importação desfeita'
  if (planilha.kind === 'abas' && planilha.isDuvidosa) return 'Qual está escrito certo?'
  if (planilha.kind === 'recorded') return recordedTitle(planilha)
  if (planilha.kind !== 'running') return TITLES[planilha.kind]
  return planilha.fase === 'lendo' ? 'Lendo' : 'Gravando'
}

/** Reloads at once, because its answer waits until there is something to show. */
export const meta: MetaFunction<typeof loader> = (args) => {
  const titled = painelTitled<typeof loader>((data) => {
    if (!data) return 'Planilha'
    const title = titleOf(data.planilha)
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
  const passo =
    planilha.kind === 'open'
      ? 'conferir'
      : planilha.kind === 'abas' || planilha.kind === 'colunas'
        ? planilha.kind
        : null
  return (
    <Painel
      current="Planilhas"
      title={titleOf(planilha)}
      kicker={kickerOf(planilha)}
      gauge={passo && <Passos passo={passo} />}
      summary={<ErrorSummary title="Falta uma coisa" errors={refused === null ? [] : [refused.error]} />}
    >
      {said && 'aviso' in said ? <Message isWarning>{said.aviso}</Message> : null}
      <Shown planilha={planilha} refused={refused} />
    </Painel>
  )
}

function kickerOf(planilha: Loaded): string | null {
  switch (planilha.kind) {
    case 'gone':
    case 'imported':
    case 'refused':
      return null
    case 'open':
      return dotted(planilha.arquivo, `lida às ${planilha.lida}`)
    case 'recorded':
      return dotted(planilha.arquivo, `gravada às ${planilha.hora}`)
    case 'colunas':
      return dotted(planilha.arquivo, countOf(planilha.linhas, 'linha', 'linhas'))
    case 'abas':
    case 'unread':
    case 'running':
      return planilha.arquivo
    default:
      return planilha satisfies never
  }
}

function Shown({ planilha, refused }: { planilha: Loaded; refused: RefusedPasso | null }) {
  switch (planilha.kind) {
    case 'gone':
    case 'unread':
      return <Lost kind={planilha.kind} />
    case 'refused': {
      const { tipo, problema } = planilha
      return <UploadPlanilha refused={{ tipo, errors: [{ id: 'arquivo', message: problema }] }} />
    }
    case 'running':
      return <Running {...planilha} />
    case 'recorded':
      return (
        <>
          {undoneIn(planilha) ? null : <Recorded {...planilha} />}
          {planilha.desfazer ? <Desfazer {...planilha.desfazer} /> : null}
        </>
      )
    case 'imported':
      return (
        <>
          {undoneIn(planilha) ? null : <Onward {...planilha.desfazer} />}
          <Desfazer {...planilha.desfazer} />
        </>
      )
    case 'abas':
      return <Abas {...planilha} refused={refused} />
    case 'colunas':
      return <Colunas {...planilha} refused={refused} />
    case 'open':
      return (
        <>
          {planilha.stopped ? <Stopped {...planilha.stopped} /> : null}
          <CheckPlanilha {...planilha} isBegun={isBegun(planilha.stopped)} />
          {planilha.desfazer ? <Desfazer {...planilha.desfazer} /> : null}
        </>
      )
    default:
      return planilha satisfies never
  }
}

const isBegun = (stopped: Far | null) =>
  stopped !== null && (stopped.feitas > 0 || stopped.fase === 'gravando')
