import type { Services } from '../../server/composition.ts'
import type { Certificado } from '../../server/domain/certificado.ts'
import type { Convidado } from '../../server/domain/credencial-repo.ts'
import { isDeEnsaio } from '../../server/domain/ensaio.ts'
import { durationTold } from '../../server/domain/quando.ts'
import { certificadoOf } from '../../server/use-cases/certificado.ts'
import { certificadoDe, certificadosFor, CONFERENCIA, withoutScheme } from '~/shared/certificado.server'
import { convidadoOf, credencialPath, openCredencial } from '~/shared/credenciais.server'
import { isStorageError } from '~/shared/failure.server'
import { absoluteUrl, certificadoByWhatsapp } from '~/shared/links.server'
import { whenAt } from '~/shared/words'
import type { CertificadoShown } from './certificado.tsx'

/**
 * What the page of a guest's certificate shows.
 * @throws Response the error page of a link that opens nothing; 503 while storage does not answer
 */
export async function certificadoShown(
  token: string,
  request: Request,
  services: Services,
): Promise<CertificadoShown> {
  if (services.parseToken(token) === null && isDeEnsaio(token)) return { kind: 'ensaio' }
  const convidado = await convidadoOf(token, services)
  const certificado = await certificadoDe(convidado, services)
  const { evento } = services.config
  const credencial = credencialPath(token)
  switch (certificado.kind) {
    case 'pronto':
      return prontoOf(convidado, certificado, request, services)
    case 'ainda-nao':
      return { kind: 'ainda-nao', quando: whenAt(evento.inicio, certificado.desde), credencial }
    case 'cancelado':
    case 'desistiu':
    case 'nao-entrou':
    case 'anulada':
      return { kind: certificado.kind, ate: whenAt(evento.inicio, services.eraseAt), credencial }
    default:
      return certificado satisfies never
  }
}

function prontoOf(
  { credencial, versao }: Convidado,
  { atestado }: Extract<Certificado, { kind: 'pronto' }>,
  request: Request,
  services: Services,
): CertificadoShown {
  const { evento } = services.config
  const path = `${credencialPath(services.tokenOf(credencial.credencialid, versao))}/certificado`
  const codigo = services.certificadoCodeOf(atestado, credencial.nome)
  const conferencia = absoluteUrl(CONFERENCIA, request, services)
  const ate = whenAt(evento.inicio, services.eraseAt)
  const whatsapp = { link: absoluteUrl(path, request, services), ate, codigo, conferencia }
  return {
    kind: 'pronto',
    ...{ nome: credencial.nome, titulo: evento.titulo, horas: durationTold(atestado.minutos) },
    ...{ codigo, ate, pdf: `${path}.pdf`, conferencia: withoutScheme(conferencia) },
    conferir: `${CONFERENCIA}?codigo=${codigo}`,
    whatsapp: certificadoByWhatsapp(evento, whatsapp),
  }
}

/** A guest's certificate as a PDF; null where the page has to say why there is none, or that storage does not answer. */
export async function certificadoPdf(
  token: string | undefined,
  request: Request,
  services: Services,
  address: string | null,
): Promise<{ pdf: Uint8Array | null } | null> {
  try {
    const opened = await openCredencial(token, services)
    if (opened.kind !== 'open') return null
    const { credencialid, nome } = opened.convidado.credencial
    const certificado = await certificadoOf(services, credencialid)
    if (certificado.kind !== 'pronto') return null
    const input = certificadosFor([nome], certificado.atestado, request, services)
    return { pdf: await services.certificados.draw(input, address) }
  } catch (err) {
    if (!isStorageError(err)) throw err
    services.log.error({ err }, 'storage failed')
    return null
  }
}
