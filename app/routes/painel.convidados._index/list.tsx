import type { ReactNode } from 'react'
import { markNear, spellAs } from '../../../server/domain/near-words'
import { conviteHref, convidadoHref, WhereaboutsTold } from '~/painel/convidado-told'
import type { linhaDoConvite, linhaOf } from '~/painel/convidados/convidado.server'
import { Lugares, SendConvite } from '~/painel/convites'
import { Chips, Paging } from '~/painel/filtro'
import { ActLink, OutlineLink } from '~/shared/page'
import { Table } from '~/shared/table'
import { countOf, grouped } from '~/shared/words'

/**
 * The chips, by their names in addresses, with the part each shows and its words for one person and for many.
 */
export const CHIPS = {
  todos: { parte: 'todos', nome: 'Todos', um: 'convidado', muitos: 'convidados' },
  'sem-resposta': { parte: 'semResposta', nome: 'Sem resposta', um: 'sem resposta', muitos: 'sem resposta' },
  confirmaram: { parte: 'confirmaram', nome: 'Confirmaram', um: 'confirmou', muitos: 'confirmaram' },
  faltam: { parte: 'faltam', nome: 'Falta chegar', um: 'falta chegar', muitos: 'faltam chegar' },
  'nao-vem': { parte: 'naoVem', nome: 'Não vêm', um: 'não vem', muitos: 'não vêm' },
  dentro: { parte: 'dentro', nome: 'Dentro', um: 'dentro', muitos: 'dentro' },
} as const

export type Mostrar = keyof typeof CHIPS

export const MOSTRAR = Object.keys(CHIPS) as Mostrar[]

export const isMostrar = (text: string): text is Mostrar => Object.hasOwn(CHIPS, text)

type Convidado = ReturnType<typeof linhaOf>
/** A guest, with the name of who brought them, or an invitation. */
export type Linha =
  | (Convidado & { kind: 'convidado'; com?: string | undefined })
  | (ReturnType<typeof linhaDoConvite> & { kind: 'convite' })

/** The part of all guests that an address asks for: a chip, and a letter, null for all letters. */
export interface Escolha {
  mostrar: Mostrar
  letra: string | null
  pagina: number
}

/** A search that an address asks for: among all guests, or those of one company. */
export interface Busca {
  q: string
  empresaid: string | null
  pagina: number
}

export const PATH = '/painel/convidados'

function hrefOf(params: Record<string, string>): string {
  const query = new URLSearchParams(params)
  return query.size > 0 ? `${PATH}?${query.toString()}` : PATH
}

const pageIn = (pagina: number) => ({ ...(pagina > 1 && { pagina: String(pagina) }) })

const escolhaHref = ({ mostrar, letra }: Omit<Escolha, 'pagina'>, pagina = 1) =>
  hrefOf({ ...(mostrar !== 'todos' && { mostrar }), ...(letra !== null && { letra }), ...pageIn(pagina) })

const buscaHref = ({ q, empresaid }: Omit<Busca, 'pagina'>, pagina = 1) =>
  hrefOf({ ...(q && { q }), ...(empresaid !== null && { empresa: empresaid }), ...pageIn(pagina) })

interface ChosenProps {
  escolha: Escolha
  /** On the day of the event, who is still to come is shown instead of who confirmed. */
  isDay: boolean
  counts: Record<Mostrar, number>
  /** The letters under which the chip has guests. */
  letras: string[]
  total: number
  perPage: number
  lines: Linha[]
}

/** Guests by name, narrowed by a chip and a letter. */
export function Chosen({ escolha, isDay, counts, letras, total, perPage, lines }: ChosenProps) {
  const { mostrar, letra, pagina } = escolha
  const { nome, um, muitos } = CHIPS[mostrar]
  const ofLetter = letra === null ? '' : `, letra ${letra}`
  return (
    <>
      <Chips
        label="Mostrar"
        isRow
        chips={MOSTRAR.filter((name) => name !== (isDay ? 'confirmaram' : 'faltam')).map((name) => ({
          nome: CHIPS[name].nome,
          count: counts[name],
          href: escolhaHref({ mostrar: name, letra }),
          isCurrent: name === mostrar,
        }))}
      />
      <p role="status" className={letra === null ? 'oculto' : undefined}>
        <b>{countOf(counts[mostrar], um, muitos)}.</b>
        {letra === null ? null : (
          <>
            {` Com a letra ${letra}: ${grouped(total)}. `}
            <a href={escolhaHref({ mostrar, letra: null })}>Todas as letras</a>
          </>
        )}
      </p>
      {lines.length > 0 ? (
        <ConvidadosTable caption={`Convidados: ${nome.toLowerCase()}${ofLetter}`} lines={lines} />
      ) : null}
      <Paging pagina={pagina} perPage={perPage} total={total} hrefOf={(page) => escolhaHref(escolha, page)} />
      {pagina * perPage >= total ? <NextLetter escolha={escolha} letras={letras} /> : null}
      <details className="ir-para" open={letra !== null}>
        <summary>IR PARA UMA LETRA</summary>
        <Letters escolha={escolha} letras={letras} />
      </details>
    </>
  )
}

/**
 * Each letter keeps its place; one without names is not a link. Names that begin with anything else are under
 * `#`, if there are any.
 */
const ALPHABET = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ#')

interface LettersProps {
  escolha: Escolha
  letras: string[]
}

function Letters({ escolha: { mostrar, letra: chosen }, letras }: LettersProps) {
  return (
    <nav className="letras" aria-label="Letra do nome">
      {ALPHABET.map((letra) => {
        if (letras.includes(letra) || letra === chosen)
          return (
            <a
              key={letra}
              href={escolhaHref({ mostrar, letra })}
              aria-current={letra === chosen ? 'page' : undefined}
            >
              {letra}
            </a>
          )
        return letra === '#' ? null : (
          <span key={letra} aria-hidden="true">
            {letra}
          </span>
        )
      })}
    </nav>
  )
}

/** The link onward from a letter's last page. */
function NextLetter({ escolha: { mostrar, letra }, letras }: LettersProps) {
  const next =
    letra === null
      ? undefined
      : ALPHABET.slice(ALPHABET.indexOf(letra) + 1).find((one) => letras.includes(one))
  if (next === undefined) return null
  return (
    <nav className="pagina" aria-label="Letra seguinte">
      <span />
      <ActLink href={escolhaHref({ mostrar, letra: next })}>{`LETRA ${next}`}</ActLink>
    </nav>
  )
}

interface FoundProps {
  /** How many of the rows are of invitations: all of them on the first page. */
  convites: number
  busca: Busca
  empresa: { nome: string } | null
  refusal: string | null
  total: number
  perPage: number
  lines: Linha[]
  near: Linha[]
}

/** The guests a search found, followed by those with names near it. */
export function Found({ busca, empresa, refusal, total, convites, perPage, lines, near }: FoundProps) {
  const { q, pagina } = busca
  const of = [...(q ? [` com “${q}”`] : []), ...(empresa ? [` de ${empresa.nome}`] : [])].join('')
  const first = (pagina - 1) * perPage + 1
  const [nearest] = near
  const isNobody = total + convites === 0 && refusal === null
  return (
    <>
      {isNobody ? (
        <div className="alerta aviso" role="status">
          <p>
            <b>{`Ninguém${of}.`}</b>
            {nearest ? <Offer nome={nearest.nome} busca={busca} /> : null} <a href={PATH}>Ver todos</a>
          </p>
        </div>
      ) : (
        <p role="status">
          {refusal ?? (
            <>
              <b>{countOf(total + convites, 'convidado', 'convidados')}</b>
              {`${of}.`}
              {lines.length > 0 && convites === 0
                ? ` Mostrando ${grouped(first)} a ${grouped(first + lines.length - 1)}, por nome.`
                : ''}
            </>
          )}{' '}
          <a href={PATH}>Ver todos</a>
        </p>
      )}
      {lines.length > 0 ? <ConvidadosTable caption={`Convidados${of}`} lines={lines} /> : null}
      <Paging pagina={pagina} perPage={perPage} total={total} hrefOf={(page) => buscaHref(busca, page)} />
      {near.length > 0 ? (
        <ConvidadosTable
          caption={
            <>
              {isNobody ? 'Nomes parecidos' : 'Você quis dizer'} <b>{near.length}</b>
            </>
          }
          typed={q}
          lines={near}
        />
      ) : null}
      {isNobody ? (
        <section>
          <h2>{nearest ? 'Não é nenhum destes?' : 'Busque de outro jeito'}</h2>
          <p className="nota">
            Busque só pelo primeiro nome, pelos quatro últimos números do WhatsApp ou pela empresa.
          </p>
          <div className="acoes lado">
            <OutlineLink href={`${PATH}/novo`}>NOVO CONVIDADO</OutlineLink>
          </div>
        </section>
      ) : null}
    </>
  )
}

/** Offers to search for the spelling of the nearest name. */
function Offer({ nome, busca: { q, empresaid } }: { nome: string; busca: Busca }) {
  const words = spellAs(nome, q)
  const spelled = words.map(({ text }) => text).join(' ')
  return (
    <>
      {' Você quis dizer '}
      <a href={buscaHref({ q: spelled, empresaid })}>
        {words.map(({ text, isOther }, at) => (
          <span key={at}>
            {at > 0 ? ' ' : ''}
            {isOther ? <b>{text}</b> : text}
          </span>
        ))}
      </a>
      ?
    </>
  )
}

interface TableProps {
  /** For screen readers only, unless the names are near what was typed. */
  caption: ReactNode
  /** What was typed: words of a name that are near it stand out. */
  typed?: string
  lines: Linha[]
}

/** People, one per row; on a phone a row folds. */
function ConvidadosTable({ caption, typed, lines }: TableProps) {
  return (
    <Table
      caption={caption}
      isCaptionHidden={typed === undefined}
      heads={['Nome', 'Empresa', 'Resposta', 'WhatsApp', 'Código']}
    >
      {lines.map((line) => (
        <tr key={line.codigo}>
          <th scope="row">
            <a href={line.kind === 'convite' ? conviteHref(line.codigo) : convidadoHref(line.credencialid)}>
              {typed === undefined ? line.nome : <NearName nome={line.nome} typed={typed} />}
            </a>
            {line.kind === 'convite' ? <Lugares lugares={line.lugares} /> : null}
          </th>
          <td>
            {line.empresa ?? <span className="zero">sem empresa</span>}
            {line.kind === 'convidado' && line.com ? ` · com ${line.com}` : null}
          </td>
          {line.kind === 'convite' ? <ConviteCells {...line} /> : <ConvidadoCells {...line} />}
        </tr>
      ))}
    </Table>
  )
}

function ConvidadoCells({ dentro, retirada, telefone, codigo }: Convidado) {
  return (
    <>
      <td>
        {dentro === null && retirada !== null ? (
          <span className="estado nao">Não vem</span>
        ) : (
          <WhereaboutsTold dentro={dentro} retirada={retirada} />
        )}
      </td>
      <td className="fone some">{telefone}</td>
      <td className="codigo some">{codigo}</td>
    </>
  )
}

function ConviteCells(line: Extract<Linha, { kind: 'convite' }>) {
  const { estado, lugares, abertos, telefone, codigo, nome } = line
  return (
    <>
      <td>
        {estado === 'nao-vem' ? (
          <span className="estado nao">Não vem</span>
        ) : (
          <span className="estado parado">
            {abertos === lugares ? 'Sem resposta' : `Sem resposta: ${abertos} de ${lugares}`}
          </span>
        )}
      </td>
      <td className="fone some">{telefone}</td>
      <td className={estado === 'nao-vem' ? 'some' : 'faz'}>
        {estado === 'nao-vem' ? null : <SendConvite codigo={codigo} rotulo={nome} />}
      </td>
    </>
  )
}

/** On a phone the link is a row of boxes: wrapping all of it in one keeps the spaces. */
function NearName({ nome, typed }: { nome: string; typed: string }) {
  return (
    <span>
      {markNear(nome, typed).map(({ text, isMarked }, at) => (isMarked ? <b key={at}>{text}</b> : text))}
    </span>
  )
}
