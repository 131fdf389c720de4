import type { Services } from '../../server/composition.ts'
import { listCertificados, POR_ARQUIVO, readParte } from '../../server/use-cases/certificado.ts'
import { certificadosFor } from '~/shared/certificado.server'
import { isCancelado } from '~/shared/closing.server'
import type { Equipe } from '~/shared/equipe.server'
import { withErrorPage } from '~/shared/failure.server'
import { NO_STORE, pageOf, seeOther } from '~/shared/remix.server'
import { whenAt } from '~/shared/words'
import { certificadosHref } from './listas.tsx'
import { convidadoHref } from './convidado-told.tsx'

const empresaidIn = (request: Request) => new URL(request.url).searchParams.get('empresa')

/** The files of certificates to be had: of everybody who was inside, or of one company. @throws Response 404 for none */
export async function certificadosShown(services: Services, request: Request) {
  const empresaid = empresaidIn(request)
  const [{ prazo, lista, total, partes, semLetras }, empresa] = await Promise.all([
    listCertificados(services, { empresaid }),
    empresaid === null ? null : nomeOf(empresaid, services),
  ])
  const { fim, assinaturas = [] } = services.config.evento
  const stored = prazo === 'agora' && total === 0 ? await services.credenciais.countPersonalData() : null
  return {
    prazo,
    empresaid,
    empresa,
    total,
    porArquivo: POR_ARQUIVO,
    desde: whenAt(fim),
    isCancelled: isCancelado(services),
    isDescribed: services.gravado !== null,
    isSigned: assinaturas.length > 0,
    /** Before its day, too. */
    isErased: stored?.convidados === 0 && stored.apagadoem !== null,
    semLetras: semLetras.map(({ credencialid, nome }) => ({ nome, href: convidadoHref(credencialid) })),
    partes: partes.map((parte, index) => ({
      ...parte,
      parte: index + 1,
      href: certificadosHref(empresaid, '.pdf', { lista, parte: String(index + 1) }),
    })),
  }
}

async function nomeOf(empresaid: string, { painelReadings }: Pick<Services, 'painelReadings'>) {
  const { empresas } = await painelReadings.empresas()
  const found = empresas.find((empresa) => empresa.empresaid === empresaid)
  if (!found) throw new Response(null, { status: 404 })
  return found.nome
}

/**
 * A file of certificates as it was chosen from the list. Where the list is another by now, or too many files are drawn,
 * the page of the list says so.
 */
export async function arquivoOf({ services }: Equipe, request: Request, address: string | null) {
  const empresaid = empresaidIn(request)
  const parte = pageOf(request, 'parte')
  const lista = new URL(request.url).searchParams.get('lista') ?? ''
  const back = (feito: string) => seeOther(certificadosHref(empresaid, '', { feito }), NO_STORE)
  const arquivo = await withErrorPage(services, readParte(services, { empresaid }, { lista, parte }))
  if (!arquivo) return back('mudou')
  const { nomes, atestado, partes } = arquivo
  if (nomes.length === 0) return back('letras')
  const pdf = await services.certificados.draw(certificadosFor(nomes, atestado, request, services), address)
  if (!pdf) return back('ocupado')
  const filename = partes === 1 ? 'certificados.pdf' : `certificados-${parte}-de-${partes}.pdf`
  return new Response(new Uint8Array(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${filename}"`,
      ...NO_STORE,
    },
  })
}
