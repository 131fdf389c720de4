import type { Services } from '../../server/composition.ts'
import type { AtestadoAtual } from '../../server/domain/certificado.ts'
import { daysTold, durationTold } from '../../server/domain/quando.ts'
import { absoluteUrl } from './links.server.ts'

/** Where anyone can verify a certificate. */
export const CONFERENCIA = '/certificado'

/** An address as printed on paper: `convites.example/certificado`. */
export const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '')

/** What the event's certificates say, one page per name. */
export function certificadosFor(
  nomes: string[],
  atestado: AtestadoAtual,
  request: Request,
  services: Services,
): Parameters<Services['certificados']['draw']>[0] {
  const { anfitriao, ocasiao, titulo, local, cidade, inicio, fim, assinaturas = [] } = atestado.evento
  const url = absoluteUrl(CONFERENCIA, request, services)
  return {
    anfitriao,
    ocasiao,
    titulo,
    local,
    cidade,
    assinaturas,
    logo: services.arte.logo,
    quando: daysTold(inicio, fim),
    horas: durationTold(atestado.minutos),
    endereco: withoutScheme(url),
    url: `${url}?codigo=`,
    paginas: nomes.map((nome) => ({ nome, codigo: services.certificadoCodeOf(atestado, nome) })),
  }
}
