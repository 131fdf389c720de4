import type { ReactNode } from 'react'
import { convidadoHref } from './convidado-href'
import { Estado } from './whereabouts'

/** A guest as one column. */
export interface Lado {
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
export interface Par {
  lados: [Lado, Lado]
  differ: { telefone: boolean; email: boolean }
}

/** Two guests side by side: what differs stands out, and who stays is chosen above. */
export function Comparacao({ lados, differ }: Par) {
  const [um, outro] = lados
  return (
    <table className="comparar">
      <caption className="oculto">{`${um.nome} e ${outro.nome}, lado a lado`}</caption>
      <thead>
        <tr>
          <td />
          {lados.map(({ credencialid }, index) => (
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
        <Linha titulo="Nome" isDifferent={um.nome !== outro.nome} lados={lados}>
          {({ credencialid, nome }) => <a href={convidadoHref(credencialid)}>{nome}</a>}
        </Linha>
        <Linha titulo="WhatsApp" isDifferent={differ.telefone} lados={lados}>
          {({ telefone }) => telefone}
        </Linha>
        <Linha titulo="E-mail" isDifferent={differ.email} lados={lados}>
          {({ email }) => email || 'não informado'}
        </Linha>
        <Linha titulo="Empresa" isDifferent={um.empresa !== outro.empresa} lados={lados}>
          {({ empresa }) => empresa ?? 'nenhuma'}
        </Linha>
        <Linha titulo="Cadastro" lados={lados}>
          {({ cadastro }) => cadastro}
        </Linha>
        <Linha titulo="Estado" lados={lados}>
          {({ dentro, retirada }) => <Estado dentro={dentro} retirada={retirada} />}
        </Linha>
        <Linha titulo="Código" lados={lados}>
          {({ codigo }) => <span className="codigo">{codigo}</span>}
        </Linha>
      </tbody>
    </table>
  )
}

interface LinhaProps {
  titulo: string
  isDifferent?: boolean
  lados: [Lado, Lado]
  children: (lado: Lado) => ReactNode
}

function Linha({ titulo, isDifferent = false, lados, children }: LinhaProps) {
  return (
    <tr>
      <th scope="row">{titulo}</th>
      {lados.map((lado) => (
        <td key={lado.credencialid} className={isDifferent ? 'difere' : undefined}>
          {children(lado)}
        </td>
      ))}
    </tr>
  )
}
