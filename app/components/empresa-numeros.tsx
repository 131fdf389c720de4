import type { ReactNode } from 'react'
import { Barra } from './bar'
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
export function NumerosDaEmpresa({ total, used, held, pessoais, left, confirmados, dentro }: Props) {
  const of = (count: number, all: number) => (all === 0 ? 0 : (100 * count) / all)
  const share = (count: number) => `${Math.round(of(count, total))} % dos convites`
  // Used by a guest erased since without giving it back, or before this site knew the company.
  const others = used - confirmados
  const forms = countOf(held, 'formulário aberto', 'formulários abertos')
  return (
    <dl className="numeros">
      <Numero nome="Convites" nota="o total da empresa" count={total}>
        <Barra
          partes={[
            { ate: of(used, total) },
            { de: of(used, total), ate: of(used + held + pessoais, total), tipo: 'listras' },
          ]}
        />
      </Numero>
      <Numero
        nome="Confirmados"
        nota={others > 0 ? `mais ${countOf(others, 'usado', 'usados')} sem cadastro` : share(confirmados)}
        count={confirmados}
      >
        <Barra partes={[{ ate: of(confirmados, total) }]} />
      </Numero>
      <Numero nome="Reservados" nota={held === 0 ? 'nenhum formulário aberto' : forms} count={held}>
        <Barra partes={[{ ate: of(held, total), tipo: 'listras' }]} />
      </Numero>
      {pessoais === 0 ? null : (
        <Numero nome="Pessoais" nota="com nome, ainda sem uso" count={pessoais}>
          <Barra partes={[{ ate: of(pessoais, total), tipo: 'listras' }]} />
        </Numero>
      )}
      <Numero nome="Livres" nota={share(left)} count={left}>
        <Barra partes={[{ ate: of(left, total), tipo: 'suave' }]} />
      </Numero>
      <Numero nome="Dentro" nota={`${dentro} de ${confirmados} confirmados`} count={dentro}>
        <Barra partes={[{ ate: of(dentro, confirmados), tipo: 'terra' }]} />
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
