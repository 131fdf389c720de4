import { countOf } from './count-of'

interface Props {
  phones: {
    aparelhoid: string
    nome: string
    pendentes: number
    visto: string | null
    isRevogado: boolean
  }[]
}

/** The phones of the door, with what each said it has not sent. */
export function Phones({ phones }: Props) {
  return (
    <table className="dobra">
      <caption>Celulares da porta</caption>
      <thead>
        <tr>
          <th scope="col">Pessoa</th>
          <th scope="col">Visto</th>
          <th scope="col">Por enviar</th>
        </tr>
      </thead>
      <tbody>
        {phones.map(({ aparelhoid, nome, pendentes, visto, isRevogado }) => (
          <tr key={aparelhoid}>
            <th scope="row">
              {nome}
              {isRevogado ? <span className="nota">, revogado</span> : null}
            </th>
            <td>{visto ?? 'ainda não'}</td>
            <td>{pendentes === 0 ? 'tudo enviado' : <b>{countOf(pendentes, 'entrada', 'entradas')}</b>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
