import type { Services } from '../../server/composition.ts'
import type { Certificado } from '../../server/domain/certificado.ts'
import type { Convidado } from '../../server/domain/credencial-repo.ts'
import { isDeEnsaio } from '../../server/domain/ensaio.ts'
import { durationTold } from '../../server/domain/quando.ts'
import { certificadoOf } from '../../server/use-cases/certificado.ts'
import { certificadosFor, CONFERENCIA, withoutScheme } from '~/shared/certificado.server'
import { convidadoOf, credencialPath, openCredencial } from '~/shared/credenciais.server'
import { otherwise } from '~/shared/failure.server'
import { NO_STORE, redirect, type RouteArgs } from '~/shared/remix.server'
import { servicesOf } from '~/services.server'
import { absoluteUrl, certificadoByWhatsapp } from '~/shared/links.server'
import { whenAt } from '~/shared/words'

/**
 * Tells whether a guest has a certificate by now. Reads nothing before the event has ended.
 * @throws StorageError
 */
export async function hasCertificado({ credencial }: Convidado, services: Services): Promise<boolean> {
  if (services.now() < Date.parse(services.config.evento.fim)) return false
  return (await certificadoOf(services, credencial.credencialid)).kind === 'pronto'
}

/**
 * What the page of a guest's certificate shows.
 * @throws Response the error page for a link that opens nothing
 */
export async function certificadoShown(token: string, request: Request, services: Services) {
  if (services.parseToken(token) === null && isDeEnsaio(token)) return { kind: 'ensaio' as const }
  const convidado = await convidadoOf(token, services)
  const { nome, credencialid } = convidado.credencial
  const certificado = await certificadoOf(services, credencialid)
  const { inicio } = services.config.evento
  /** `ate`: `16 de outubro, 22h`, when personal data is erased. */
  const none = { credencial: credencialPath(token), ate: whenAt(inicio, services.eraseAt) }
  if (certificado.kind === 'ainda-nao')
    return { ...none, kind: certificado.kind, quando: whenAt(inicio, certificado.desde) }
  if (certificado.kind !== 'pronto') return { ...none, kind: certificado.kind }
  if (await isUndrawable(nome, services)) return { ...none, kind: 'sem-letras' as const, nome }
  return prontoOf(convidado, certificado, request, services)
}

const isUndrawable = async (nome: string, { certificados }: Services) =>
  (await certificados.undrawable([nome])).length > 0

function prontoOf(
  { credencial, versao }: Convidado,
  { atestado }: Extract<Certificado, { kind: 'pronto' }>,
  request: Request,
  services: Services,
) {
  const { evento } = services.config
  const path = `${credencialPath(services.tokenOf(credencial.credencialid, versao))}/certificado`
  const codigo = services.certificadoCodeOf(atestado, credencial.nome)
  const conferencia = absoluteUrl(CONFERENCIA, request, services)
  const ate = whenAt(evento.inicio, services.eraseAt)
  const whatsapp = { link: absoluteUrl(path, request, services), ate, codigo, conferencia }
  return {
    kind: 'pronto' as const,
    nome: credencial.nome,
    titulo: evento.titulo,
    /** `2 horas` */
    horas: durationTold(atestado.minutos),
    codigo,
    ate,
    pdf: `${path}.pdf`,
    /** A picture of it. */
    imagem: `${path}.svg`,
    /** Where anyone can verify it: the address as text, and the link. */
    conferencia: withoutScheme(conferencia),
    conferir: `${CONFERENCIA}?codigo=${codigo}`,
    whatsapp: certificadoByWhatsapp(evento, whatsapp),
  }
}

/** After a rush: about seven hundred certificates are drawn in that time. */
const BUSY_RETRY_AFTER = '15'

const FILES = {
  pdf: { 'Content-Type': 'application/pdf', 'Content-Disposition': 'attachment; filename="certificado.pdf"' },
  svg: { 'Content-Type': 'image/svg+xml' },
}

/**
 * Answers with a guest's certificate, as a file or as a picture. If there is none, or storage does not
 * answer, it redirects to the certificate's page, which says so. It answers 503 if too many are asked for at
 * once.
 */
export async function certificadoFile(
  { params, request, context }: RouteArgs,
  forma: keyof typeof FILES,
): Promise<Response> {
  const services = await servicesOf(context)
  const input = await inputOf(params.token, request, services).catch(otherwise(services, null))
  if (!input) {
    return redirect(`${credencialPath(encodeURIComponent(params.token ?? ''))}/certificado`, {
      headers: NO_STORE,
    })
  }
  const bytes = await services.certificados.draw(input, context.address ?? null, forma)
  const headers = { ...NO_STORE, 'X-Robots-Tag': 'noindex' }
  if (bytes) return new Response(Buffer.from(bytes), { headers: { ...FILES[forma], ...headers } })
  return new Response('Muita gente ao mesmo tempo. Espere um instante e tente outra vez.', {
    status: 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': BUSY_RETRY_AFTER, ...headers },
  })
}

/** What a guest's certificate says; null if there is none. @throws StorageError */
async function inputOf(token: string | undefined, request: Request, services: Services) {
  const opened = await openCredencial(token, services)
  if (opened.kind !== 'open') return null
  const { credencialid, nome } = opened.convidado.credencial
  const certificado = await certificadoOf(services, credencialid)
  if (certificado.kind !== 'pronto' || (await isUndrawable(nome, services))) return null
  return certificadosFor([nome], certificado.atestado, request, services)
}
