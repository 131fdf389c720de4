import { isRunning, type Andamento, PLANILHA_MS } from '../../../server/domain/planilha-repo.ts'
import { quandoOf } from '../../../server/domain/quando.ts'
import { convidadosOf, empresasOf } from '../../../server/planilhas/rows.ts'
import { decodeRefused, decodeTable, encodeRefused } from '../../../server/planilhas/stored-table.ts'
import {
  openPlanilha,
  type OpenParts,
  type OpenPlanilha,
  recordPlanilha,
} from '../../../server/use-cases/planilhas.ts'
import { withErrorPage } from '~/shared/failure.server'
import { noStore, pageOf, seeOther } from '~/shared/remix.server'
import type { Equipe } from '~/shared/equipe.server'
import { columnsSaid, POR_PAGINA, previewShown } from './check.server.ts'
import { pageIn } from '~/painel/filtro'
import { atOnce, waitForTask } from '~/painel/wait.server'

/** What was stored of an upload, as it was then read. */
const READ: OpenParts['read'] = {
  async empresas(bytes) {
    const table = await decodeTable(bytes)
    return table && empresasOf(table)
  },
  async convidados(bytes) {
    const table = await decodeTable(bytes)
    return table && convidadosOf(table)
  },
}

/** What an upload's page shows, by how far it has got. */
export async function planilhaShown(planilhaid: string, request: Request, { services }: Equipe) {
  const { planilhas, now, config } = services
  const horaOf = (at: number) => quandoOf(config.evento.inicio, at).hora
  let andamento = await planilhas.findAndamento(planilhaid)
  if (andamento && isRunning(andamento, now()) && new URL(request.url).searchParams.has('espera')) {
    await waitForTask(services, planilhaid)
    andamento = await planilhas.findAndamento(planilhaid)
  }
  if (andamento && isRunning(andamento, now())) return { kind: 'running' as const, ...farOf(andamento) }
  if (andamento && andamento.enviadaem + PLANILHA_MS <= now()) return GONE
  if (andamento?.fase === 'recusada') {
    const { tipo, problema } = andamento
    return { kind: 'refused' as const, tipo, problema }
  }
  if (andamento?.fase === 'gravada')
    return {
      kind: 'recorded' as const,
      ...(await recordedShown(andamento, request, services)),
      hora: horaOf(andamento.vistaem),
    }
  const open = await openPlanilha({ ...services, read: READ }, planilhaid)
  if (!open)
    return andamento?.fase === 'lendo' ? { kind: 'unread' as const, arquivo: andamento.arquivo } : GONE
  const { arquivo, enviadaem } = open
  const isBegun = andamento?.fase === 'gravando' || andamento?.fase === 'mudou'
  const stopped = andamento && isBegun ? stoppedOf(andamento, open) : null
  return { kind: 'open' as const, arquivo, lida: horaOf(enviadaem), stopped, ...previewShown(open, request) }
}

const GONE = { kind: 'gone' as const }

const farOf = ({ arquivo, fase, feitas, total }: Andamento) => ({ arquivo, fase, feitas, total })

/** A recording that stopped had done more than it reported: the remaining rows show how much. */
function stoppedOf(andamento: Andamento, { rows, effect: { bad } }: OpenPlanilha) {
  const { total, feitas, recusadas } = andamento
  const refusedSince = Math.max(0, bad.length - recusadas)
  return { ...farOf(andamento), feitas: Math.max(feitas, total - rows.length - refusedSince) }
}

/** What a recording did, the remaining work, and a page of the refused rows if requested. */
async function recordedShown(
  { planilhaid, arquivo, tipo, entram, mudam, recusadas }: Andamento,
  request: Request,
  { planilhas, painel, now }: Equipe['services'],
) {
  const done = { arquivo, tipo, entram, mudam, recusadas }
  if (new URL(request.url).searchParams.get('ver') === 'recusadas') {
    const kept = await planilhas.find(planilhaid)
    const bad = (kept && decodeRefused(kept.bytes)) ?? []
    const refused = pageIn(bad, pageOf(request), POR_PAGINA)
    return { ...done, refused, links: 0, semWhatsapp: [] as string[] }
  }
  const { empresas } = tipo === 'empresas' ? await painel.listEmpresas(now()) : { empresas: [] }
  const without = empresas.filter(({ telefone }) => telefone === '').map(({ empresa }) => empresa.nome)
  return {
    ...done,
    refused: null,
    links: empresas.length - without.length,
    semWhatsapp: without.sort((a, b) => a.localeCompare(b, 'pt-BR')),
  }
}

/**
 * Records an upload as it was checked, or reads it again. What takes longer continues after the answer.
 * @returns the page again, if recording would now do something else, or the columns cannot be read that way
 * @throws Response 303 to the page, which shows the progress
 */
export async function planilhaRecorded(planilhaid: string, request: Request, { services, aparelho }: Equipe) {
  const form = await request.formData()
  if (form.get('ato') === 'ler') {
    const refused = await withErrorPage(services, columnsSaid(planilhaid, form, services))
    if (refused) return noStore(refused, 422)
    throw seeOther(`/painel/planilhas/${encodeURIComponent(planilhaid)}`)
  }
  const said = form.get('efeito')
  const digest = typeof said === 'string' ? said : ''
  // A recording that has begun continues, whatever becomes of the browser that started it.
  const autor = () => services.autorOf(aparelho.aparelhoid)
  const parts = { ...services, autor, read: READ, keep: encodeRefused }
  const task = services.tasks.run(planilhaid, (signal) => recordPlanilha(parts, planilhaid, digest, signal))
  const recorded = await withErrorPage(services, atOnce(task))
  if (recorded?.kind === 'changed') return noStore(null, 409)
  throw seeOther(`/painel/planilhas/${encodeURIComponent(planilhaid)}`)
}
