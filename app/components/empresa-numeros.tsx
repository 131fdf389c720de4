import type { ReactNode } from 'react'
import { Bar } from './bar'
import { countOf } from './count-of'

interface Props {
  total: number
  used: number
  held: number
  pessoais: number
  left: number
  confirmados: number
  dentro: number
}

/** A company's invitations in numbers, each with its bar. */
export function EmpresaNumeros({ total, used, held, pessoais, left, confirmados, dentro }: Props) {
  const of = (count: number, all: number) => (all === 0 ? 0 : (100 * count) / all)
  const share = (count: number) => `${Math.round(of(count, total))} % dos convites`
  // Used by a guest erased since without giving it back, or before this site knew the company.
  const others = used - confirmados
  const forms = countOf(held, 'formulário aberto', 'formulários abertos')
  return (
    <dl className="numeros">
      <Numero nome="Convites" note="o total da empresa" count={total}>
        <Bar
          pieces={[
            { ate: of(used, total) },
            { de: of(used, total), ate: of(used + held + pessoais, total), look: 'listras' },
          ]}
        />
      </Numero>
      <Numero
        nome="Confirmados"
        note={others > 0 ? `mais ${countOf(others, 'usado', 'usados')} sem cadastro` : share(confirmados)}
        count={confirmados}
      >
        <Bar pieces={[{ ate: of(confirmados, total) }]} />
      </Numero>
      <Numero nome="Reservados" note={held === 0 ? 'nenhum formulário aberto' : forms} count={held}>
        <Bar pieces={[{ ate: of(held, total), look: 'listras' }]} />
      </Numero>
      {pessoais === 0 ? null : (
        <Numero nome="Pessoais" note="com nome, ainda sem uso" count={pessoais}>
          <Bar pieces={[{ ate: of(pessoais, total), look: 'listras' }]} />
        </Numero>
      )}
      <Numero nome="Livres" note={share(left)} count={left}>
        <Bar pieces={[{ ate: of(left, total), look: 'suave' }]} />
      </Numero>
      <Numero nome="Dentro" note={`${dentro} de ${confirmados} confirmados`} count={dentro}>
        <Bar pieces={[{ ate: of(dentro, confirmados), look: 'terra' }]} />
      </Numero>
    </dl>
  )
}

function Numero({
  nome,
  note,
  count,
  children,
}: {
  nome: string
  note: string
  count: number
  children: ReactNode
}) {
  return (
    <div>
      <dt>
        {nome} <span>{note}</span>
      </dt>
      <dd className="n">{count}</dd>
      <dd className="tira">{children}</dd>
    </div>
  )
}
