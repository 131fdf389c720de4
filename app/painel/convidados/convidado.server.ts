import { seeOther } from '~/shared/remix.server'
import type { Services } from '../../../server/composition.ts'
import { formatTelefone } from '../../../server/domain/telefone.ts'
import { readConvidado, type ConvidadoView, type Quem } from '../../../server/use-cases/read-convidado.ts'
import { type Nome, convidadoHref } from '~/painel/convidado-told'
import { whenAt } from '~/shared/words'
import { momentOf, untilTime, desistenciaTold } from '~/shared/event-clock'
import { isEarly } from '~/shared/closing.server'
import { absoluteUrl, credencialByWhatsapp } from '~/shared/links.server'
import { credencialPath } from '~/shared/credenciais.server'
import { linhasOf } from '~/painel/historico.server'

/** More acts on one guest are on the history's own page. */
const ATOS = 50

export async function convidadoShown(services: Services, request: Request, credencialid: string) {
  const [view, { lines }] = await Promise.all([
    readConvidado(services, credencialid),
    linhasOf(services, { alvo: credencialid, after: null, limit: ATOS }),
  ])
  if (!view) throw new Response(null, { status: 404 })
  const { evento } = services.config
  const { credencial, versao } = view.convidado
  const { nome, telefone, email } = credencial
  const path = credencialPath(services.tokenOf(credencialid, versao))
  const link = absoluteUrl(path, request, services)
  const entradas = view.entradas.slice(0, ENTRADAS).map(({ entradaid, at, modo, quem, isTardia }) => ({
    entradaid,
    quem: nameOf(quem),
    modo,
    isTardia,
    hora: momentOf(evento.inicio, at, services.now()),
  }))
  return {
    credencialid,
    nome,
    email,
    versao,
    codigo: view.codigo,
    entradas,
    lines,
    lidas: view.entradas.length,
    telefone: formatTelefone(telefone),
    empresa: view.empresa,
    cadastro: cadastroOf(view, evento.inicio),
    dentro: entradas[0]?.hora ?? null,
    retirada: desistenciaTold(evento.inicio, view.desistencia, services.now()),
    guardado: view.guardado && {
      empresaid: view.guardado.empresaid,
      ate: untilTime(evento.inicio, view.guardado.ate, services.now()),
    },
    credencial: path,
    whatsapp: view.whatsapp && credencialByWhatsapp(evento, link, { nome, digits: view.whatsapp }),
    isDay: !isEarly(services),
    // A form sent twice is one admission, and one annulment.
    entradaid: services.newId(),
  }
}

/** Admissions shown: one phone may have made thousands of one guest. */
const ENTRADAS = 50

/** `24 de agosto, 10h41, pelo link da empresa` */
export function cadastroOf({ registradoem, via }: ConvidadoView, inicio: string): string {
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
  return kind === 'cli' ? 'quem cuida do servidor' : (nome ?? 'aparelho sem nome')
}

/** Goes to a guest's page and says there what was done. */
export function toConvidado(credencialid: string, feito: Nome): Response {
  return seeOther(`${convidadoHref(credencialid)}?feito=${feito}`)
}

/** Goes to the list and says there what was done. */
export function toConvidados(feito: Nome): Response {
  return seeOther(`/painel/convidados?feito=${feito}`)
}

/** How many merges one after the other are followed. */
const MERGES_MAX = 20

/** Where to go from the page of a guest who is stored no more: to whom they were merged into, if anybody is left. */
export async function toKept(
  { credenciais }: Pick<Services, 'credenciais'>,
  credencialid: string,
): Promise<Response> {
  let gone = credencialid
  for (let n = 0; n < MERGES_MAX; n++) {
    const juncao = await credenciais.findJuncao(gone)
    if (!juncao) break
    if (await credenciais.findById(juncao.kept)) return toConvidado(juncao.kept, 'juntado')
    gone = juncao.kept
  }
  return toConvidados('sumiu')
}
