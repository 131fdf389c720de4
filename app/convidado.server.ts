import { redirect } from './remix.server.ts'
import type { Services } from '../server/composition.ts'
import { formatTelefone } from '../server/domain/telefone.ts'
import { readGuest, type GuestView, type Quem } from '../server/use-cases/read-guest.ts'
import type { Nome } from '~/components/convidado-done'
import { convidadoHref } from '~/components/convidado-href'
import { whenAt } from '~/components/evento-summary'
import { momentOf } from '~/components/event-clock'
import { withdrawalTold } from '~/components/withdrawal-told'
import { absoluteUrl } from './absolute-url.server.ts'
import { credencialPath } from './credenciais.server.ts'
import { withErrorPage } from './failure.server.ts'
import { linhasOf } from './historico.server.ts'
import { credencialToGuest } from './whatsapp.server.ts'

/** More acts on one guest are on the history's own page. */
const ATOS = 50

/** A guest's page. @throws Response 404 when there is none */
export async function guestShown(services: Services, request: Request, credencialid: string) {
  const [view, { lines }] = await withErrorPage(
    services,
    Promise.all([
      readGuest(services, credencialid),
      linhasOf(services, { alvo: credencialid, after: null, limit: ATOS }),
    ]),
  )
  if (!view) throw new Response(null, { status: 404 })
  const { evento } = services.config
  const { credencial, versao } = view.convidado
  const { nome, telefone, email } = credencial
  const path = credencialPath(services.tokenOf(credencialid, versao))
  const link = absoluteUrl(path, request, services)
  const admissions = view.admissions.map(({ entradaid, at, modo, quem, isTardia }) => ({
    ...{ entradaid, quem: nameOf(quem), modo, isTardia },
    hora: momentOf(evento.inicio, at),
  }))
  return {
    ...{ credencialid, nome, email, versao, codigo: view.codigo, admissions, lines },
    telefone: formatTelefone(telefone),
    empresa: view.empresa,
    cadastro: cadastroOf(view, evento.inicio),
    dentro: admissions[0]?.hora ?? null,
    retirada: withdrawalTold(evento.inicio, view.desistencia),
    credencial: path,
    whatsapp: view.whatsapp === null ? null : credencialToGuest(evento, view.whatsapp, nome, link),
    isDay: services.now() >= Date.parse(evento.inicio) - EARLY_MS,
    // A form sent twice is one admission, and one annulment.
    entradaid: services.newId(),
  }
}

/** How long before the beginning the page of a guest offers to admit first. */
const EARLY_MS = 12 * 3_600_000

/** `24 de agosto, 10h41, pelo link da empresa` */
export function cadastroOf({ registradoem, via }: GuestView, inicio: string): string {
  const quando = registradoem === null ? 'em outro sistema' : whenAt(inicio, registradoem)
  switch (via.kind) {
    case 'empresa':
      return `${quando}, pelo link da empresa`
    case 'publico':
      return registradoem === null ? quando : `${quando}, pelo formulário público`
    case 'organizacao':
      return `${quando}, por ${nameOf(via.quem)}`
    default:
      return via satisfies never
  }
}

function nameOf({ kind, nome }: Quem): string {
  return kind === 'cli' ? 'linha de comando' : (nome ?? 'aparelho sem nome')
}

/** Goes to a guest's page and says there what was done. */
export function toGuest(credencialid: string, feito: Nome): Response {
  return redirect(`${convidadoHref(credencialid)}?feito=${feito}`, { status: 303 })
}

/** Goes to the list and says there what was done. */
export function toGuests(feito: Nome): Response {
  return redirect(`/painel/convidados?feito=${feito}`, { status: 303 })
}
