import { spellAs } from '../../../server/domain/near-words'
import { Chips, Paging } from '~/painel/filtro'
import { ActLink, OutlineLink, useIsOver } from '~/shared/page'
import { countOf, grouped } from '~/shared/words'
import { ConvidadosTable, type Linha } from './table'

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

/** The same, once the event is over. */
const DEPOIS: Partial<Record<Mostrar, Record<'nome' | 'um' | 'muitos', string>>> = {
  faltam: { nome: 'Faltaram', um: 'faltou', muitos: 'faltaram' },
  'nao-vem': { nome: 'Não vinham', um: 'não vinha', muitos: 'não vinham' },
  dentro: { nome: 'Estiveram', um: 'esteve', muitos: 'estiveram' },
}

const wordsOf = (name: Mostrar, isOver: boolean) => (isOver ? DEPOIS[name] : null) ?? CHIPS[name]

export const MOSTRAR = Object.keys(CHIPS) as Mostrar[]

export const isMostrar = (text: string): text is Mostrar => Object.hasOwn(CHIPS, text)

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
  const isOver = useIsOver()
  const { nome, um, muitos } = wordsOf(mostrar, isOver)
  const ofLetter = letra === null ? '' : `, letra ${letra}`
  return (
    <>
      <Chips
        label="Mostrar"
        isRow
        chips={MOSTRAR.filter((name) => name !== (isDay ? 'confirmaram' : 'faltam')).map((name) => ({
          nome: wordsOf(name, isOver).nome,
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
      ) : (
        <p>
          {counts.todos === 0
            ? 'Ninguém foi convidado ainda. Toque em Convidar.'
            : 'Ninguém aqui por enquanto.'}
        </p>
      )}
      <Paging pagina={pagina} perPage={perPage} total={total} hrefOf={(page) => escolhaHref(escolha, page)} />
      {pagina * perPage >= total ? <NextLetter escolha={escolha} letras={letras} /> : null}
      <details className="ir-para" open={letra !== null}>
        <summary>Ir para uma letra</summary>
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
      <ActLink href={escolhaHref({ mostrar, letra: next })}>{`Letra ${next}`}</ActLink>
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
            <OutlineLink href={`${PATH}/novo`}>Novo convidado</OutlineLink>
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
