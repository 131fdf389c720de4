import type { ReactNode } from 'react'
import { markNear } from '../../../server/domain/near-words'
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

interface Props {
  /** Heard alone, unless the names are near what was typed. */
  caption: ReactNode
  /** What was typed: the words of a name that are near it stand out. */
  typed?: string
  lines: ConvidadoListed[]
}

/** Guests, one in each row; on a phone a row folds. */
export function ConvidadosTable({ caption, typed, lines }: Props) {
  return (
    <Table
      caption={caption}
      isCaptionHidden={typed === undefined}
      heads={['Nome', 'Empresa', 'Estado', 'WhatsApp', 'Código']}
    >
      {lines.map(({ credencialid, nome, empresa, dentro, retirada, telefone, codigo }) => (
        <tr key={credencialid}>
          <th scope="row">
            <a href={convidadoHref(credencialid)}>
              {typed === undefined ? nome : <NearName nome={nome} typed={typed} />}
            </a>
          </th>
          <td>{empresa ?? <span className="zero">sem empresa</span>}</td>
          <td>
            <WhereaboutsTold dentro={dentro} retirada={retirada} />
          </td>
          <td className="fone some">{telefone}</td>
          <td className="codigo">{codigo}</td>
        </tr>
      ))}
    </Table>
  )
}

/** On a phone the link is a row of boxes: one around all of it keeps the blanks. */
function NearName({ nome, typed }: { nome: string; typed: string }) {
  return (
    <span>
      {markNear(nome, typed).map(({ text, isMarked }, at) => (isMarked ? <b key={at}>{text}</b> : text))}
    </span>
  )
}
