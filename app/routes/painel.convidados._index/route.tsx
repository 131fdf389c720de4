import { useLoaderData } from '@remix-run/react'
import {
  CHIPS,
  Chosen,
  Found,
  isMostrar,
  MOSTRAR,
  PATH,
  type Busca,
  type Escolha,
  type Mostrar,
} from './list'
import { ConvidadoDone, empresaHref } from '~/painel/convidado-told'
import { linhaOf } from '~/painel/convidados/convidado.server'
import { SearchForm } from '~/painel/filtro'
import { Painel, painelTitled } from '~/painel/painel'
import { painelLoader } from '~/shared/equipe.server'
import { dayToldOf } from '~/shared/event-clock'
import { ActLink, OutlineLink } from '~/shared/page'
import { pageOf } from '~/shared/remix.server'
import type { Services } from '../../../server/composition.ts'
import { quandoOf } from '../../../server/domain/quando.ts'
import { chooseConvidados, POR_PAGINA } from '../../../server/use-cases/list-convidados.ts'
import { searchCredenciais, type Search } from '../../../server/use-cases/find-convidado.ts'

/** Guests by name, fifty a page: those of a chip and a letter, of a company, or found by a text. */
export const loader = painelLoader(async ({ services }, { request }) => {
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
})

async function chosen(services: Services, { mostrar, letra, pagina }: Escolha) {
  const choice = { parte: CHIPS[mostrar].parte, letra, pagina }
  const { convidados, counts, letras, ...found } = await chooseConvidados(services, choice)
  return {
    escolha: { mostrar, letra, pagina: found.pagina },
    total: found.total,
    counts: Object.fromEntries(MOSTRAR.map((name) => [name, counts[CHIPS[name].parte]])) as Record<
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

export const meta = painelTitled<typeof loader>((data) =>
  data?.kind === 'busca' && data.busca.q ? `${data.busca.q}: convidados` : 'Convidados',
)

export default function Convidados() {
  const data = useLoaderData<typeof loader>()
  const { empresa, busca } = data.kind === 'busca' ? data : { empresa: null, busca: null }
  return (
    <Painel
      current="Convidados"
      title="Convidados"
      kicker={empresa ? <a href={empresaHref(empresa.empresaid)}>{empresa.nome}</a> : data.agora}
      gauge={
        // Shown below instead, where a search found nobody.
        data.kind === 'busca' && data.total === 0 ? null : (
          <OutlineLink href="/painel/convidados/novo">NOVO CONVIDADO</OutlineLink>
        )
      }
    >
      <ConvidadoDone nome={data.feito} />
      <SearchForm
        label="Buscar convidado"
        action={PATH}
        q={busca?.q ?? ''}
        hidden={{ empresa: busca?.empresaid }}
        maxLength={200}
        aria-describedby="q-dica"
      >
        <p className="nota inteira" id="q-dica">
          Nome, WhatsApp, e-mail, código, CPF ou empresa.
        </p>
      </SearchForm>
      {data.kind === 'busca' ? <Found {...data} /> : <Chosen {...data} />}
      <p className="pagina">
        <ActLink href="/painel/repetidos">REPETIDOS</ActLink>
        <ActLink href="/painel/exportar/convidados.xlsx">BAIXAR PLANILHA</ActLink>
      </p>
    </Painel>
  )
}
