import type { Services } from '../../../server/composition.ts'
import {
  painelEmpresas,
  POR_PAGINA,
  type EmpresasQuery,
  type Grupo,
  type Ordem,
} from '../../../server/use-cases/painel-readings.ts'
import { withErrorPage } from '~/shared/failure.server'
import { pageOf } from '~/shared/remix.server'
import type { Busca, Mostrar, OrdemInUrl } from './list.tsx'

/** What an address calls a column, and what the use case does. */
const ORDENS: Record<OrdemInUrl, Ordem> = {
  nome: 'nome',
  convites: 'total',
  confirmados: 'used',
  reservados: 'held',
  pessoais: 'pessoais',
  livres: 'left',
  dentro: 'dentro',
}

/** What an address calls a chip. */
const GRUPOS: Record<Mostrar, Grupo> = {
  'nao-comecaram': 'paradas',
  cheias: 'cheias',
  'sem-whatsapp': 'semWhatsapp',
  'link-fechado': 'fechadas',
}

const isOneOf = <Name extends string>(names: Record<Name, unknown>, text: string): text is Name =>
  Object.hasOwn(names, text)

/** The companies an address asks for, a hundred a page: by name where it says nothing. @throws Response 503 */
export async function empresasShown(services: Services, request: Request) {
  const { searchParams } = new URL(request.url)
  const asked = (name: string) => searchParams.get(name) ?? ''
  const [ordem, mostrar] = [asked('ordem'), asked('mostrar')]
  const busca: Busca = {
    q: asked('q').trim().slice(0, 200),
    ordem: isOneOf(ORDENS, ordem) ? ordem : 'nome',
    mostrar: isOneOf(GRUPOS, mostrar) ? mostrar : null,
  }
  const query: EmpresasQuery = {
    ordem: ORDENS[busca.ordem],
    texto: busca.q,
    grupo: busca.mostrar && GRUPOS[busca.mostrar],
    pagina: pageOf(request),
  }
  const page = await withErrorPage(services, painelEmpresas(services.painelReadings, query))
  // A number is for the page of its company; here it is enough that there is one.
  const empresas = page.empresas.map((empresa) => ({ ...empresa, telefone: undefined }))
  return { ...page, empresas, busca, perPage: POR_PAGINA }
}
