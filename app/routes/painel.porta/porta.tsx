import { FoldedAct } from '~/painel/painel'
import { Table } from '~/shared/table'
import type { Modo } from '../../../server/domain/entrada'
import { AnnulForm } from '~/painel/convidados/facts'
import { countOf } from '~/shared/words'
import { convidadoHref } from '~/painel/convidado-told'

export interface EntradaShown {
  entradaid: string
  /** `19h02` today, else `16/9, 19h02`. */
  hora: string
  quem: string
}

interface PhonesProps {
  phones: {
    aparelhoid: string
    pareadoem: number
    nome: string
    pendentes: number
    visto: string | null
    /** Why the phone is no longer of the team; null where it is. */
    fechado: string | null
    /** How many admissions wait for the organiser. */
    wait: number
  }[]
}

export function Phones({ phones }: PhonesProps) {
  return (
    <Table caption="Celulares da porta" heads={['Pessoa', 'Visto', 'Por enviar']}>
      {phones.map(({ aparelhoid, pareadoem, nome, pendentes, visto, fechado, wait }) => (
        <tr key={`${aparelhoid} ${pareadoem}`}>
          <th scope="row">
            {nome}
            {fechado === null ? null : <span className="nota">{`, ${fechado}`}</span>}
          </th>
          <td>{visto ?? 'ainda não'}</td>
          <td>
            {pendentes === 0 ? 'tudo enviado' : <b>{countOf(pendentes, 'entrada', 'entradas')}</b>}
            {wait === 0 ? null : <Waiting aparelhoid={aparelhoid} pareadoem={pareadoem} wait={wait} />}
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Asks once more before a phone delivers beyond what one phone may. */
function Waiting(props: Pick<PhonesProps['phones'][number], 'aparelhoid' | 'pareadoem' | 'wait'>) {
  const { aparelhoid, pareadoem, wait } = props
  return (
    <FoldedAct
      title="RECEBER"
      told="Este celular já entregou o que se recebe sem perguntar. Nada se perde: o resto espera nele. Confira com a pessoa o que ela leu, e receba."
      fields={{ aparelhoid, pareadoem }}
      ato="receber"
      button={`RECEBER ${countOf(wait, 'ENTRADA', 'ENTRADAS')}`}
      isDanger={false}
    />
  )
}

interface ForaDaListaProps {
  fora: (EntradaShown & { anotado: string | null; modo: Modo })[]
  /** A UUID of this page's own. */
  newEntradaid: string
}

/** People let in who are on no list: what was typed, heard or scanned, and the annulment of each. */
export function ForaDaLista({ fora, newEntradaid }: ForaDaListaProps) {
  return (
    <Table
      className="dobra com-hora"
      caption="Entraram fora da lista"
      heads={['Hora', 'Quem deixou entrar', 'O que ficou anotado', { hidden: 'Ato' }]}
    >
      {fora.map(({ entradaid, hora, quem, anotado, modo }) => (
        <tr key={entradaid}>
          <th scope="row">{hora}</th>
          <td>{quem}</td>
          <td className="larga">{notedAs(modo, anotado)}</td>
          <td className="larga">
            <AnnulForm anula={entradaid} hora={hora} entradaid={newEntradaid} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function notedAs(modo: Modo, anotado: string | null): string {
  if (anotado === null) return 'apagado'
  // The text of a QR code is of no use to a reader.
  return modo === 'camera' ? 'um código que não é deste evento' : anotado
}

interface EnteredTwiceProps {
  duas: {
    credencialid: string
    nome: string | null
    mesa: string | null
    /** How many more admissions there are. */
    more: number
    entradas: EntradaShown[]
  }[]
}

/** Guests admitted more than once, with where and when: a person decides, on the guest's page. */
export function EnteredTwice({ duas }: EnteredTwiceProps) {
  return (
    <Table caption="Entraram duas vezes" heads={['Convidado', 'Mesa', 'Entradas']}>
      {duas.map(({ credencialid, nome, mesa, entradas, more }) => (
        <tr key={credencialid}>
          <th scope="row">
            {nome === null ? 'Convidado excluído' : <a href={convidadoHref(credencialid)}>{nome}</a>}
          </th>
          <td>{mesa ?? 'sem mesa'}</td>
          <td className="larga">
            {entradas.map(({ entradaid, hora, quem }) => (
              <span key={entradaid} className="fato">{`${hora}, ${quem}`}</span>
            ))}
            {more === 0 ? null : (
              <span className="fato">{`e mais ${countOf(more, 'entrada', 'entradas')}`}</span>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}
