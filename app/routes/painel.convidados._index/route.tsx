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
import type { Linha } from './table'
import { ConvidadoDone, convidarHref, empresaHref } from '~/painel/convidado-told'
import { gruposOf, linhaDoConvite, linhaOf } from '~/painel/convidados/convidado.server'
import { SearchForm } from '~/painel/filtro'
import { Painel, painelTitled } from '~/painel/painel'
import { painelLoader } from '~/shared/equipe.server'
import { daysUntil } from '~/shared/event-clock'
import { ActLink, ButtonLink, useIsOver } from '~/shared/page'
import { pageOf } from '~/shared/remix.server'
import { countOf } from '~/shared/words'
import type { Services } from '../../../server/composition.ts'
import { mayHaveArrived } from '../../../server/domain/envio.ts'
import type { ConvidadoNoPainel } from '../../../server/domain/painel-repo.ts'
import {
  chooseConvidados,
  POR_PAGINA,
  searchConvites,
  type Pessoa,
} from '../../../server/use-cases/list-pessoas.ts'
import { searchCredenciais, type Search } from '../../../server/use-cases/find-convidado.ts'

/** Everybody invited or registered, by name, fifty a page: those of a chip and a letter, of a company, or found by a text. */
export const loader = painelLoader(async ({ services }, { request }) => {
  const { searchParams } = new URL(request.url)
  const asked = (name: string) => searchParams.get(name) ?? ''
  const [q, empresaid] = [asked('q').trim().slice(0, 200), asked('empresa')]
  const { inicio } = services.config.evento
  const isDay = daysUntil(inicio, services.now()) <= 0
  const page = { isDay, perPage: POR_PAGINA }
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
  const { pessoas, counts, letras, ...found } = await chooseConvidados(services, choice)
  return {
    escolha: { mostrar, letra, pagina: found.pagina },
    total: found.total,
    counts: Object.fromEntries(MOSTRAR.map((name) => [name, counts[CHIPS[name].parte]])) as Record<
      Mostrar,
      number
    >,
    letras: [...letras.keys()],
    lines: await linesOf(pessoas, services),
  }
}

async function linesOf(pessoas: Pessoa[], services: Services): Promise<Linha[]> {
  const convidados = pessoas.flatMap((one) => (one.kind === 'convidado' ? one.convidado : []))
  const isInviting = convidados.length < pessoas.length
  const [grupos, notas] = await Promise.all([
    gruposOf(convidados, services),
    isInviting ? services.painel.listEnvios('pessoal') : [],
  ])
  const sent = new Set(notas.flatMap((nota) => (mayHaveArrived(nota) ? nota.para : [])))
  return pessoas.map((one): Linha => {
    if (one.kind === 'convite') {
      const isSent = sent.has(one.convite.codigo)
      return { kind: 'convite', ...linhaDoConvite(one.convite), isSent }
    }
    const com = grupos.get(one.convidado.grupo ?? '')
    return { kind: 'convidado', ...linhaOf(one.convidado, services), com }
  })
}

async function searched(services: Services, { q, empresaid, pagina }: Busca) {
  const wanted = { text: q, empresaid: empresaid ?? undefined }
  const [search, empresa, invited] = await Promise.all([
    searchCredenciais(services, wanted, (pagina - 1) * POR_PAGINA, POR_PAGINA),
    empresaid === null ? null : services.empresas.find(empresaid, services.now()),
    searchConvites(services, wanted),
  ])
  const { convidados, total, near } =
    search.kind === 'found' ? search : { convidados: [], total: 0, near: [] }
  const convites = search.kind === 'found' ? invited : []
  const asRows = (some: ConvidadoNoPainel[]) =>
    some.map((convidado): Pessoa => ({ kind: 'convidado', convidado }))
  const first = pagina === 1 ? convites.map((convite): Pessoa => ({ kind: 'convite', convite })) : []
  return {
    total,
    convites: convites.length,
    refusal: refusalOf(search),
    empresa: empresa && { empresaid: empresa.empresa.empresaid, nome: empresa.empresa.nome },
    lines: await linesOf([...first, ...asRows(convidados)], services),
    near: await linesOf(asRows(near), services),
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
  const [um, muitos] = useIsOver() ? ['confirmou', 'confirmaram'] : ['vem', 'vêm']
  const { empresa, busca } = data.kind === 'busca' ? data : { empresa: null, busca: null }
  return (
    <Painel
      current="Convidados"
      title="Convidados"
      kicker={
        empresa ? (
          <a href={empresaHref(empresa.empresaid)}>{empresa.nome}</a>
        ) : data.kind === 'escolha' ? (
          `${countOf(data.counts.todos, 'convidado', 'convidados')} · ${countOf(data.counts.confirmaram, um, muitos)}`
        ) : null
      }
      gauge={<ButtonLink href={convidarHref(busca?.empresaid ?? null)}>Convidar</ButtonLink>}
    >
      <ConvidadoDone nome={data.feito} />
      <SearchForm
        label="Buscar convidado"
        action={PATH}
        q={busca?.q ?? ''}
        hidden={{ empresa: busca?.empresaid }}
        maxLength={200}
        placeholder="Nome, empresa, nº"
      />
      {data.kind === 'busca' ? <Found {...data} /> : <Chosen {...data} />}
      <p className="pagina">
        <ActLink href={`${PATH}/novo`}>Novo convidado</ActLink>
        <ActLink href="/painel/repetidos">Repetidos</ActLink>
        <ActLink href="/painel/exportar/convidados.xlsx">Baixar planilha</ActLink>
      </p>
    </Painel>
  )
}
