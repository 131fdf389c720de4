import type { ReactNode } from 'react'
import { convidadoHref, WhereaboutsTold } from './convidado-told.tsx'

/** A guest as one column. */
export interface Side {
  credencialid: string
  nome: string
  /** Masked, as the e-mail is; empty text for none. */
  telefone: string
  email: string
  empresa: string | null
  cadastro: string
  dentro: string | null
  /** `Desistiu em 15/9, 19h18`; null for a guest who did not withdraw. */
  retirada: string | null
  codigo: string
}

/** Two guests who may be one person, and what of them differs though it may look the same. */
export interface SidesCompared {
  sides: [Side, Side]
  differ: { telefone: boolean; email: boolean }
}

/** Two guests side by side: what differs stands out, and who stays is chosen above. */
export function Comparison({ sides, differ }: SidesCompared) {
  const [um, outro] = sides
  return (
    <table className="comparar">
      <caption className="oculto">{`${um.nome} e ${outro.nome}, lado a lado`}</caption>
      <thead>
        <tr>
          <td />
          {sides.map(({ credencialid }, index) => (
            <th key={credencialid} scope="col">
              <label className="opcao">
                <input type="radio" name="fica" value={credencialid} defaultChecked={index === 0} />
                <span>
                  <b>Fica este</b>
                </span>
              </label>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <CompareRow title="Nome" isDifferent={um.nome !== outro.nome} sides={sides}>
          {({ credencialid, nome }) => <a href={convidadoHref(credencialid)}>{nome}</a>}
        </CompareRow>
        <CompareRow title="WhatsApp" isDifferent={differ.telefone} sides={sides}>
          {({ telefone }) => telefone}
        </CompareRow>
        <CompareRow title="E-mail" isDifferent={differ.email} sides={sides}>
          {({ email }) => email || 'não informado'}
        </CompareRow>
        <CompareRow title="Empresa" isDifferent={um.empresa !== outro.empresa} sides={sides}>
          {({ empresa }) => empresa ?? 'nenhuma'}
        </CompareRow>
        <CompareRow title="Cadastro" sides={sides}>
          {({ cadastro }) => cadastro}
        </CompareRow>
        <CompareRow title="Estado" sides={sides}>
          {({ dentro, retirada }) => <WhereaboutsTold dentro={dentro} retirada={retirada} />}
        </CompareRow>
        <CompareRow title="Código" sides={sides}>
          {({ codigo }) => <span className="codigo">{codigo}</span>}
        </CompareRow>
      </tbody>
    </table>
  )
}

interface CompareRowProps {
  title: string
  isDifferent?: boolean
  sides: [Side, Side]
  children: (side: Side) => ReactNode
}

function CompareRow({ title, isDifferent = false, sides, children }: CompareRowProps) {
  return (
    <tr>
      <th scope="row">{title}</th>
      {sides.map((side) => (
        <td key={side.credencialid} className={isDifferent ? 'difere' : undefined}>
          {children(side)}
        </td>
      ))}
    </tr>
  )
}
