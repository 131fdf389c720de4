import type { ReactNode } from 'react'
import type { ShownNumeros } from './shown-numeros'

interface Props {
  shown: ShownNumeros
  /** The ticket shows who is inside; before the day of the event, who has confirmed. */
  isDay: boolean
  /** `somados os de 14 empresas` */
  convitesNote: string
}

/** The one number of the day on a ticket, and the others, each with its bar. A script renews them by their names. */
export function PainelNumeros({ shown, isDay, convitesNote }: Props) {
  const text = (nome: string) => <span data-numero={nome}>{shown.texts[nome]}</span>
  const part = (nome: string, tipo?: string) => (
    <rect className={tipo} height="100%" data-barra={nome} {...shown.barras[nome]} />
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
        <Numero nome="Reservados" note="formulário aberto" count={text('reservados')}>
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

interface NumeroProps {
  nome: string
  note: ReactNode
  count: ReactNode
  children: ReactNode
}

function Numero({ nome, note, count, children }: NumeroProps) {
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

/** A bar whose parts have names. */
function Strip({ children }: { children: ReactNode }) {
  return (
    <svg className="barra" aria-hidden="true">
      <rect className="trilho" width="100%" height="100%" />
      {children}
    </svg>
  )
}
