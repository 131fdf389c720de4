import { WhereaboutsTold } from './whereabouts'

/** A name of the printed list, to be ticked on the screen. */
export interface Tickable {
  credencialid: string
  nome: string
  /** Empty text for a guest of the public form. */
  empresa: string
  codigo: string
  /** `19h41`; null while outside. */
  dentro: string | null
  /** `Desistiu em 15/9, 19h18`; null for a guest who did not withdraw. */
  retirada: string | null
  /** What is sent when it is ticked. */
  value: string
}

/** Names in the order of the printed list; those inside are ticked already. */
export function NamesToTick({ nomes, ticked }: { nomes: Tickable[]; ticked: readonly string[] }) {
  return (
    <table className="dobra">
      <caption className="oculto">Nomes, na ordem da lista impressa</caption>
      <thead>
        <tr>
          <th scope="col">Nome</th>
          <th scope="col">Empresa</th>
          <th scope="col" className="n">
            Código
          </th>
        </tr>
      </thead>
      <tbody>
        {nomes.map(({ credencialid, nome, empresa, codigo, dentro, retirada, value }) => (
          <tr key={credencialid}>
            <th scope="row">
              <label className="opcao">
                <input
                  type="checkbox"
                  name="entrada"
                  value={value}
                  defaultChecked={dentro !== null || ticked.includes(credencialid)}
                  disabled={dentro !== null}
                />
                <span>{nome}</span>
                {dentro === null && retirada === null ? null : (
                  <WhereaboutsTold dentro={dentro} retirada={retirada} />
                )}
              </label>
            </th>
            <td>{empresa}</td>
            <td className="n codigo">{codigo}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
