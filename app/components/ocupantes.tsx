import { Estado } from './estado'

/** A guest of a company, as its page lists them. */
export interface Ocupante {
  credencialid: string
  nome: string
  /** Masked. */
  telefone: string
  /** `24/8`; empty text for an id of another product. */
  cadastro: string
  /** `19h24`; null while outside. */
  dentro: string | null
}

/** The guests whose invitation a company pays. */
export function Ocupantes({ ocupantes }: { ocupantes: Ocupante[] }) {
  return (
    <table className="dobra">
      <caption>Ocupantes</caption>
      <thead>
        <tr>
          <th scope="col">Nome</th>
          <th scope="col">Estado</th>
          <th scope="col">WhatsApp</th>
          <th scope="col" className="n">
            Cadastro
          </th>
        </tr>
      </thead>
      <tbody>
        {ocupantes.map(({ credencialid, nome, telefone, cadastro, dentro }) => (
          <tr key={credencialid}>
            <th scope="row">
              <a href={`/painel/convidados/${encodeURIComponent(credencialid)}`}>{nome}</a>
            </th>
            <td>
              <Estado dentro={dentro} />
            </td>
            <td className="fone">{telefone}</td>
            <td className="n some">{cadastro}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
