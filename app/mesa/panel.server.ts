import type { Services } from '../../server/composition.ts'
import { isOffered } from '../../server/domain/envio.ts'
import { keepTogether } from '../../server/domain/grupo.ts'
import { MESA } from '../../server/domain/historico.ts'
import type { NumerosDaMesa } from '../../server/domain/mesa.ts'
import { dayWithHour, dayWithYear, quandoOf } from '../../server/domain/quando.ts'
import { csvOf } from '../../server/planilhas/csv-output.ts'
import type { ConvidadoDaMesa, MesaShown } from '../../server/use-cases/mesa.ts'
import { linhaIn, readFilaDaMesa } from '../../server/use-cases/send-envios.ts'
import { recordExport } from '../../server/use-cases/exports.ts'
import { isClosed, isOver } from '~/shared/closing.server'
import { atMoment, momentOf, untilTime, untilWhen, whenItWas } from '~/shared/event-clock'
import { absoluteUrl, convitesByWhatsapp } from '~/shared/links.server'
import { NO_STORE } from '~/shared/remix.server'
import { randomValue } from '~/shared/session.server'
import { countOf, dayIn, vagasTold } from '~/shared/words'
import { estadoOf } from './envios.server.ts'
import { autorOfMesa, isNamed, mesaOf, readMesa, type MesaAberta } from './mesa.server.ts'

/** A table as its holder sees it. */
export type MesaNaTela = Awaited<ReturnType<typeof mesaShown>>

export async function mesaShown(aberta: MesaAberta, request: Request, services: Services) {
  const shown = await readMesa(aberta, services)
  const { evento } = services.config
  const { nome, numero, numeros, isFechada } = shown
  const link = publicLinkOf(aberta.empresaid, request, services)
  const agora = services.now()
  const fila = isClosed(services) ? null : await readFilaDaMesa(services, { ...aberta, ...shown })
  const convites = shown.convites.map(({ codigo, rotulo, estado, convidados }) => {
    const linha = fila && linhaIn(fila, codigo)
    return {
      codigo,
      rotulo: rotuloOf(rotulo),
      estado,
      /** Those who came with it and have a place. */
      por: convidados.map(nomeOf),
      link: link === null ? null : `${link}/${codigo}`,
      /** Null for an invitation that is not to be sent. */
      envio: linha && link !== null ? estadoOf(linha, services) : null,
    }
  })
  return {
    ...headOf(nome, services),
    path: aberta.path,
    numero,
    vagas: vagasTold(shown.estacionamento),
    numeros,
    isFechada,
    pede: { pedido: shown.pedido, dado: shown.dado, anfitriao: evento.anfitriao },
    convites,
    pedido: randomValue(),
    contato: evento.contato,
    convidados: shown.convidados.map((convidado) => lugarOf(convidado, services)),
    /** When each hold ends. */
    reservados: shown.reservados.map((ate) => untilTime(evento.inicio, ate, agora)),
    desistencias: shown.desistencias.map(({ credencialid, por, em }) => ({
      credencialid,
      isByMesa: por === 'mesa',
      quando: whenItWas(evento.inicio, em, agora),
      guardado: guardadoOf(shown, credencialid, services),
    })),
    envios: fila && {
      feitos: fila.enviados.length,
      total: fila.linhas.length,
      porEnviar: fila.porEnviar.filter(({ situacao }) => isOffered(situacao, MESA)).length,
    },
    publico: link === null ? null : { link, whatsapp: convitesByWhatsapp(evento, nome, link) },
    isVazia: isEmpty(shown),
    isNamed: isNamed(services),
  }
}

/** The head of a table's pages: its name, when the page was made, and until when anything can be changed. */
function headOf(nome: string, services: Pick<Services, 'closesAt' | 'config' | 'now'>) {
  const { ocasiao, inicio } = services.config.evento
  const agora = services.now()
  const { hora } = quandoOf(inicio, agora)
  return {
    nome,
    ocasiao,
    isOver: isClosed(services),
    quando: dayIn({ inicio }),
    data: dayWithHour(inicio),
    hora,
    madeAt: `${dayWithYear(inicio, agora)}, às ${hora}`,
    prazo: untilWhen(inicio, services.closesAt, agora),
  }
}

/** The public link of a company; null if its id cannot be an address. */
function publicLinkOf(empresaid: string, request: Request, services: Services): string | null {
  const isReachable = services.parseEmpresaid(empresaid) !== null
  return isReachable ? absoluteUrl(`/${encodeURIComponent(empresaid)}`, request, services) : null
}

/** An occupant's name on pages: a number where names are switched off. */
export const nomeOf = ({ nome, numero }: ConvidadoDaMesa) => nome ?? `Convidado ${numero}`

/** A label as shown. A guest's removal erases the label. */
export const rotuloOf = (rotulo: string) => rotulo || 'Convite sem nome'

function lugarOf(convidado: ConvidadoDaMesa, services: Pick<Services, 'config' | 'now'>) {
  const { config, now } = services
  const { credencialid, dentroDesde, rotulo } = convidado
  const hasArrived = dentroDesde !== null
  const estado = hasArrived
    ? `chegou ${atMoment(momentOf(config.evento.inicio, dentroDesde, now()))}`
    : isOver(services)
      ? 'confirmou, sem entrada registrada'
      : 'presença confirmada'
  return { credencialid, nome: nomeOf(convidado), hasArrived, estado, rotulo }
}

/** Until when a table keeps the place of a guest who withdrew: `3h10`; null if it keeps none. */
export function guardadoOf(
  { guardados }: Pick<MesaShown, 'guardados'>,
  credencialid: string,
  { config, now }: Services,
): string | null {
  const found = guardados.find((guardado) => guardado.credencialid === credencialid)
  return found ? untilTime(config.evento.inicio, found.ate, now()) : null
}

/** Nobody has been invited yet, and someone can be. */
const isEmpty = ({ numeros, convidados, reservados, desistencias, convites, isFechada }: MesaShown) =>
  !isFechada &&
  numeros.livres > 0 &&
  [convidados, reservados, desistencias, convites].every(({ length }) => length === 0)

/** A table's list: its occupants, companions right after who brought them, then those invited who have not registered. */
export async function listaShown(aberta: MesaAberta, services: Services) {
  const shown = await readMesa(aberta, services)
  const nomes = new Map(shown.convidados.map((convidado) => [convidado.credencialid, nomeOf(convidado)]))
  const sentados = keepTogether(shown.convidados).map((convidado) => {
    const { credencialid, nome, hasArrived, estado } = lugarOf(convidado, services)
    const com = nomes.get(convidado.grupo ?? '')
    return { id: credencialid, nome, hasArrived, state: com === undefined ? estado : `${estado}, com ${com}` }
  })
  const convidados = shown.convites.flatMap(({ codigo, rotulo, estado }) =>
    estado === 'novo'
      ? [{ id: codigo, nome: rotuloOf(rotulo), hasArrived: false, state: 'convite pessoal, sem cadastro' }]
      : [],
  )
  return {
    ...headOf(shown.nome, services),
    path: aberta.path,
    numero: shown.numero,
    vagas: vagasTold(shown.estacionamento),
    lines: [...sentados, ...convidados],
    summary: summaryOf(shown.numeros),
  }
}

/** The list as a spreadsheet, sent once the export is in the history. */
export async function listaResponse(token: string | undefined, services: Services): Promise<Response> {
  const aberta = await mesaOf(token, services)
  const { lines } = await listaShown(aberta, services)
  const rows = lines.map(({ nome, state }) => ({ nome, situacao: state }))
  const fileOf = (some: AsyncIterable<(typeof rows)[number]>) => csvOf(['nome', 'situacao'], some)
  const autor = autorOfMesa(aberta, services)
  const whole = recordExport(services, rows, fileOf, 'exportou-mesa', autor, aberta.empresaid)
  return new Response(await whole, {
    headers: {
      ...NO_STORE,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="mesa.csv"',
    },
  })
}

/** `12 convites: 6 confirmados (2 chegaram), 1 em preenchimento, 2 pessoais novos, 3 livres.` */
function summaryOf(numeros: NumerosDaMesa): string {
  const { total, confirmados, chegaram, preenchendo, guardados, novos, outros, livres } = numeros
  const parts = [
    `${countOf(confirmados, 'confirmado', 'confirmados')} (${countOf(chegaram, 'chegou', 'chegaram')})`,
    `${preenchendo} em preenchimento`,
    ...(guardados > 0 ? [countOf(guardados, 'guardado', 'guardados')] : []),
    countOf(novos, 'pessoal novo', 'pessoais novos'),
    ...(outros > 0 ? [`${outros} sem convidado`] : []),
    countOf(livres, 'livre', 'livres'),
  ]
  return `${countOf(total, 'convite', 'convites')}: ${parts.join(', ')}.`
}
