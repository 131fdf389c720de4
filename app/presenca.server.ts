import { json, redirect, type AppLoadContext } from './remix.server.ts'
import type { Convidado } from '../server/domain/credencial-repo.ts'
import type { Services } from '../server/composition.ts'
import type { Desistencia, Return, Withdrawal } from '../server/domain/desistencia.ts'
import type { CONVIDADO } from '../server/domain/historico.ts'
import { findWithdrawal } from '../server/use-cases/find-withdrawal.ts'
import { whenAt } from '~/components/evento-summary'
import { whenItWas } from '~/components/time-since'
import type { WithdrawnPresenca } from '~/components/presenca-withdrawn'
import { credencialPath, openCredencial } from './credenciais.server.ts'
import { isClosed } from './closing.server.ts'
import { withErrorPage } from './failure.server.ts'

/** The author of what a guest does. */
const AUTOR: typeof CONVIDADO = 'convidado'

/** A guest as these pages show them, and until when one may come back; null once nobody may. */
export function presencaOf(
  { credencial, empresa }: Convidado,
  services: Pick<Services, 'closesAt' | 'config' | 'now'>,
) {
  const { config, closesAt } = services
  const prazo = isClosed(services) ? null : whenAt(config.evento.inicio, closesAt)
  return { nome: credencial.nome, empresa: empresa?.nome ?? null, prazo }
}

/** The guest's withdrawal, undone or not. @throws Response 503 while storage does not answer */
export function desistenciaOf(
  { credencial }: Convidado,
  services: Pick<Services, 'desistencias' | 'log'>,
): Promise<Desistencia | null> {
  return withErrorPage(services, services.desistencias.find(credencial.credencialid))
}

/** A withdrawal as the page tells it; null while the guest is confirmed. */
export function retiradaOf(
  found: Desistencia | null,
  services: Pick<Services, 'closesAt' | 'config' | 'now'>,
): WithdrawnPresenca | null {
  if (found?.desfeitaem !== null) return null
  const { inicio } = services.config.evento
  return {
    isByMesa: found.por === 'mesa',
    quando: whenItWas(inicio, found.em, services.now()),
    hasMesa: found.reservaid !== null,
    canUndo: found.por === 'convidado' && !isClosed(services),
  }
}

/** What a token opens, and whether the guest has withdrawn. @throws StorageError */
export async function openWithPresenca(token: string | undefined, services: Services) {
  const opened = await openCredencial(token, services)
  if (opened.kind !== 'open') return opened
  const found = await findWithdrawal(services, opened.convidado.credencial.credencialid)
  return { ...opened, isRetirada: found !== null }
}

/** Why DESFAZER or NÃO PODEREI IR changed nothing. */
export const REFUSALS = {
  inside: 'Sua entrada no evento já foi registrada, então a presença não pode mais ser retirada.',
  'limit-reached': 'A mesa já usou o lugar. Peça outro a quem convidou você ou à organização.',
  closed: 'O prazo terminou. Fale com a organização do evento.',
  'by-table': 'Quem cuida da mesa retirou sua presença. Fale com quem convidou você.',
} as const

/**
 * Does what the guest asks: NÃO PODEREI IR, or DESFAZER.
 * @throws Response 303 to the credencial once it is done, however often it was sent
 */
export async function changePresenca(
  token: string,
  { credencial }: Convidado,
  form: FormData,
  services: Services,
  context: AppLoadContext,
) {
  const outcome = await withErrorPage(services, act(credencial.credencialid, form.get('ato'), services))
  switch (outcome.kind) {
    case 'withdrawn':
    case 'already-withdrawn':
    case 'returned':
    case 'not-withdrawn':
      throw redirect(credencialPath(token), { status: 303, headers: { 'Cache-Control': 'no-store' } })
    case 'credencial-not-found':
      throw new Response(null, { status: 404 })
    case 'empresa-not-found':
    case 'limit-reached':
      return refuse(context, 'limit-reached')
    case 'inside':
    case 'closed':
    case 'by-table':
      return refuse(context, outcome.kind)
    default:
      return outcome satisfies never
  }
}

async function act(
  credencialid: string,
  ato: FormDataEntryValue | null,
  services: Services,
): Promise<Withdrawal | Return> {
  const { desistencias, newId, autorOf } = services
  const asked = { credencialid, now: services.now() }
  switch (ato) {
    case 'desistir':
      // A guest may withdraw until the end: the place may still serve somebody.
      return desistencias.withdraw({ ...asked, empresaid: null, isClosed: false }, autorOf(AUTOR))
    case 'voltar':
      return desistencias.undo({ ...asked, reservaid: newId(), isClosed: isClosed(services) }, autorOf(AUTOR))
    default:
      throw new Response(null, { status: 400 })
  }
}

function refuse(context: AppLoadContext, refusal: keyof typeof REFUSALS) {
  context.isError = true
  return json({ refusal: REFUSALS[refusal] }, { status: 409, headers: { 'Cache-Control': 'no-store' } })
}
