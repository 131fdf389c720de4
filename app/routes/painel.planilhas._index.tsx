import { fileIn, formOf, nameOf, noStore, seeOther } from '~/shared/remix.server'
import { useActionData } from '@remix-run/react'
import { UploadPlanilha, ExportLinks } from '~/painel/upload'
import { Painel, painelTitled } from '~/painel/painel'
import type { RouteHandle } from '~/shared/document'
import { painelAction, painelLoader, type Equipe } from '~/shared/equipe.server'
import type { PlanilhaEnviada } from '../../server/domain/planilha-repo.ts'
import { folhaOf, type Tipo } from '../../server/planilhas/folha.ts'
import { decodePasta, PlanilhaError } from '../../server/planilhas/pasta.ts'
import { readPlanilha, type Reading } from '../../server/planilhas/sheet-process.ts'
import { UPLOAD } from '../../server/route-table.ts'
import { beginRun, whileNoted } from '../../server/use-cases/andamento.ts'
import { putUnlessErased } from '../../server/use-cases/planilhas.ts'
import { planilhaHref } from '~/painel/convidado-told'
import { atOnce } from '~/painel/wait.server'

export const loader = painelLoader(() => Promise.resolve({}))

/** What is wrong with what was sent, by field. */
interface RefusedUpload {
  tipo: Tipo | null
  errors: { id: 'tipo' | 'arquivo'; message: string }[]
}

/**
 * Keeps the spreadsheet for an hour, and shows what it would do. A longer reading continues after the answer.
 */
export const action = painelAction(async ({ services }, { request }) => {
  const form = await formOf(request, UPLOAD.maxBytes)
  const said = form?.get('tipo')
  const tipo: Tipo | null = said === 'empresas' || said === 'convidados' ? said : null
  const file = form && fileIn(form, 'arquivo')
  const refuse = (errors: RefusedUpload['errors']) => noStore<RefusedUpload>({ tipo, errors }, 422)
  if (!file || tipo === null)
    return refuse([
      ...(form && tipo === null ? [{ id: 'tipo' as const, message: 'Escolha o que a planilha tem.' }] : []),
      ...(file ? [] : [{ id: 'arquivo' as const, message: form ? 'Escolha a planilha.' : CUT_OFF }]),
    ])
  const sent = { planilhaid: services.newId(), tipo, arquivo: nameOf(file, 'planilha') }
  const bytes = Buffer.from(await file.arrayBuffer())
  const problem = await atOnce(
    services.tasks.run(sent.planilhaid, (signal) => read(services, sent, bytes, signal)),
  )
  if (problem === null) throw seeOther(planilhaHref(sent.planilhaid))
  await services.planilhas.remove(sent.planilhaid)
  return refuse([{ id: 'arquivo', message: problem }])
})

const CUT_OFF = 'O arquivo não chegou inteiro ou tem mais de 5 MB: escolha-o de novo.'

/** @returns what is wrong with the file; null once it is stored, or the reading is stopped */
async function read(
  services: Equipe['services'],
  sent: Pick<PlanilhaEnviada, 'planilhaid' | 'tipo' | 'arquivo'>,
  file: Buffer,
  signal: AbortSignal,
): Promise<string | null> {
  const begun = await beginRun(services, sent, 'lendo')
  if (begun.kind !== 'begun') throw new Error('[planilhas] an upload is read twice')
  const { enviadaem } = begun.andamento
  return whileNoted<string | null>(services, begun.andamento, async (run) => {
    const onRows = (feitas: number, total: number) => run.tell({ feitas, total })
    const bytes = await readUploaded(sent.tipo, file, { onRows, signal })
    if (signal.aborted || run.isLost()) return { result: null, told: {} }
    if (typeof bytes === 'string') return { result: bytes, told: { fase: 'recusada', problema: bytes } }
    await putUnlessErased(services.planilhas, { ...sent, enviadaem, bytes })
    return { result: null, told: { fase: 'lida', feitas: 0, total: 0 } }
  })
}

/** @returns what is to be stored, or a sentence about what is wrong with the file */
async function readUploaded(tipo: Tipo, file: Buffer, reading: Reading): Promise<Uint8Array | string> {
  try {
    const stored = await readPlanilha(file, reading)
    const pasta = await decodePasta(stored)
    if (!pasta || pasta.abas.every(({ linhas }) => linhas.length === 0))
      return 'A planilha está vazia: não há nada escrito nela.'
    const { linhas, ocultas } = await folhaOf(pasta, tipo)
    if (pasta.abas.length > 1 || linhas.length + ocultas.length > 0) return stored
    return 'A planilha só tem o cabeçalho: acrescente uma linha para cada empresa ou pessoa e envie de novo.'
  } catch (error) {
    if (error instanceof PlanilhaError) return error.message
    throw error
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
