import type { Services } from '../../server/composition.ts'
import { isOffered } from '../../server/domain/envio.ts'
import { MESA } from '../../server/domain/historico.ts'
import type { MesaShown, ConvidadoDaMesa } from '../../server/domain/mesa.ts'
import { quandoOf } from '../../server/domain/quando.ts'
import { absoluteUrl, convitesByWhatsapp } from '~/shared/links.server'
import { isClosed } from '~/shared/closing.server'
import { readFila } from './envios.server.ts'
import { isNamed, readMesa, type MesaAberta } from './mesa.server.ts'
import { randomValue } from '~/shared/session.server'
import { dayIn } from '~/shared/words'
import { estadoOf } from './envio.server.ts'
import type { ShownConvite } from './convites.tsx'
import type { TakenPlace } from './convidados.tsx'
import { untilTime, untilWhen, whenItWas, atMoment, momentOf } from '~/shared/event-clock'

export async function mesaShown(aberta: MesaAberta, request: Request, services: Services) {
  const shown = await readMesa(aberta, services)
  const { evento } = services.config
  const { nome, numero, numeros, isFechada } = shown
  const link = publicLinkOf(aberta.empresaid, request, services)
  const agora = services.now()
  const fila = isClosed(services) ? null : await readFila({ ...aberta, ...shown }, services)
  const linhas = new Map(fila?.linhas.map((linha) => [linha.para, linha]))
  const convites = shown.convites.map(({ codigo, rotulo, estado, convidado }): ShownConvite => {
    const linha = linhas.get(codigo)
    return {
      codigo,
      rotulo: rotuloOf(rotulo),
      estado,
      por: convidado && nomeOf(convidado),
      link: link === null ? null : `${link}/${codigo}`,
      envio: linha && link !== null ? estadoOf(linha, services) : null,
    }
  })
  return {
    ...headOf(nome, services),
    path: aberta.path,
    numero,
    numeros,
    isFechada,
    convites,
    pedido: randomValue(),
    contato: evento.contato,
    convidados: shown.convidados.map((convidado) => lugarOf(convidado, services)),
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
    publico: link && { link, whatsapp: convitesByWhatsapp(evento, nome, link) },
    isVazia: isEmpty(shown),
    isNamed: isNamed(services),
  }
}

/** The head of a table's pages: its name, when they were made, and until when anything can be changed. */
export function headOf(nome: string, services: Pick<Services, 'closesAt' | 'config' | 'now'>) {
  const { ocasiao, inicio } = services.config.evento
  const { dia, mes, ano, hora } = quandoOf(inicio)
  const agora = services.now()
  const madeAt = quandoOf(inicio, agora)
  return {
    nome,
    ocasiao,
    isOver: isClosed(services),
    quando: dayIn({ inicio }),
    data: `${dia} de ${mes} de ${ano}, ${hora}`,
    hora: madeAt.hora,
    madeAt: `${madeAt.dia} de ${madeAt.mes} de ${madeAt.ano}, às ${madeAt.hora}`,
    prazo: untilWhen(inicio, services.closesAt, agora),
  }
}

/** The public link of a company; null where its id is no address. */
export function publicLinkOf(empresaid: string, request: Request, services: Services): string | null {
  const isReachable = services.parseEmpresaid(empresaid) !== null
  return isReachable ? absoluteUrl(`/${encodeURIComponent(empresaid)}`, request, services) : null
}

/** An occupant as pages call one: by number where names are switched off. */
export const nomeOf = ({ nome, numero }: ConvidadoDaMesa) => nome ?? `Ocupante ${numero}`

/** A label as it is shown; it goes with a guest who is removed. */
export const rotuloOf = (rotulo: string) => rotulo || 'Convite sem nome'

export function lugarOf(
  convidado: ConvidadoDaMesa,
  { config, now }: Pick<Services, 'config' | 'now'>,
): TakenPlace {
  const { credencialid, dentroDesde, rotulo } = convidado
  const hasArrived = dentroDesde !== null
  const estado = hasArrived
    ? `chegou ${atMoment(momentOf(config.evento.inicio, dentroDesde, now()))}`
    : 'presença confirmada'
  return { credencialid, nome: nomeOf(convidado), hasArrived, estado, rotulo }
}

/** Until when a table keeps the place of a guest who withdrew: `3h10`; null where it keeps none. */
export function guardadoOf(
  { guardados }: Pick<MesaShown, 'guardados'>,
  credencialid: string,
  { config, now }: Services,
): string | null {
  const found = guardados.find((guardado) => guardado.credencialid === credencialid)
  return found ? untilTime(config.evento.inicio, found.ate, now()) : null
}

/** Nobody was invited yet, and somebody can be. */
const isEmpty = ({ numeros, convidados, reservados, desistencias, convites, isFechada }: MesaShown) =>
  !isFechada &&
  numeros.livres > 0 &&
  [convidados, reservados, desistencias, convites].every(({ length }) => length === 0)
