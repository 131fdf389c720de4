import {
  fileIn,
  formOf,
  nameOf,
  noStore,
  refuseOtherMethods,
  seeOther,
  type RouteArgs,
} from '~/shared/remix.server'
import { useActionData } from '@remix-run/react'
import { UploadPlanilha, ExportLinks } from '~/painel/upload'
import { Painel, painelTitled } from '~/painel/painel'
import type { RouteHandle } from '~/shared/document'
import { equipeOf, type Equipe } from '~/shared/equipe.server'
import { NOTHING_DONE, type PlanilhaEnviada } from '../../server/domain/planilha-repo.ts'
import { folhaOf, type Tipo } from '../../server/planilhas/folha.ts'
import { decodePasta, PlanilhaError } from '../../server/planilhas/pasta.ts'
import { readPlanilha, type Reading } from '../../server/planilhas/sheet-process.ts'
import { UPLOAD } from '../../server/route-table.ts'
import { whileNoted } from '../../server/use-cases/andamento.ts'
import { putUnlessErased } from '../../server/use-cases/planilhas.ts'
import { withErrorPage } from '~/shared/failure.server'
import { atOnce } from '~/painel/wait.server'

export async function loader({ request, context }: RouteArgs) {
  const { painel } = await equipeOf(request, context)
  return noStore(painel)
}

/** Keeps the spreadsheet for an hour, and shows what it would do. */
export async function action({ request, context }: RouteArgs) {
  refuseOtherMethods(request)
  const sent = await planilhaSent(request, await equipeOf(request, context))
  if (typeof sent === 'string') throw seeOther(sent)
  context.isError = true
  return noStore(sent, 422)
}

/** What is wrong with what was sent, by field. */
interface RefusedUpload {
  tipo: Upload['tipo']
  errors: { id: 'tipo' | 'arquivo'; message: string }[]
}

/**
 * Reads a spreadsheet, and stores what it read. A longer reading continues after the answer.
 * @returns its address, or what is wrong with it
 */
async function planilhaSent(request: Request, equipe: Equipe): Promise<string | RefusedUpload> {
  const { planilhas, tasks, newId } = equipe.services
  const upload = await readUpload(request)
  const tipo = upload?.tipo ?? null
  const errors: RefusedUpload['errors'] = []
  if (upload && tipo === null) errors.push({ id: 'tipo', message: 'Escolha o que a planilha tem.' })
  if (!upload?.file)
    errors.push({
      id: 'arquivo',
      message: upload
        ? 'Escolha a planilha.'
        : 'O arquivo não chegou inteiro ou tem mais de 5 MB: escolha-o de novo.',
    })
  if (!upload?.file || tipo === null) return { tipo, errors }
  const { file } = upload
  const planilhaid = newId()
  const task = tasks.run(planilhaid, (signal) => read(equipe, { ...file, planilhaid, tipo }, signal))
  const outcome = await withErrorPage(equipe.services, atOnce(task))
  if (outcome?.kind !== 'refused') return `/painel/planilhas/${planilhaid}`
  await withErrorPage(equipe.services, planilhas.remove(planilhaid))
  return { tipo, errors: [{ id: 'arquivo', message: outcome.problem }] }
}

type Outcome = { kind: 'read' } | { kind: 'refused'; problem: string } | { kind: 'stopped' }

async function read(
  { services }: Equipe,
  { bytes, ...sent }: Pick<PlanilhaEnviada, 'planilhaid' | 'tipo' | 'arquivo'> & { bytes: Buffer },
  signal: AbortSignal,
): Promise<Outcome> {
  const { planilhas, now, newId } = services
  const planilha = { ...sent, enviadaem: now() }
  const begun = await planilhas.begin({
    ...planilha,
    fase: 'lendo',
    quem: newId(),
    vistaem: now(),
    ...NOTHING_DONE,
  })
  if (begun.kind !== 'begun') throw new Error('[planilhas] an upload is read twice')
  return whileNoted<Outcome>(services, begun.andamento, async (run) => {
    const onRows = (feitas: number, total: number) => run.tell({ feitas, total })
    const table = await readUploaded(sent.tipo, bytes, { onRows, signal })
    if (signal.aborted || run.isLost()) return { result: { kind: 'stopped' }, told: {} }
    if (table.kind === 'refused')
      return { result: table, told: { fase: 'recusada', problema: table.problem } }
    await putUnlessErased(planilhas, { ...planilha, bytes: table.stored })
    return { result: { kind: 'read' }, told: { fase: 'lida', feitas: 0, total: 0 } }
  })
}

async function readUploaded(
  tipo: Tipo,
  bytes: Buffer,
  reading: Reading,
): Promise<{ kind: 'read'; stored: Uint8Array } | { kind: 'refused'; problem: string }> {
  try {
    const stored = await readPlanilha(bytes, reading)
    const pasta = await decodePasta(stored)
    const filled = pasta?.abas.filter(({ linhas }) => linhas.length > 0) ?? []
    if (!pasta || filled.length === 0)
      return { kind: 'refused', problem: 'A planilha está vazia: não há nada escrito nela.' }
    if (pasta.abas.length > 1 || (await folhaOf(pasta, tipo)).linhas.length > 0)
      return { kind: 'read', stored }
    const problem =
      'A planilha só tem o cabeçalho: acrescente uma linha para cada empresa ou pessoa e envie de novo.'
    return { kind: 'refused', problem }
  } catch (error) {
    if (error instanceof PlanilhaError) return { kind: 'refused', problem: error.message }
    throw error
  }
}

/** What a browser sent of the upload form; null for what it did not send. */
interface Upload {
  tipo: PlanilhaEnviada['tipo'] | null
  /** Null also for an empty file, which browsers send if none was chosen. */
  file: { arquivo: string; bytes: Buffer } | null
}

/**
 * Reads the upload form up to its limit.
 * @returns null when it cannot be read as a form, or is too large
 */
async function readUpload(request: Request): Promise<Upload | null> {
  const form = await formOf(request, UPLOAD.maxBytes)
  if (!form) return null
  const [tipo, file] = [form.get('tipo'), fileIn(form, 'arquivo')]
  return {
    tipo: tipo === 'empresas' || tipo === 'convidados' ? tipo : null,
    file: file && { arquivo: nameOf(file, 'planilha'), bytes: Buffer.from(await file.arrayBuffer()) },
  }
}

export const handle: RouteHandle = { sheet: 'planilhas' }

export const meta = painelTitled('Planilhas')

export default function Planilhas() {
  const refused = useActionData<typeof action>()
  return (
    <Painel current="Planilhas" title="Planilhas">
      <div className="par">
        <UploadPlanilha refused={refused ?? null} />
        <ExportLinks />
      </div>
    </Painel>
  )
}
