import type { Services } from '../server/composition.ts'
import type { ConvidadoNoPainel } from '../server/domain/painel-repo.ts'
import { quandoOf } from '../server/domain/quando.ts'
import { listByName, listByTable } from '../server/use-cases/list-guests.ts'
import { withErrorPage } from './failure.server.ts'
import { whenAt } from '~/components/evento-summary'
import { shortDayOf, eventTime } from '~/components/event-clock'

/** A guest as a printed list has them. */
export interface Nome {
  credencialid: string
  nome: string
  codigo: string
  /** What a volunteer reads in place of the code of a guest who withdrew: `desistiu`. */
  retirada: string | null
}

/** The part of the list by name a request asks for. */
export async function nomesShown(services: Services, request: Request) {
  const { convidados, ...part } = await withErrorPage(services, listByName(services, parteOf(request)))
  let last = ''
  const nomes = convidados.map((convidado) => {
    const { letra } = convidado
    const isFirst = letra !== last
    last = letra
    return {
      ...nomeOf(convidado, services),
      empresa: convidado.empresa?.nome ?? '',
      letra: isFirst ? letra : '',
    }
  })
  return { ...headOf(services), ...part, nomes }
}

/** The part of the list by company a request asks for. */
export async function mesasShown(services: Services, request: Request) {
  const { mesas, ...part } = await withErrorPage(services, listByTable(services, parteOf(request)))
  return {
    ...headOf(services),
    ...part,
    mesas: mesas.map(({ empresa, convidados }) => ({
      nome: empresa?.nome ?? 'Sem empresa',
      convites: empresa ? `${empresa.used} de ${empresa.total} convites` : ofNone(convidados),
      nomes: convidados.map((convidado) => nomeOf(convidado, services)),
    })),
  }
}

/** `?parte=`, from 1 on. */
function parteOf(request: Request): number {
  const raw = new URL(request.url).searchParams.get('parte') ?? ''
  return /^[1-9]\d{0,4}$/.test(raw) ? Number(raw) : 1
}

/** The head of every list, with when it was made, by the event's clock. */
function headOf({ config, now }: Pick<Services, 'config' | 'now'>) {
  const { anfitriao, inicio } = config.evento
  const at = now()
  return {
    evento: `${anfitriao} · ${whenAt(inicio)}`,
    madeAt: `gerada às ${eventTime(inicio, at)} de ${shortDayOf(inicio, at)}/${quandoOf(inicio, at).ano}`,
  }
}

/** A guest who withdrew no longer has a company. */
const ofNone = (convidados: ConvidadoNoPainel[]) =>
  convidados.some(({ desistencia }) => desistencia)
    ? 'formulário público e desistências'
    : 'formulário público'

function nomeOf(
  { credencial, versao, desistencia }: ConvidadoNoPainel,
  { codeOf }: Pick<Services, 'codeOf'>,
): Nome {
  const { credencialid, nome } = credencial
  const retirada = desistencia && (desistencia.por === 'mesa' ? 'a mesa retirou' : 'desistiu')
  return { credencialid, nome, codigo: codeOf(credencialid, versao), retirada }
}
