import { Table } from '~/shared/table'
import { convidadoHref, WhereaboutsTold } from '~/painel/convidado-told'

export interface ConvidadoListed {
  credencialid: string
  nome: string
  /** The company that invited; null for the public form. */
  empresa: string | null
  /** `19h18`; null while outside. */
  dentro: string | null
  /** `Desistiu em 15/9, 19h18`; null for a guest who did not withdraw. */
  retirada: string | null
  /** Masked. */
  telefone: string
  codigo: string
}

/** Guests, one in each row; on a phone a row folds. */
export function ConvidadosTable({ caption, lines }: { caption: string; lines: ConvidadoListed[] }) {
  return (
    <Table caption={caption} isCaptionHidden heads={['Nome', 'Empresa', 'Estado', 'WhatsApp', 'Código']}>
      {lines.map(({ credencialid, nome, empresa, dentro, retirada, telefone, codigo }) => (
        <tr key={credencialid}>
          <th scope="row">
            <a href={convidadoHref(credencialid)}>{nome}</a>
          </th>
          <td>{empresa ?? <span className="zero">sem empresa</span>}</td>
          <td>
            <WhereaboutsTold dentro={dentro} retirada={retirada} />
          </td>
          <td className="fone">{telefone}</td>
          <td className="codigo">{codigo}</td>
        </tr>
      ))}
    </Table>
  )
}
