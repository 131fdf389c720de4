import { isRunning, type Andamento, PLANILHA_MS } from '../../../server/domain/planilha-repo.ts'
import { compareNomes } from '../../../server/domain/painel-repo.ts'
import { quandoOf } from '../../../server/domain/quando.ts'
import { decodePasta, decodeRefused, encodeRefused } from '../../../server/planilhas/pasta.ts'
import { convidadosOf, dddOf, empresasOf } from '../../../server/planilhas/rows.ts'
import {
  countRows,
  findEnviada,
  openPlanilha,
  type OpenParts,
  type OpenPlanilha,
  recordPlanilha,
} from '../../../server/use-cases/planilhas.ts'
import { noStore, pageOf, seeOther } from '~/shared/remix.server'
import type { Equipe } from '~/shared/equipe.server'
import { answersSaid, POR_PAGINA, previewShown } from './check.server.ts'
import { colunasShown } from './colunas.server.ts'
import { abasShown, passoOf, passoSaid } from './passos.server.ts'
import { pageIn } from '~/painel/filtro'
import { atOnce, waitForTask } from '~/painel/wait.server'
import { planilhaHref } from '~/painel/convidado-told'
import { desfazerShown, desfeita } from './desfazer.server.ts'

/** What was stored of an upload, as it is read with what was said. */
function partsOf({ services }: Equipe): OpenParts {
  const ddd = dddOf(services.config.evento.contato)
  return {
    ...services,
    read: async ({ tipo, bytes }) => {
      const pasta = await decodePasta(bytes)
      if (!pasta) return null
      return tipo === 'empresas'
        ? { tipo, ...(await empresasOf(pasta, ddd)) }
        : { tipo, ...(await convidadosOf(pasta, ddd)) }
    },
  }
}

/** What an upload's page shows, by how far it has got. */
export async function planilhaShown(planilhaid: string, request: Request, equipe: Equipe) {
  const { services } = equipe
  const { planilhas, now, config } = services
  const horaOf = (at: number) => quandoOf(config.evento.inicio, at).hora
  let andamento = await planilhas.findAndamento(planilhaid)
  if (andamento && isRunning(andamento, now()) && new URL(request.url).searchParams.has('espera')) {
    await waitForTask(services, planilhaid)
    andamento = await planilhas.findAndamento(planilhaid)
  }
  if (andamento && isRunning(andamento, now())) return { kind: 'running' as const, ...farOf(andamento) }
  if (andamento && andamento.enviadaem + PLANILHA_MS <= now())
    return importedShown(planilhaid, request, equipe)
  if (andamento?.fase === 'recusada') {
    const { tipo, problema } = andamento
    return { kind: 'refused' as const, tipo, problema }
  }
  if (andamento?.fase === 'gravada')
    return {
      kind: 'recorded' as const,
      ...(await recordedShown(andamento, request, services)),
      hora: horaOf(andamento.vistaem),
      desfazer: await desfazerShown(planilhaid, request, equipe),
    }
  const isBegun = andamento?.fase === 'gravando' || andamento?.fase === 'mudou'
  const passo = isBegun ? null : await passoShown(planilhaid, request, equipe)
  if (passo) return passo
  const open = await openPlanilha(partsOf(equipe), planilhaid)
  if (!open)
    return andamento?.fase === 'lendo'
      ? { kind: 'unread' as const, arquivo: andamento.arquivo }
      : importedShown(planilhaid, request, equipe)
  const { arquivo, enviadaem } = open
  const stopped = andamento && isBegun ? stoppedOf(andamento, open) : null
  const desfazer = stopped && (await desfazerShown(planilhaid, request, equipe))
  return {
    kind: 'open' as const,
    arquivo,
    lida: horaOf(enviadaem),
    stopped,
    desfazer,
    ...previewShown(open, request),
  }
}

/** The step before the rows are checked, if one is due or asked for. */
async function passoShown(planilhaid: string, request: Request, equipe: Equipe) {
  const planilha = await findEnviada(equipe.services, planilhaid)
  const pasta = planilha && (await decodePasta(planilha.bytes))
  if (!pasta) return null
  const { tipo, arquivo } = planilha
  const passo = passoOf(pasta, new URL(request.url).searchParams.get('passo'))
  if (passo === 'abas') return { kind: 'abas' as const, arquivo, ...(await abasShown(pasta, tipo)) }
  if (passo === 'conferir') return null
  const volta = passoOf(pasta, 'abas') === 'abas' ? '?passo=abas' : null
  return { kind: 'colunas' as const, arquivo, volta, ...(await colunasShown(pasta, tipo, request, equipe)) }
}

/** An upload that is no longer kept: what its import made may still be taken back. */
async function importedShown(planilhaid: string, request: Request, equipe: Equipe) {
  const desfazer = await desfazerShown(planilhaid, request, equipe)
  return desfazer ? { kind: 'imported' as const, desfazer } : { kind: 'gone' as const }
}

const farOf = ({ arquivo, fase, feitas, total }: Andamento) => ({ arquivo, fase, feitas, total })

/** A recording that stopped had done more than it reported: the remaining rows show how much. */
function stoppedOf(andamento: Andamento, open: OpenPlanilha) {
  const { total, feitas, recusadas } = andamento
  const refusedSince = Math.max(0, open.effect.bad.length - recusadas)
  return { ...farOf(andamento), feitas: Math.max(feitas, total - countRows(open) - refusedSince) }
}

/** What a recording did, the remaining work, and a page of the refused rows if requested. */
async function recordedShown(andamento: Andamento, request: Request, services: Equipe['services']) {
  const { planilhaid, arquivo, tipo, entram, mudam, recusadas } = andamento
  const done = { arquivo, tipo, entram, mudam, recusadas }
  if (new URL(request.url).searchParams.get('ver') !== 'recusadas')
    return { ...done, refused: null, ...(await toSend(andamento, services)) }
  const kept = await services.planilhas.find(planilhaid)
  const bad = (kept && decodeRefused(kept.bytes)) ?? []
  const refused = pageIn(bad, pageOf(request), POR_PAGINA)
  return { ...done, refused, convites: 0, enviar: 0, semWhatsapp: [] as string[], acompanhantes: 0 }
}

/** The messages a recording makes due: the links of companies, or the invitations it made. */
async function toSend(
  { planilhaid, tipo }: Pick<Andamento, 'planilhaid' | 'tipo'>,
  { planilhas, painel, now }: Equipe['services'],
) {
  const told = <Due extends { telefone: string }>(due: Due[], nomeOf: (one: Due) => string) => {
    const without = due.filter(({ telefone }) => telefone === '').map(nomeOf)
    return { enviar: due.length - without.length, semWhatsapp: without.sort(compareNomes) }
  }
  if (tipo === 'empresas') {
    const { empresas } = await painel.listEmpresas(now())
    return { ...told(empresas, ({ empresa }) => empresa.nome), convites: 0, acompanhantes: 0 }
  }
  const made = new Set((await planilhas.listImportados(planilhaid)).map(({ alvo }) => alvo))
  const convites = (await painel.listConvites()).filter(({ codigo }) => made.has(codigo))
  const acompanhantes = convites.reduce((sum, { lugares }) => sum + lugares - 1, 0)
  return { ...told(convites, ({ rotulo }) => rotulo), convites: convites.length, acompanhantes }
}

const RESPOSTAS_MUDARAM =
  'algo mudou enquanto você respondia, e as suas últimas respostas não valeram. Confira e responda de novo.'

/**
 * Keeps what a step or a question is answered with, or records the upload as it was checked. What takes longer
 * continues after the answer.
 * @returns the page again, if recording would now do something else, or an answer cannot stand
 * @throws Response 303 to the page, which shows the progress
 */
export async function planilhaRecorded(planilhaid: string, request: Request, equipe: Equipe) {
  const { services, aparelho } = equipe
  const form = await request.formData()
  const path = planilhaHref(planilhaid)
  if (form.get('ato') === 'desfazer') throw seeOther(await desfeita(planilhaid, equipe))
  const uploaded = await services.planilhas.find(planilhaid)
  const said = uploaded && (await passoSaid(uploaded, form, request, services))
  if (said && 'headers' in said) throw seeOther(path, said.headers)
  if (said) return noStore(said, 422)
  const efeito = form.get('efeito')
  const shown = typeof efeito === 'string' ? efeito : ''
  const parts = partsOf(equipe)
  const digest = uploaded ? await answersSaid(uploaded, form, shown, { ...services, ...parts }) : shown
  if (digest === null) return noStore({ aviso: RESPOSTAS_MUDARAM }, 409)
  if (form.get('ato') === 'responder') throw seeOther(path)
  // A recording that has begun continues, whatever becomes of the browser that started it.
  const autor = () => services.autorOf(aparelho.aparelhoid)
  const recording = { ...services, ...parts, autor, keep: encodeRefused }
  const task = services.tasks.run(planilhaid, (signal) =>
    recordPlanilha(recording, planilhaid, digest, signal),
  )
  const recorded = await atOnce(task)
  if (recorded?.kind === 'changed') return noStore(null, 409)
  throw seeOther(path)
}
