import { NO_STORE, noStore, seeOther, type AppLoadContext } from '~/shared/remix.server'
import { CASA, NINGUEM } from '../../server/domain/casa.ts'
import type { Convidado } from '../../server/domain/credencial-repo.ts'
import type { Services } from '../../server/composition.ts'
import {
  GUARDA_MS,
  type Desistencia,
  type Return,
  type WithdrawOutcome,
} from '../../server/domain/desistencia.ts'
import { entradasIn } from '../../server/domain/entrada.ts'
import type { CONVIDADO } from '../../server/domain/historico.ts'
import { findDesistencia } from '../../server/use-cases/find-convidado.ts'
import { whenAt } from '~/shared/words'
import { untilWhen, whenItWas } from '~/shared/event-clock'
import { credencialPath, numeroOf, openCredencial, tableOf } from '~/shared/credenciais.server'
import { isCancelado, isClosed, isOver } from '~/shared/closing.server'

/** A guest as these pages show them, and the time limit for coming back; null once it has passed. */
export function presencaOf(convidado: Convidado, services: Services) {
  const { config, closesAt } = services
  const prazo = isClosed(services) ? null : whenAt(config.evento.inicio, closesAt)
  return { nome: convidado.credencial.nome, empresa: tableOf(convidado), prazo }
}

/** The guest's withdrawal, whether or not it was undone. @throws StorageError */
export function desistenciaOf({ credencial }: Convidado, services: Services): Promise<Desistencia | null> {
  return services.desistencias.find(credencial.credencialid)
}

/** Who came along with a guest and is still confirmed, by name. @throws StorageError */
export async function acompanhantesOf({ credencial }: Convidado, services: Services): Promise<string[]> {
  const found = await services.credenciais.findAcompanhantes(credencial.credencialid)
  const confirmed = await Promise.all(
    found.map(async ({ credencialid, nome }) => {
      return (await findDesistencia(services, credencialid)) === null ? [nome] : []
    }),
  )
  return confirmed.flat().sort((a, b) => a.localeCompare(b, 'pt-BR'))
}

/** Why a confirmed guest cannot withdraw; null for one who can. @throws StorageError */
export async function barredOf({ credencial }: Convidado, services: Services): Promise<string | null> {
  const facts = await services.entradas.listOf(credencial.credencialid)
  if (entradasIn(facts).length > 0) return REFUSALS.inside
  if (isCancelado(services)) return REFUSALS.cancelado
  return isOver(services) ? REFUSALS.over : null
}

/** A withdrawal as the page shows it; null while the guest is confirmed. */
export function retiradaOf(found: Desistencia | null, services: Services) {
  if (found?.desfeitaem !== null) return null
  const { inicio } = services.config.evento
  const now = services.now()
  const canUndo = found.por === 'convidado' && !isClosed(services)
  const hasMesa = ![null, NINGUEM.empresaid, CASA].includes(found.empresaid)
  const until = Math.min(found.em + GUARDA_MS, services.closesAt)
  return {
    /** The table's holder freed the place. */
    isByMesa: found.por === 'mesa',
    quando: whenItWas(inicio, found.em, now),
    /** Until when the place is kept, unless the table frees it; null if it is not kept. */
    guardado: canUndo && hasMesa && now < until ? untilWhen(inicio, until, now) : null,
    /** A company had paid: the place is kept for a while, then goes back to the table. */
    hasMesa,
    canUndo,
  }
}

/** What a token opens, whether the guest has withdrawn, and the table's number. @throws StorageError */
export async function openForPicture(token: string | undefined, services: Services) {
  const opened = await openCredencial(token, services)
  if (opened.kind !== 'open') return opened
  const [found, numero] = await Promise.all([
    findDesistencia(services, opened.convidado.credencial.credencialid),
    numeroOf(opened.convidado, services),
  ])
  return { ...opened, numero, isRetirada: found !== null }
}

/** Why Desfazer or Não vou poder ir changed nothing. */
export const REFUSALS = {
  over: 'O evento já terminou: não é mais preciso avisar.',
  cancelado: 'O evento foi cancelado: não é preciso avisar.',
  inside: 'Sua entrada no evento já foi registrada, então a presença não pode mais ser retirada.',
  'limit-reached': 'Seu lugar já foi usado. Peça outro a quem convidou você ou à organização.',
  closed: 'O prazo terminou. Fale com a organização do evento.',
  'by-table': 'Quem cuida da mesa retirou sua presença. Fale com quem convidou você.',
} as const

/**
 * Does what the guest asks: Não vou poder ir, for themselves or for those who came along too, or Desfazer.
 * @throws Response 303 to the credencial once it is done, however often the form was sent
 */
export async function changePresenca(
  token: string,
  convidado: Convidado,
  form: FormData,
  services: Services,
  context: AppLoadContext,
) {
  const outcome = await act(convidado, form.get('ato'), services)
  switch (outcome.kind) {
    case 'withdrawn':
    case 'already-withdrawn':
    case 'returned':
    case 'not-withdrawn':
      throw seeOther(credencialPath(token), NO_STORE)
    case 'not-kept':
    case 'credencial-not-found':
      throw new Response(null, { status: 404 })
    case 'empresa-not-found':
      return refuse(context, 'limit-reached')
    default:
      return refuse(context, outcome.kind)
  }
}

async function act(
  { credencial: { credencialid }, versao }: Convidado,
  ato: FormDataEntryValue | null,
  services: Services,
): Promise<WithdrawOutcome | Return | { kind: 'over' | 'cancelado' }> {
  const { desistencias } = services
  const opening = { kind: 'credencial', credencialid, versao } as const
  const autor = { ...services.autorOf('convidado' satisfies typeof CONVIDADO), opening }
  const asked = { credencialid, now: services.now(), isClosed: isClosed(services) }
  switch (ato) {
    case 'desistir':
    case 'desistir-todos':
      // A guest may withdraw until the end: someone else may still use the place.
      if (isCancelado(services)) return { kind: 'cancelado' }
      if (isOver(services)) return { kind: 'over' }
      return desistencias.withdraw({ ...asked, empresaid: null, isTodos: ato === 'desistir-todos' }, autor)
    case 'voltar':
      // Those who withdrew in the same act come back with the guest.
      return desistencias.undo({ ...asked, isTodos: true }, autor)
    default:
      throw new Response(null, { status: 400 })
  }
}

function refuse(context: AppLoadContext, refusal: keyof typeof REFUSALS) {
  context.isError = true
  return noStore({ refusal: REFUSALS[refusal] }, 409)
}
