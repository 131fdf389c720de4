import type { Services } from '../../server/composition.ts'
import type { Convidado } from '../../server/domain/credencial-repo.ts'
import type { DeAlguem } from '../../server/domain/envio.ts'
import { CONVIDADO } from '../../server/domain/historico.ts'
import { removeCredencial } from '../../server/use-cases/change-convidado.ts'
import { readMeusDados } from '../../server/use-cases/meus-dados.ts'
import { aparelhoOf } from '~/shared/equipe.server'
import { tableOf, tokensOf } from '~/shared/credenciais.server'
import { noStore } from '~/shared/remix.server'
import type { Reason } from '~/shared/failure.server'
import { readSession } from '~/shared/session.server'
import { listed, whenAt } from '~/shared/words'

/** What is stored, as lines of a page or a file: what it is called, and what it says. */
type Dado = [nome: string, valor: string]

const ENVIOS: Record<DeAlguem, string> = {
  mesa: 'o painel da mesa',
  pessoal: 'o convite',
  relance: 'o pedido de resposta',
  lembrete: 'o lembrete',
  mudanca: 'o aviso de mudança',
  certificado: 'o certificado',
  etiqueta: 'a etiqueta',
}

/** Everything that is stored of a guest, in the order it came about. @throws StorageError */
export async function dadosOf(convidado: Convidado, services: Services): Promise<Dado[]> {
  const shown = await readMeusDados(services, convidado)
  const { credencial, versao } = convidado
  const { registradoem, numeroDaMesa, acompanhantes, desistencia, entradas, convite, notas, atos } = shown
  const at = (em: number) => whenAt(services.config.evento.inicio, em)
  const all: [string, string | null | undefined][] = [
    ['Nome', credencial.nome],
    ['WhatsApp', credencial.telefone],
    ['E-mail', credencial.email],
    ['Código da credencial', services.codeOf(credencial.credencialid, versao)],
    ['Número do cadastro', credencial.credencialid],
    ['Cadastro feito', registradoem === null ? null : at(registradoem)],
    ['Empresa', tableOf(convidado)],
    ['Mesa', numeroDaMesa],
    ['Nome no convite pessoal', convite?.rotulo],
    ['WhatsApp do convite', convite?.telefone],
    ['Anotação da organização', convite?.nota],
    ['Vem com você', acompanhantes.length === 0 ? null : listed(acompanhantes)],
    ['Avisou que não vai', desistencia && at(desistencia.em)],
    ['Voltou a confirmar', desistencia?.desfeitaem == null ? null : at(desistencia.desfeitaem)],
    ...entradas.map((em): [string, string] => ['Entrada no evento', at(em)]),
    ...notas.map(({ tipo, em }): [string, string] => [
      tipo === 'etiqueta' ? 'Etiqueta impressa' : 'Mensagem',
      tipo === 'etiqueta' || tipo === 'desmarcada' ? at(em) : `${ENVIOS[tipo]}, ${at(em)}`,
    ]),
    ['Mudanças no cadastro', atos.length === 0 ? null : atos.map(({ em }) => at(em)).join('; ')],
  ]
  return all.flatMap(([nome, valor]) => (valor ? [[nome, valor]] : []))
}

/**
 * Lets in the browser that registered this guest, with those who came along at most, or an organiser.
 * @throws Response 403 for any other: a link that was forwarded shows a credencial, and no more
 */
export async function refuseOthers(
  request: Request,
  convidado: Convidado,
  services: Services,
): Promise<void> {
  const { credencialid } = convidado.credencial
  const tokens = tokensOf(await readSession(request, services))
  const ids = tokens.flatMap((token) => services.parseToken(token)?.credencialid ?? [])
  if (ids.includes(credencialid)) {
    const others = new Set(ids.filter((id) => id !== credencialid))
    for (const one of others.size === 0 ? [] : await services.credenciais.findAcompanhantes(credencialid))
      others.delete(one.credencialid)
    if (others.size === 0) return
  }
  const aparelho = await aparelhoOf(request, services)
  if (aparelho?.papel !== 'organizacao') throw noStore<Reason>({ reason: 'dados' }, 403)
}

/** Erases a guest at their own wish: the place goes back, and those who came along stay. */
export const apagar = ({ credencial }: Convidado, services: Services) =>
  removeCredencial(services, credencial.credencialid, true, services.autorOf(CONVIDADO))
