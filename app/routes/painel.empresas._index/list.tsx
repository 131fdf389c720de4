import { empresaHref } from '~/painel/convidado-told'
import { Bar } from '~/shared/bar'
import { countOf, grouped } from '~/shared/words'

/** The chips, and the word a company of each carries in its row. */
const CHIPS = [
  { mostrar: 'nao-comecaram', grupo: 'paradas', nome: 'Não começaram', um: 'Não começou', tipo: 'parado' },
  { mostrar: 'cheias', grupo: 'cheias', nome: 'Cheias', um: 'Cheia', tipo: 'ligado' },
  { mostrar: 'sem-whatsapp', grupo: 'semWhatsapp', nome: 'Sem WhatsApp', um: 'Sem WhatsApp', tipo: 'fora' },
  { mostrar: 'link-fechado', grupo: 'fechadas', nome: 'Link fechado', um: 'Link fechado', tipo: 'fim' },
] as const

type Grupo = (typeof CHIPS)[number]['grupo']

/** Columns by what they sort by, as addresses say it; on a phone a card shows those that are not `wide`. */
const COLUMNS = [
  { ordem: 'convites', campo: 'total', nome: 'Convites' },
  { ordem: 'confirmados', campo: 'used', nome: 'Confirmados' },
  { ordem: 'reservados', campo: 'held', nome: 'Reservados', isWide: true },
  { ordem: 'pessoais', campo: 'pessoais', nome: 'Pessoais', isWide: true },
  { ordem: 'livres', campo: 'left', nome: 'Livres' },
  { ordem: 'dentro', campo: 'dentro', nome: 'Dentro' },
] as const satisfies { isWide?: true; [name: string]: unknown }[]

export type Mostrar = (typeof CHIPS)[number]['mostrar']
export type OrdemInUrl = 'nome' | (typeof COLUMNS)[number]['ordem']

/** What an address asks for. */
export interface Busca {
  q: string
  ordem: OrdemInUrl
  mostrar: Mostrar | null
}

export function empresasHref({ q, ordem, mostrar }: Busca, pagina = 1): string {
  const params = new URLSearchParams({
    ...(q && { q }),
    ...(mostrar && { mostrar }),
    ...(ordem !== 'nome' && { ordem }),
    ...(pagina > 1 && { pagina: String(pagina) }),
  })
  return `/painel/empresas${params.size > 0 ? `?${params.toString()}` : ''}`
}

interface ChipsProps {
  busca: Busca
  named: number
  counts: Record<Grupo, number>
}

/** Links that choose a part of the list, each with how many it has; a search narrows all of them. */
export function Chips({ busca, named, counts }: ChipsProps) {
  const chip = (nome: string, count: number, mostrar: Mostrar | null) => (
    <a
      key={nome}
      className={count === 0 ? 'vazia' : undefined}
      href={empresasHref({ ...busca, mostrar })}
      aria-current={mostrar === busca.mostrar ? 'page' : undefined}
    >
      {nome} <b>{grouped(count)}</b>
    </a>
  )
  return (
    <nav className="chips" aria-label="Mostrar">
      {chip('Todas', named, null)}
      {CHIPS.map(({ nome, grupo, mostrar }) => chip(nome, counts[grupo], mostrar))}
    </nav>
  )
}

type Figures = Record<(typeof COLUMNS)[number]['campo'], number>

interface TableProps {
  empresas: (Figures & { empresaid: string; nome: string; contato: string; grupos: Grupo[] })[]
  sum: Figures
  found: number
  busca: Busca
}

/** Companies and their invitations; each head sorts. Who is inside has a column once anybody is. */
export function EmpresasTable({ empresas, sum, found, busca }: TableProps) {
  const { ordem } = busca
  const columns = COLUMNS.filter(({ campo }) => campo !== 'dentro' || sum.dentro > 0 || ordem === 'dentro')
  const head = (nome: string, value: OrdemInUrl) => (
    <a href={empresasHref({ ...busca, ordem: value })}>
      {nome}
      {value === ordem ? <span aria-hidden="true">{value === 'nome' ? '\u00a0▴' : '\u00a0▾'}</span> : null}
    </a>
  )
  const sortOf = (value: OrdemInUrl) =>
    value !== ordem ? undefined : value === 'nome' ? 'ascending' : 'descending'
  const cells = (figures: Figures) =>
    columns.map(({ campo, nome, ...more }) => (
      <td
        key={campo}
        className={`n${'isWide' in more ? ' some' : ''}${figures[campo] === 0 ? ' zero' : ''}`}
        data-nome={nome}
      >
        {grouped(figures[campo])}
      </td>
    ))
  return (
    <table className="dobra cartoes">
      <caption className="oculto">Empresas e seus convites</caption>
      <thead>
        <tr>
          <th scope="col" aria-sort={sortOf('nome')}>
            {head('Empresa', 'nome')}
          </th>
          <th scope="col">Responsável</th>
          {columns.map(({ ordem: value, nome }) => (
            <th key={value} className="n" scope="col" aria-sort={sortOf(value)}>
              {head(nome, value)}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        {empresas.map(({ empresaid, nome, contato, grupos, ...figures }) => (
          <tr key={empresaid}>
            <th scope="row">
              <a href={empresaHref(empresaid)}>{nome}</a>
              {CHIPS.filter(({ grupo }) => grupos.includes(grupo)).map(({ um, tipo }) => (
                <span key={um}>
                  {' '}
                  <span className={`estado ${tipo}`}>{um}</span>
                </span>
              ))}
            </th>
            <td className="larga">{contato}</td>
            {cells(figures)}
            <td className="larga risca">
              <Bar pieces={piecesOf(figures)} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{countOf(found, 'empresa', 'empresas')}</th>
          <td className="some" />
          {cells(sum)}
          <td className="some" />
        </tr>
      </tfoot>
    </table>
  )
}

function piecesOf({ total, used, held, pessoais }: Figures) {
  const of = (count: number) => (total === 0 ? 0 : (100 * count) / total)
  const usados = { ate: of(used) }
  const kept = held + pessoais
  return kept === 0 ? [usados] : [usados, { de: of(used), ate: of(used + kept), look: 'listras' as const }]
}
