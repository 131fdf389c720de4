import { funilOf } from '../../server/domain/funil.ts'
import type { Numeros } from '../../server/domain/painel-repo'
import { own } from '../../server/domain/own.ts'
import type { Fase } from '../../server/domain/quando'
import { Bar, type Piece } from '~/shared/bar'
import { grouped } from '~/shared/words'

const CONVIDADOS = '/painel/convidados'

type Linha = readonly [nome: string, rotulo: string | null, depois: string | null, href: string]

/** The funnel: what each number is called before the event and after it, and its list. */
const FUNIL: Linha[] = [
  ['convidados', 'Convidados', 'Convidados', CONVIDADOS],
  ['responderam', 'Responderam', 'Responderam', CONVIDADOS],
  ['confirmados', 'Confirmados', 'Confirmados', `${CONVIDADOS}?mostrar=confirmaram`],
  ['dentro', 'Dentro', 'Estiveram', `${CONVIDADOS}?mostrar=dentro`],
]

const SHAPES = {
  sem: <path d="M7 1.4 12.6 7 7 12.6 1.4 7z" strokeWidth="1.8" />,
  nao: <path d="M2 7h10" strokeWidth="2.2" />,
  vago: <circle cx="7" cy="7" r="5.6" strokeWidth="1.5" strokeDasharray="2.6 1.8" />,
}

/** What stands below it, each behind its shape. */
const AO_LADO: [Look, Linha][] = [
  ['sem', ['semResposta', 'Sem resposta', 'Não responderam', `${CONVIDADOS}?mostrar=sem-resposta`]],
  ['nao', ['naoVem', 'Não vêm', 'Avisaram que não vinham', `${CONVIDADOS}?mostrar=nao-vem`]],
  ['vago', ['livres', 'Livres', null, '/painel/empresas']],
  ['vago', ['faltaram', null, 'Confirmaram e faltaram', '/painel/depois/faltas']],
]

type Look = keyof typeof SHAPES

/** The shape of a state: it says what the colour repeats. */
export function Shape({ look }: { look: Look }) {
  return (
    <svg className={`forma ${look}`} viewBox="0 0 14 14" fill="none" stroke="currentColor" aria-hidden="true">
      {SHAPES[look]}
    </svg>
  )
}

interface Props {
  shown: ShownNumeros
  /** `em 14 empresas`, without those that have not begun */
  onde: string
  isOver: boolean
}

/** One funnel: everybody invited, who answered, who comes, who is inside. A script updates it by name. */
export function PainelNumeros({ shown, onde, isOver }: Props) {
  const text = (nome: string) => <span data-numero={nome}>{own(shown.texts, nome)}</span>
  return (
    <>
      <div className="funil">
        <ol>
          {FUNIL.map(([nome, rotulo, depois, href]) => (
            <li key={nome}>
              <a href={href}>
                <span className="l">
                  <span className="nome">{isOver ? depois : rotulo}</span> <b>{text(nome)}</b>
                </span>
                <svg className="barra" aria-hidden="true">
                  <rect className="trilho" width="100%" height="100%" />
                  <rect height="100%" data-barra={nome} {...own(shown.barras, nome)} />
                </svg>
                <small>{nome === 'convidados' ? onde : text(`${nome}-nota`)}</small>
              </a>
            </li>
          ))}
        </ol>
      </div>
      <div className="resto">
        {AO_LADO.map(([look, [nome, rotulo, depois, href]]) => {
          const said = isOver ? depois : rotulo
          return said === null ? null : (
            <a key={nome} href={href}>
              <Shape look={look} /> {said} <b>{text(nome)}</b> <small>{text(`${nome}-nota`)}</small>
            </a>
          )
        })}
      </div>
    </>
  )
}

export type Numero = [nome: string, note: string, count: string | number, ...pieces: Piece[]]

/** Numbers, each with its bar. */
export function NumerosList({ rows, className }: { rows: Numero[]; className: string }) {
  return (
    <dl className={className}>
      {rows.map(([nome, note, count, ...pieces]) => (
        <div key={nome}>
          <dt>
            {nome} <span>{note}</span>
          </dt>
          <dd className="n">{count}</dd>
          <dd className="tira">
            <Bar pieces={pieces} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The board's numbers as shown, by name: first by the page, then by the script that updates them. */
export interface ShownNumeros {
  texts: Record<string, string>
  /** How long each bar is, as a percentage. */
  barras: Record<string, { width: string }>
}

interface Beside {
  /** Who are inside and on no list. */
  fora: number
  /** The free places that companies have; the others are the house's. */
  comEmpresas: number
  fase: Fase
  /** `no dia 16 de setembro`; empty text until an event is described. */
  no: string
}

/** Words and widths for the numbers. */
export function shownNumeros(numeros: Numeros, { fora, comEmpresas, fase, no }: Beside): ShownNumeros {
  const funil = funilOf(numeros)
  const { convidados, responderam, confirmados, dentro, semResposta, naoVem, livres } = funil
  const inside = dentro + fora
  const hasBegun = fase === 'dia' || fase === 'depois' || inside > 0
  const daCasa = livres - comEmpresas
  const missing = Math.max(0, confirmados - dentro)
  const outside = fora > 0 ? ` · ${grouped(fora)} fora da lista` : ''
  return {
    texts: {
      convidados: grouped(convidados),
      responderam: grouped(responderam),
      'responderam-nota': shareOf(responderam, convidados, 'dos convidados'),
      confirmados: grouped(confirmados),
      'confirmados-nota': shareOf(confirmados, convidados, 'dos convidados'),
      dentro: hasBegun ? grouped(inside) : '–',
      'dentro-nota': hasBegun ? shareOf(dentro, confirmados, 'dos confirmados') + outside : no,
      semResposta: grouped(semResposta),
      naoVem: grouped(naoVem),
      livres: grouped(livres),
      'livres-nota':
        daCasa > 0 && comEmpresas > 0
          ? `${grouped(comEmpresas)} com as empresas, ${grouped(daCasa)} da casa`
          : `dos ${grouped(numeros.convites)} convites`,
      faltaram: grouped(missing),
      chegaram:
        inside === 0
          ? 'Ninguém chegou ainda'
          : inside === 1
            ? '1 já está dentro'
            : `${grouped(inside)} já estão dentro`,
      faltam:
        missing === 0
          ? 'Chegaram todos os confirmados.'
          : `${missing === 1 ? 'Falta' : 'Faltam'} ${grouped(missing)} dos ${grouped(confirmados)} confirmados.`,
    },
    barras: Object.fromEntries(
      Object.entries<number>({ ...funil, dentro: inside }).map(([nome, count]) => [
        nome,
        stretch(count, convidados),
      ]),
    ),
  }
}

const shareOf = (count: number, all: number, of: string) =>
  all === 0 ? '' : `${Math.round((100 * count) / all)}% ${of}`

/** @param all the total that a full bar represents */
function stretch(count: number, all: number): { width: string } {
  const percent = all === 0 ? 0 : Math.round(Math.min(100, Math.max(0, (100 * count) / all)) * 10) / 10
  return { width: `${percent}%` }
}
