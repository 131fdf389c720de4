import type { Modo } from '../../server/domain/entrada'
import { AnnulForm } from './annul-form'

interface Props {
  admissions: { entradaid: string; hora: string; quem: string; modo: Modo; isTardia: boolean }[]
  /** A UUID of this page's own. */
  entradaid: string
}

const HOW: Record<Modo, string> = {
  ...{ painel: 'pelo painel', papel: 'pela lista de papel', camera: 'pela câmera', codigo: 'pelo código' },
  ...{ busca: 'pelo nome', mesa: 'com a mesa', link: 'pelo link' },
}

/** The admissions that count, first to last, each with its annulment. */
export function Entradas({ admissions, entradaid }: Props) {
  return (
    <table className="dobra com-hora">
      <caption>Entradas</caption>
      <thead>
        <tr>
          <th scope="col">Hora</th>
          <th scope="col">Quem</th>
          <th scope="col">Como</th>
          <th scope="col">
            <span className="oculto">Ato</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {admissions.map((admission, index) => (
          <tr key={admission.entradaid}>
            <th scope="row">{admission.hora}</th>
            <td>{admission.quem}</td>
            <td>
              {index === 0 ? <span className="estado dentro">Primeira</span> : 'Repetida'}
              {`, ${HOW[admission.modo]}`}
              {admission.isTardia ? ', chegou depois de o celular ser desligado' : ''}
            </td>
            <td className="larga">
              <AnnulForm anula={admission.entradaid} hora={admission.hora} entradaid={entradaid} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
