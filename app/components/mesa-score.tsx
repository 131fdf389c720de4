import type { NumerosDaMesa } from '../../server/domain/mesa-shown'
import { PlaceShape, type Place } from './mesa-place'

/** With more places than this no shapes are drawn: the numbers say it. */
const SHAPES_MAX = 40

/** How many are left as an admission ticket, the table place by place, and the numbers, which add up to the total. */
export function MesaScore(numeros: NumerosDaMesa) {
  const { total, livres, confirmados, chegaram, preenchendo, novos, outros } = numeros
  return (
    <section className="placar" aria-label="Números da mesa">
      <p className="bilhete">
        <b className={livres === 0 ? 'zero' : undefined}>{livres}</b>{' '}
        <span>
          {livres === 1 ? 'CONVITE' : 'CONVITES'}
          <br />
          {`${livres === 1 ? 'LIVRE' : 'LIVRES'}, DE ${total}`}
        </span>
      </p>
      <Places {...numeros} />
      <dl className="conta">
        <ScoreRow de="confirmado" nome="Confirmados" count={confirmados} />
        <ScoreRow de="chegou" nome="já chegaram" count={chegaram} className="dentro" />
        <ScoreRow de="preenchendo" nome="Preenchendo o cadastro" count={preenchendo} />
        <ScoreRow de="novo" nome="Convites pessoais novos" count={novos} />
        {outros > 0 ? <ScoreRow de="outro" nome="Usados, sem ocupante" count={outros} /> : null}
        <ScoreRow de="livre" nome="Livres" count={livres} />
        <div className="soma">
          <dt>Total da mesa</dt>
          <dd>{total}</dd>
        </div>
      </dl>
    </section>
  )
}

function ScoreRow({
  de,
  nome,
  count,
  className,
}: {
  de: Place
  nome: string
  count: number
  className?: string
}) {
  return (
    <div className={className}>
      <dt>
        <PlaceShape de={de} />
        {nome}
      </dt>
      <dd>{count}</dd>
    </div>
  )
}

function Places({ confirmados, chegaram, preenchendo, novos, outros, livres }: NumerosDaMesa) {
  const counts: [Place, number][] = [
    ['chegou', chegaram],
    ['confirmado', confirmados - chegaram],
    ['preenchendo', preenchendo],
    ['novo', novos],
    ['outro', outros],
    ['livre', livres],
  ]
  const lugares = counts.flatMap(([de, count]) =>
    Array.from({ length: Math.min(count, SHAPES_MAX + 1) }, () => de),
  )
  if (lugares.length > SHAPES_MAX) return null
  return (
    <p className="lugares" aria-hidden="true">
      {lugares.map((de, index) => (
        <PlaceShape key={index} de={de} />
      ))}
    </p>
  )
}
