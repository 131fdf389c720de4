import { WhereaboutsTold } from './whereabouts'

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
  /** `Desistiu em 15/9, 19h18`; null for a guest who did not withdraw. */
  retirada: string | null
}

/** The guests whose invitation a company pays, or paid until they withdrew. */
export function Ocupantes({ caption, ocupantes }: { caption: string; ocupantes: Ocupante[] }) {
  return (
    <table className="dobra">
      <caption>{caption}</caption>
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
        {ocupantes.map(({ credencialid, nome, telefone, cadastro, dentro, retirada }) => (
          <tr key={credencialid}>
            <th scope="row">
              <a href={`/painel/convidados/${encodeURIComponent(credencialid)}`}>{nome}</a>
            </th>
            <td>
              <WhereaboutsTold dentro={dentro} retirada={retirada} />
            </td>
            <td className="fone">{telefone}</td>
            <td className="n some">{cadastro}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
