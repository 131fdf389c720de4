import { convidadoHref } from './convidado-href'

interface Props {
  duas: {
    credencialid: string
    nome: string | null
    mesa: string | null
    entradas: { entradaid: string; hora: string; quem: string }[]
  }[]
}

/** Guests admitted more than once, with where and when: a person decides, on the guest's page. */
export function EnteredTwice({ duas }: Props) {
  return (
    <table className="dobra">
      <caption>Entraram duas vezes</caption>
      <thead>
        <tr>
          <th scope="col">Convidado</th>
          <th scope="col">Mesa</th>
          <th scope="col">Entradas</th>
        </tr>
      </thead>
      <tbody>
        {duas.map(({ credencialid, nome, mesa, entradas }) => (
          <tr key={credencialid}>
            <th scope="row">
              {nome === null ? 'Convidado excluído' : <a href={convidadoHref(credencialid)}>{nome}</a>}
            </th>
            <td>{mesa ?? 'sem mesa'}</td>
            <td className="larga">
              {entradas.map(({ entradaid, hora, quem }) => (
                <span key={entradaid} className="fato">{`${hora}, ${quem}`}</span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
