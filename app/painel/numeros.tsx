import type { ReactNode } from 'react'
import { funilOf } from '../../server/domain/funil.ts'
import type { Numeros } from '../../server/domain/painel-repo'
import { own } from '../../server/domain/own.ts'
import { countOf } from '~/shared/words'

interface Props {
  shown: ShownNumeros
  /** `em 14 empresas` */
  onde: string
}

const CONVIDADOS = '/painel/convidados'

/** The funnel, then what stands beside it, each with its list. Bars are on the scale of everybody. */
const FUNIL = [
  { nome: 'convidados', rotulo: 'Convidados', href: CONVIDADOS },
  { nome: 'responderam', rotulo: 'Responderam', href: CONVIDADOS },
  { nome: 'confirmados', rotulo: 'Confirmados', href: `${CONVIDADOS}?mostrar=confirmaram` },
  { nome: 'dentro', rotulo: 'Dentro', href: `${CONVIDADOS}?mostrar=dentro` },
]
const AO_LADO = [
  { nome: 'semResposta', rotulo: 'Sem resposta', href: `${CONVIDADOS}?mostrar=sem-resposta` },
  { nome: 'naoVem', rotulo: 'Não vêm', href: `${CONVIDADOS}?mostrar=nao-vem` },
  { nome: 'livres', rotulo: 'Livres', href: '/painel/empresas' },
]

/** One funnel: everybody invited, who answered, who comes, who is inside. A script updates it by name. */
export function PainelNumeros({ shown, onde }: Props) {
  const text = (nome: string) => <span data-numero={nome}>{own(shown.texts, nome)}</span>
  const listOf = (some: typeof FUNIL, look?: string) =>
    some.map(({ nome, rotulo, href }) => (
      <Numero
        key={nome}
        nome={<a href={href}>{rotulo}</a>}
        note={nome === 'convidados' ? onde : text(`${nome}-nota`)}
        count={text(nome)}
        bar={
          <svg className="barra" aria-hidden="true">
            <rect className="trilho" width="100%" height="100%" />
            <rect className={look} height="100%" data-barra={nome} {...own(shown.barras, nome)} />
          </svg>
        }
      />
    ))
  return (
    <section aria-label="Números">
      <dl className="numeros funil">{listOf(FUNIL)}</dl>
      <dl className="numeros">{listOf(AO_LADO, 'suave')}</dl>
    </section>
  )
}

interface NumeroProps extends Record<'nome' | 'note' | 'count', ReactNode> {
  bar: ReactNode
}

/** One number, with its bar. */
export function Numero({ nome, note, count, bar }: NumeroProps) {
  return (
    <div>
      <dt>
        {nome} <span>{note}</span>
      </dt>
      <dd className="n">{count}</dd>
      <dd className="tira">{bar}</dd>
    </div>
  )
}

/** Where a bar starts and how long it is, as percentages, as SVG attributes. */
interface Stretch {
  x: string
  width: string
}

/** The board's numbers as shown, by name: first by the page, then by the script that updates them. */
export interface ShownNumeros {
  texts: Record<string, string>
  barras: Record<string, Stretch>
}

const number = new Intl.NumberFormat('pt-BR')

/** Words and widths for the numbers. `fora`: inside but on no list. */
export function shownNumeros(numeros: Numeros, fora: number, isDay: boolean): ShownNumeros {
  const funil = funilOf(numeros)
  const { convidados, responderam, confirmados, dentro, semResposta, naoVem, livres } = funil
  const of = (count: number) =>
    convidados === 0 ? '' : `${Math.round((100 * count) / convidados)} % dos convidados`
  const outside = fora > 0 ? ` · ${number.format(fora)} fora da lista` : ''
  return {
    texts: {
      convidados: number.format(convidados),
      responderam: number.format(responderam),
      'responderam-nota': of(responderam),
      confirmados: number.format(confirmados),
      'confirmados-nota': of(confirmados),
      dentro: number.format(dentro + fora),
      'dentro-nota': isDay ? missing(confirmados - dentro) + outside : 'antes do dia do evento',
      semResposta: number.format(semResposta),
      'semResposta-nota': 'com convite, sem resposta ainda',
      naoVem: number.format(naoVem),
      'naoVem-nota': 'avisaram',
      livres: number.format(livres),
      'livres-nota': `de ${countOf(numeros.convites, 'convite', 'convites')}`,
    },
    barras: {
      ...Object.fromEntries(
        Object.entries<number>({ ...funil }).map(([nome, count]) => [nome, stretch(0, count, convidados)]),
      ),
      livres: stretch(0, livres, numeros.convites),
    },
  }
}

const missing = (count: number) => (count === 1 ? 'falta 1' : `faltam ${number.format(Math.max(0, count))}`)

/** @param all the total that a full bar represents */
function stretch(from: number, count: number, all: number): Stretch {
  const percent = (part: number) =>
    `${all === 0 ? 0 : Math.round(Math.min(100, Math.max(0, (100 * part) / all)) * 10) / 10}%`
  return { x: percent(from), width: percent(count) }
}
