import type { ReactNode } from 'react'
import { markNear } from '../../../server/domain/near-words'
import { conviteHref, convidadoHref, WhereaboutsTold } from '~/painel/convidado-told'
import type { linhaDoConvite, linhaOf } from '~/painel/convidados/convidado.server'
import { Lugares, SendConvite } from '~/painel/convites'
import { useIsOver } from '~/shared/page'
import { Table } from '~/shared/table'

type Convidado = ReturnType<typeof linhaOf>
/** A guest, with the name of who brought them, or an invitation. */
export type Linha =
  | (Convidado & { kind: 'convidado'; com?: string | undefined })
  | (ReturnType<typeof linhaDoConvite> & { kind: 'convite'; isSent: boolean })

interface TableProps {
  /** For screen readers only, unless the names are near what was typed. */
  caption: ReactNode
  /** What was typed: words of a name that are near it stand out. */
  typed?: string
  lines: Linha[]
}

/** People, one per row; on a phone a row folds. */
export function ConvidadosTable({ caption, typed, lines }: TableProps) {
  const isInvited = lines.every(({ kind }) => kind === 'convite')
  return (
    <Table
      caption={caption}
      isCaptionHidden={typed === undefined}
      heads={['Nome', 'Empresa', 'Resposta', 'WhatsApp', isInvited ? 'Convite' : 'Código']}
    >
      {lines.map((line) => (
        <tr key={line.codigo}>
          <th scope="row">
            <a href={line.kind === 'convite' ? conviteHref(line.codigo) : convidadoHref(line.credencialid)}>
              {typed === undefined ? line.nome : <NearName nome={line.nome} typed={typed} />}
            </a>
            {line.kind === 'convite' ? <Lugares lugares={line.lugares} /> : null}
          </th>
          <td>
            {line.empresa ?? <span className="zero">sem empresa</span>}
            {line.kind === 'convidado' && line.com ? ` · com ${line.com}` : null}
          </td>
          {line.kind === 'convite' ? <ConviteCells {...line} /> : <ConvidadoCells {...line} />}
        </tr>
      ))}
    </Table>
  )
}

function ConvidadoCells({ dentro, retirada, telefone, codigo }: Convidado) {
  return (
    <>
      <td>
        {dentro === null && retirada !== null ? (
          <NaoVem />
        ) : (
          <WhereaboutsTold dentro={dentro} retirada={retirada} />
        )}
      </td>
      <td className="fone some">{telefone}</td>
      <td className="codigo some">{codigo}</td>
    </>
  )
}

const NaoVem = () => <span className="estado nao">{useIsOver() ? 'Não vinha' : 'Não vem'}</span>

function ConviteCells(line: Extract<Linha, { kind: 'convite' }>) {
  const { estado, lugares, abertos, telefone, codigo, nome, isSent } = line
  const parada = isSent ? 'Sem resposta' : 'Não enviado'
  return (
    <>
      <td>
        {estado === 'nao-vem' ? (
          <NaoVem />
        ) : (
          <span className="estado parado">
            {abertos === lugares ? parada : `Sem resposta: ${abertos} de ${lugares}`}
          </span>
        )}
      </td>
      <td className="fone some">{telefone}</td>
      <td className={estado === 'nao-vem' ? 'some' : 'faz'}>
        {estado === 'nao-vem' ? null : <SendConvite codigo={codigo} rotulo={nome} isSent={isSent} />}
      </td>
    </>
  )
}

/** On a phone the link is a row of boxes: wrapping all of it in one keeps the spaces. */
function NearName({ nome, typed }: { nome: string; typed: string }) {
  return (
    <span>
      {markNear(nome, typed).map(({ text, isMarked }, at) => (isMarked ? <b key={at}>{text}</b> : text))}
    </span>
  )
}
