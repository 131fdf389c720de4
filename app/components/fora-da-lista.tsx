import type { Modo } from '../../server/domain/entrada'
import { AnnulForm } from './annul-form'

interface Props {
  fora: { entradaid: string; hora: string; quem: string; anotado: string | null; modo: Modo }[]
  /** A UUID of this page's own. */
  newEntradaid: string
}

/** People let in who are on no list: what was typed, heard or scanned, and the annulment of each. */
export function ForaDaLista({ fora, newEntradaid }: Props) {
  return (
    <table className="dobra com-hora">
      <caption>Entraram fora da lista</caption>
      <thead>
        <tr>
          <th scope="col">Hora</th>
          <th scope="col">Quem deixou entrar</th>
          <th scope="col">O que ficou anotado</th>
          <th scope="col">
            <span className="oculto">Ato</span>
          </th>
        </tr>
      </thead>
      <tbody>
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
      </tbody>
    </table>
  )
}

function notedAs(modo: Modo, anotado: string | null): string {
  if (anotado === null) return 'apagado'
  // The text of a QR code is of no use to a reader.
  return modo === 'camera' ? 'um código que não é deste evento' : anotado
}
