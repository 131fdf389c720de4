import type { ReactNode } from 'react'
import type { Numeros } from '../../server/domain/painel-repo'
import { own } from '../../server/domain/own.ts'
import { countOf } from '~/shared/words'

interface Props {
  shown: ShownNumeros
  /** The ticket shows who is inside; before the day of the event, who has confirmed. */
  isDay: boolean
  /** `somados os de 14 empresas` */
  convitesNote: string
}

/** The headline number on a ticket, then the others, each with its bar. A script updates them by name. */
export function PainelNumeros({ shown, isDay, convitesNote }: Props) {
  const text = (nome: string) => <span data-numero={nome}>{own(shown.texts, nome)}</span>
  const part = (nome: string, tipo?: string) => (
    <rect className={tipo} height="100%" data-barra={nome} {...own(shown.barras, nome)} />
  )
  return (
    <section className="placar" aria-label="Números">
      <div className="ingresso">
        <h2>{isDay ? 'Dentro' : 'Confirmados'}</h2>
        <b className={(shown.texts.ingresso ?? '').length > 4 ? 'longo' : undefined}>{text('ingresso')}</b>
        <Strip>{part('ingresso')}</Strip>
        <p>{text('ingresso-nota')}</p>
      </div>
      <dl className="numeros">
        <Numero nome="Convites" note={convitesNote} count={text('convites')}>
          {part('usados')}
          {part('segurados', 'listras')}
        </Numero>
        <Numero nome="Confirmados" note={text('confirmados-nota')} count={text('confirmados')}>
          {part('confirmados')}
        </Numero>
        <Numero nome="Reservados" note="formulário aberto, ou desistência recente" count={text('reservados')}>
          {part('reservados', 'listras')}
        </Numero>
        <Numero nome="Pessoais" note="com nome, ainda sem uso" count={text('pessoais')}>
          {part('pessoais', 'listras')}
        </Numero>
        <Numero nome="Livres" note={text('livres-nota')} count={text('livres')}>
          {part('livres', 'suave')}
        </Numero>
        {isDay ? null : (
          <Numero nome="Dentro" note="antes do dia do evento" count={text('dentro')}>
            {part('dentro', 'terra')}
          </Numero>
        )}
      </dl>
    </section>
  )
}

/** One number, with its bar. */
export function Numero({
  nome,
  note,
  count,
  children,
}: Record<'nome' | 'note' | 'count' | 'children', ReactNode>) {
  return (
    <div>
      <dt>
        {nome} <span>{note}</span>
      </dt>
      <dd className="n">{count}</dd>
      <dd className="tira">
        <Strip>{children}</Strip>
      </dd>
    </div>
  )
}

/** A bar with named parts. */
export function Strip({ children }: { children: ReactNode }) {
  return (
    <svg className="barra" aria-hidden="true">
      <rect className="trilho" width="100%" height="100%" />
      {children}
    </svg>
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

/**
 * Words and widths for the numbers. `fora`: inside but on no list. `isDay`: the ticket shows who is inside.
 */
export function shownNumeros(numeros: Numeros, fora: number, isDay: boolean): ShownNumeros {
  const { convites, confirmados, reservados, pessoais, livres, dentro } = numeros
  const used = Math.max(0, convites - livres - reservados - pessoais)
  const share = (count: number) =>
    convites === 0 ? '' : `${Math.round((100 * count) / convites)} % dos convites`
  const beyond = confirmados - used
  return {
    texts: {
      convites: number.format(convites),
      confirmados: number.format(confirmados),
      'confirmados-nota': beyond > 0 ? `${number.format(beyond)} sem empresa` : share(confirmados),
      reservados: number.format(reservados),
      pessoais: number.format(pessoais),
      livres: number.format(livres),
      'livres-nota': share(livres),
      dentro: number.format(dentro + fora),
      ingresso: number.format(isDay ? dentro + fora : confirmados),
      'ingresso-nota': isDay
        ? `de ${countOf(confirmados, 'confirmado', 'confirmados')} · ${missing(confirmados - dentro)}${fora > 0 ? ` · ${number.format(fora)} fora da lista` : ''}`
        : `${number.format(used)} de ${countOf(convites, 'convite', 'convites')} · ${countOf(livres, 'livre', 'livres')}`,
    },
    barras: {
      usados: stretch(0, used, convites),
      segurados: stretch(used, reservados + pessoais, convites),
      confirmados: stretch(0, confirmados, Math.max(convites, confirmados)),
      reservados: stretch(0, reservados, convites),
      pessoais: stretch(0, pessoais, convites),
      livres: stretch(0, livres, convites),
      dentro: stretch(0, dentro, confirmados),
      ingresso: isDay ? stretch(0, dentro, confirmados) : stretch(0, used, convites),
    },
  }
}

const missing = (count: number) => (count === 1 ? 'falta 1' : `faltam ${number.format(Math.max(0, count))}`)

/** @param all the total that a full bar represents */
export function stretch(from: number, count: number, all: number): Stretch {
  const percent = (part: number) =>
    `${all === 0 ? 0 : Math.round(Math.min(100, Math.max(0, (100 * part) / all)) * 10) / 10}%`
  return { x: percent(from), width: percent(count) }
}
