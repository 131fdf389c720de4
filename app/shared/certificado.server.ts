import type { Services } from '../../server/composition.ts'
import type { AtestadoAtual, Certificado } from '../../server/domain/certificado.ts'
import type { Convidado } from '../../server/domain/credencial-repo.ts'
import { daysTold, durationTold } from '../../server/domain/quando.ts'
import { certificadoOf } from '../../server/use-cases/certificado.ts'
import { withErrorPage } from './failure.server.ts'
import { absoluteUrl } from './links.server.ts'

/** Where anybody verifies a certificate. */
export const CONFERENCIA = '/certificado'

/** What the address is called on paper: `convites.example/certificado`. */
export const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '')

/** A guest's certificate, or why there is none. @throws Response 503 while storage does not answer */
export function certificadoDe({ credencial }: Convidado, services: Services): Promise<Certificado> {
  return withErrorPage(services, certificadoOf(services, credencial.credencialid))
}

/** Tells whether a guest has one by now; before the event has ended nothing is read for it. */
export async function hasCertificado(convidado: Convidado, services: Services): Promise<boolean> {
  if (services.now() < Date.parse(services.config.evento.fim)) return false
  return (await certificadoDe(convidado, services)).kind === 'pronto'
}

/** What certificates of the event say, a page for each name. */
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
    quando: daysTold(inicio, fim),
    horas: durationTold(atestado.minutos),
    endereco: withoutScheme(url),
    url: `${url}?codigo=`,
    paginas: nomes.map((nome) => ({ nome, codigo: services.certificadoCodeOf(atestado, nome) })),
  }
}
