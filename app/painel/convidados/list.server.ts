import type { Services } from '../../../server/composition.ts'
import type { ConvidadoNoPainel } from '../../../server/domain/painel-repo.ts'
import { maskTelefone } from '../../../server/domain/telefone.ts'
import { listRepetidos } from '../../../server/use-cases/repetidos.ts'
import { searchCredenciais, type Search } from '../../../server/use-cases/find-convidado.ts'
import type { ConvidadoListed } from './table.tsx'
import { momentOf, desistenciaTold } from '~/shared/event-clock'
import { withErrorPage } from '~/shared/failure.server'

const POR_PAGINA = 50

/** What was searched for, as the address says it. */
export interface Busca {
  q: string
  /** The empresaid of the company alone whose guests are shown; null for all. */
  empresaid: string | null
  pagina: number
}

/** The page of guests an address asks for, and how many pairs wait for a decision. */
export async function convidadosShown(services: Services, request: Request) {
  const busca = buscaOf(request)
  const wanted = { text: busca.q, empresaid: busca.empresaid ?? undefined }
  const offset = (busca.pagina - 1) * POR_PAGINA
  const [search, pares, empresa] = await withErrorPage(
    services,
    Promise.all([
      searchCredenciais(services, wanted, offset, POR_PAGINA),
      listRepetidos(services),
      busca.empresaid === null ? null : services.empresas.find(busca.empresaid, services.now()),
    ]),
  )
  const { convidados, total } = search.kind === 'found' ? search : { convidados: [], total: 0 }
  return {
    ...{ busca, total, perPage: POR_PAGINA, repetidosCount: pares.length },
    refusal: recusaOf(search),
    empresa: empresa && { empresaid: empresa.empresa.empresaid, nome: empresa.empresa.nome },
    lines: convidados.map((convidado) => linhaOf(convidado, services)),
  }
}

function buscaOf(request: Request): Busca {
  const { searchParams } = new URL(request.url)
  const pagina = searchParams.get('pagina') ?? ''
  const empresaid = searchParams.get('empresa')
  return {
    q: searchParams.get('q')?.trim().slice(0, 200) ?? '',
    empresaid: empresaid === '' ? null : empresaid,
    pagina: /^[1-9]\d{0,4}$/.test(pagina) ? Number(pagina) : 1,
  }
}

function recusaOf(search: Search): string | null {
  switch (search.kind) {
    case 'found':
      return null
    case 'too-short':
      return 'Digite 2 letras ou mais.'
    case 'placeholder-cpf':
      return 'Este CPF fica em quem não informou nenhum. Busque por nome ou WhatsApp.'
    default:
      return search satisfies never
  }
}

export function linhaOf(
  { credencial, versao, empresa, dentroDesde, desistencia }: ConvidadoNoPainel,
  { codeOf, config }: Pick<Services, 'codeOf' | 'config'>,
): ConvidadoListed {
  const { credencialid, nome, telefone } = credencial
  return {
    ...{ credencialid, nome, empresa: empresa?.nome ?? null },
    telefone: maskTelefone(telefone),
    codigo: codeOf(credencialid, versao),
    dentro: dentroDesde === null ? null : momentOf(config.evento.inicio, dentroDesde),
    retirada: desistenciaTold(config.evento.inicio, desistencia),
  }
}
