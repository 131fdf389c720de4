import type { Services } from '../../../server/composition.ts'
import type { ConvidadoNoPainel } from '../../../server/domain/painel-repo.ts'
import { quandoOf } from '../../../server/domain/quando.ts'
import { maskTelefone } from '../../../server/domain/telefone.ts'
import { chooseConvidados, POR_PAGINA, type Parte } from '../../../server/use-cases/list-convidados.ts'
import { searchCredenciais, type Search } from '../../../server/use-cases/find-convidado.ts'
import { isMostrar, type Busca, type Escolha, type Mostrar } from './list.tsx'
import type { ConvidadoListed } from './table.tsx'
import { dayToldOf, momentOf, desistenciaTold } from '~/shared/event-clock'
import { pageOf } from '~/shared/remix.server'

/** What an address calls a chip. */
const PARTES: Record<Mostrar, Parte> = {
  todos: 'todos',
  faltam: 'faltam',
  dentro: 'dentro',
  desistiram: 'desistiram',
  'sem-empresa': 'semEmpresa',
}

/** The page of guests an address asks for: those of a chip and a letter, or those a search finds. */
export async function convidadosShown(services: Services, request: Request) {
  const { searchParams } = new URL(request.url)
  const asked = (name: string) => searchParams.get(name) ?? ''
  const [q, empresaid] = [asked('q').trim().slice(0, 200), asked('empresa')]
  const { inicio } = services.config.evento
  const now = services.now()
  const agora = `${dayToldOf(inicio, now, now)}, ${quandoOf(inicio, now).hora}`
  const page = { agora, perPage: POR_PAGINA }
  if (q !== '' || empresaid !== '') {
    const busca: Busca = { q, empresaid: empresaid === '' ? null : empresaid, pagina: pageOf(request) }
    return { ...page, kind: 'busca' as const, busca, ...(await searched(services, busca)) }
  }
  const [mostrar, letra] = [asked('mostrar'), asked('letra')]
  const escolha: Escolha = {
    mostrar: isMostrar(mostrar) ? mostrar : 'todos',
    letra: /^[A-Z#]$/.test(letra) ? letra : null,
    pagina: pageOf(request),
  }
  return { ...page, kind: 'escolha' as const, ...(await chosen(services, escolha)) }
}

async function chosen(services: Services, { mostrar, letra, pagina }: Escolha) {
  const choice = { parte: PARTES[mostrar], letra, pagina }
  const { convidados, counts, letras, ...found } = await chooseConvidados(services, choice)
  const chips = Object.entries(PARTES) as [Mostrar, Parte][]
  return {
    escolha: { mostrar, letra, pagina: found.pagina },
    total: found.total,
    counts: Object.fromEntries(chips.map(([name, parte]) => [name, counts[parte]])) as Record<
      Mostrar,
      number
    >,
    letras: [...letras.keys()],
    lines: convidados.map((convidado) => linhaOf(convidado, services)),
  }
}

async function searched(services: Services, { q, empresaid, pagina }: Busca) {
  const wanted = { text: q, empresaid: empresaid ?? undefined }
  const [search, empresa] = await Promise.all([
    searchCredenciais(services, wanted, (pagina - 1) * POR_PAGINA, POR_PAGINA),
    empresaid === null ? null : services.empresas.find(empresaid, services.now()),
  ])
  const { convidados, total, near } =
    search.kind === 'found' ? search : { convidados: [], total: 0, near: [] }
  return {
    total,
    refusal: refusalOf(search),
    empresa: empresa && { empresaid: empresa.empresa.empresaid, nome: empresa.empresa.nome },
    lines: convidados.map((convidado) => linhaOf(convidado, services)),
    near: near.map((convidado) => linhaOf(convidado, services)),
  }
}

function refusalOf(search: Search): string | null {
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
  { codeOf, config, now }: Pick<Services, 'codeOf' | 'config' | 'now'>,
): ConvidadoListed {
  const { credencialid, nome, telefone } = credencial
  return {
    credencialid,
    nome,
    empresa: empresa?.nome ?? null,
    telefone: maskTelefone(telefone),
    codigo: codeOf(credencialid, versao),
    dentro: dentroDesde === null ? null : momentOf(config.evento.inicio, dentroDesde, now()),
    retirada: desistenciaTold(config.evento.inicio, desistencia, now()),
  }
}
