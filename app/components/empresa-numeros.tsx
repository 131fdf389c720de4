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
      <Numero nome="Convites" nota="o total da empresa" count={total}>
        <Bar
          pieces={[
            { ate: of(used, total) },
            { de: of(used, total), ate: of(used + held + pessoais, total), look: 'listras' },
          ]}
        />
      </Numero>
      <Numero
        nome="Confirmados"
        nota={others > 0 ? `mais ${countOf(others, 'usado', 'usados')} sem cadastro` : share(confirmados)}
        count={confirmados}
      >
        <Bar pieces={[{ ate: of(confirmados, total) }]} />
      </Numero>
      <Numero nome="Reservados" nota={held === 0 ? 'nenhum formulário aberto' : forms} count={held}>
        <Bar pieces={[{ ate: of(held, total), look: 'listras' }]} />
      </Numero>
      {pessoais === 0 ? null : (
        <Numero nome="Pessoais" nota="com nome, ainda sem uso" count={pessoais}>
          <Bar pieces={[{ ate: of(pessoais, total), look: 'listras' }]} />
        </Numero>
      )}
      <Numero nome="Livres" nota={share(left)} count={left}>
        <Bar pieces={[{ ate: of(left, total), look: 'suave' }]} />
      </Numero>
      <Numero nome="Dentro" nota={`${dentro} de ${confirmados} confirmados`} count={dentro}>
        <Bar pieces={[{ ate: of(dentro, confirmados), look: 'terra' }]} />
      </Numero>
    </dl>
  )
}

function Numero({
  nome,
  nota,
  count,
  children,
}: {
  nome: string
  nota: string
  count: number
  children: ReactNode
}) {
  return (
    <div>
      <dt>
        {nome} <span>{nota}</span>
      </dt>
      <dd className="n">{count}</dd>
      <dd className="tira">{children}</dd>
    </div>
  )
}
