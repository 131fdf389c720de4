import type { Services } from '../../server/composition.ts'
import type { Convidado } from '../../server/domain/credencial-repo.ts'
import type { Estado, Tipo } from '../../server/domain/envio.ts'
import { CONVIDADO } from '../../server/domain/historico.ts'
import { followUp } from '../../server/use-cases/change-convidado.ts'
import { readMeusDados, type MeusDados } from '../../server/use-cases/meus-dados.ts'
import { aparelhoOf } from '~/shared/equipe.server'
import { openCredencial, tableOf, tokensOf } from '~/shared/credenciais.server'
import { noStore } from '~/shared/remix.server'
import type { Reason } from '~/shared/failure.server'
import { readSession } from '~/shared/session.server'
import { listed, whenAt } from '~/shared/words'

/** What is stored, as lines of a page or a file: what it is called, and what it says. */
type Dado = [nome: string, valor: string]

const ENVIOS: Record<Tipo, string> = {
  mesa: 'o painel da mesa',
  pessoal: 'o convite',
  relance: 'o pedido de resposta',
  lembrete: 'o lembrete',
  mudanca: 'o aviso de mudança',
  certificado: 'o certificado',
}

const NOTAS: Record<Estado, string> = {
  pego: 'Mensagem na fila',
  aberto: 'Mensagem aberta no WhatsApp',
  enviado: 'Mensagem enviada',
  pulado: 'Mensagem não enviada',
  'em-maos': 'Entregue de outro jeito',
  'sem-whatsapp': 'Número sem WhatsApp',
  recusado: 'Não quer mensagens',
}

/** Everything that is stored of a guest, in the order it came about. @throws StorageError */
export async function dadosOf(convidado: Convidado, services: Services) {
  const shown = await readMeusDados(services, convidado)
  return {
    linhas: linhasOf(shown, convidado, services),
    isInside: shown.entradas.length > 0,
    hasAcompanhantes: shown.acompanhantes.length > 0,
    hasRespostas: shown.respostas.length > 0,
  }
}

function linhasOf(shown: MeusDados, convidado: Convidado, services: Services): Dado[] {
  const { credencial, versao } = convidado
  const { registradoem, numeroDaMesa, acompanhantes, desistencia, entradas, convite, respostas } = shown
  const { notas, atos } = shown
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
    ...respostas.map(({ pergunta, resposta, consentidaem }): [string, string] => [
      pergunta,
      consentidaem === null ? resposta : `${resposta} (sobre saúde, autorizada em ${at(consentidaem)})`,
    ]),
    ['Acompanhantes', acompanhantes.length === 0 ? null : listed(acompanhantes)],
    [
      'Presença retirada',
      desistencia && `${at(desistencia.em)}, ${desistencia.por === 'mesa' ? 'pela mesa' : 'pelo convidado'}`,
    ],
    ['Voltou a confirmar', desistencia?.desfeitaem == null ? null : at(desistencia.desfeitaem)],
    ...entradas.map((em): [string, string] => ['Entrada no evento', at(em)]),
    ...notas.map(({ tipo, estado, em }): [string, string] =>
      tipo === 'etiqueta'
        ? ['Etiqueta impressa', at(em)]
        : [NOTAS[estado], `${tipo === 'desmarcada' ? 'a etiqueta' : ENVIOS[tipo]}, ${at(em)}`],
    ),
    ['Registros no histórico', atos.length === 0 ? null : atos.map(({ em }) => at(em)).join('; ')],
  ]
  return all.flatMap(([nome, valor]) => (valor ? [[nome, valor]] : []))
}

/**
 * Who asks: the browser that registered this guest, with those who came along at most, or an organiser; null
 * for any other, because a link that was forwarded shows a credencial, and no more.
 */
export async function whoReads(
  request: Request,
  convidado: Convidado,
  services: Services,
): Promise<'convidado' | 'organizacao' | null> {
  const { credencialid } = convidado.credencial
  const tokens = tokensOf(await readSession(request, services))
  const opened = await Promise.all(tokens.map((token) => openCredencial(token, services)))
  // Those of guests who were erased or merged open nothing, or the guest who was kept.
  const ids = opened.flatMap((one) => (one.kind === 'open' ? [one.convidado.credencial.credencialid] : []))
  if (ids.includes(credencialid)) {
    const others = new Set(ids.filter((id) => id !== credencialid))
    for (const one of others.size === 0 ? [] : await services.credenciais.findAcompanhantes(credencialid))
      others.delete(one.credencialid)
    if (others.size === 0) return 'convidado'
  }
  const aparelho = await aparelhoOf(request, services)
  return aparelho?.papel === 'organizacao' ? 'organizacao' : null
}

/** @throws Response 403 when nobody who may asks */
export async function refuseOthers(request: Request, convidado: Convidado, services: Services) {
  const who = await whoReads(request, convidado, services)
  if (who === null) throw noStore<Reason>({ reason: 'dados' }, 403)
  return who
}

/** Erases a guest's answers alone, at their own wish. */
export async function apagarRespostas({ credencial }: Convidado, services: Services): Promise<void> {
  await services.credenciais.forgetRespostas(credencial.credencialid, services.autorOf(CONVIDADO))
  await followUp(services.credenciais, async () => true)
}

/** Erases a guest at their own wish. The place goes back unless they are inside; those who came along stay. */
export async function apagar({ credencial }: Convidado, services: Services): Promise<void> {
  const { credencialid } = credencial
  const autor = services.autorOf(CONVIDADO)
  const { kind } = await services.credenciais.removeOutside(credencialid, true, autor)
  if (kind === 'inside') await services.credenciais.remove(credencialid, false, autor)
  await followUp(services.credenciais, () => services.avips.mirror(credencialid).then(() => true))
}
