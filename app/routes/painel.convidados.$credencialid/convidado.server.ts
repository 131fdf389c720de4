import { cadastroOf, nameOf } from '~/painel/convidados/convidado.server'
import { linhasOf } from '~/painel/historico.server'
import { isEarly, isOver } from '~/shared/closing.server'
import { credencialPath } from '~/shared/credenciais.server'
import { desistenciaTold, momentOf, untilTime } from '~/shared/event-clock'
import { absoluteUrl, credencialByWhatsapp } from '~/shared/links.server'
import type { Services } from '../../../server/composition.ts'
import { formatTelefone, SEM_WHATSAPP } from '../../../server/domain/telefone.ts'
import { readConvidado } from '../../../server/use-cases/read-convidado.ts'

/**
 * The most acts and admissions shown. The history has the rest; one phone may have admitted a guest thousands
 * of times.
 */
const MOST = 50

export type ConvidadoNaTela = Awaited<ReturnType<typeof convidadoShown>>

/** A guest's own page. @throws Response 404 when there is none */
export async function convidadoShown(services: Services, request: Request, credencialid: string) {
  const [view, { lines }] = await Promise.all([
    readConvidado(services, credencialid),
    linhasOf(services, { alvo: credencialid, after: null, limit: MOST }),
  ])
  if (!view) throw new Response(null, { status: 404 })
  const { evento } = services.config
  const { credencial, versao } = view.convidado
  const { nome, telefone, email } = credencial
  const path = credencialPath(services.tokenOf(credencialid, versao))
  const link = absoluteUrl(path, request, services)
  const entradas = view.entradas.slice(0, MOST).map(({ entradaid, at, modo, quem, isTardia }) => ({
    entradaid,
    quem: nameOf(quem),
    modo,
    isTardia,
    hora: momentOf(evento.inicio, at, services.now()),
  }))
  const retirada = desistenciaTold(evento.inicio, view.desistencia, services.now())
  return {
    credencialid,
    nome,
    email,
    versao,
    codigo: view.codigo,
    entradas,
    lines,
    /** How many there are, if not all are shown. */
    lidas: view.entradas.length,
    /** Unmasked: only this page shows it whole. */
    telefone: formatTelefone(telefone) || SEM_WHATSAPP,
    empresa: view.empresa,
    cadastro: cadastroOf(view, evento.inicio),
    /** When the guest went in; null while outside. */
    dentro: entradas[0]?.hora ?? null,
    /** The guest withdrew: admitting is possible, but not the page's main act. */
    retirada,
    /** The company that keeps the place of a guest who withdrew, and until when. */
    guardado: view.guardado && {
      empresaid: view.guardado.empresaid,
      ate: untilTime(evento.inicio, view.guardado.ate, services.now()),
    },
    credencial: path,
    whatsapp:
      isOver(services) || retirada !== null
        ? null
        : view.whatsapp && credencialByWhatsapp(evento, link, { nome, digits: view.whatsapp }),
    /** The doors open soon, or are open, so admitting comes first. */
    isDay: !isEarly(services),
    // A form sent twice makes one admission, and one annulment.
    entradaid: services.newId(),
  }
}
