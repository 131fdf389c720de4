interface Props {
  nome: string
  empresa: { nome: string; leftIfReturned: number } | null
}

/** EXCLUIR, which says what will happen, and asks what becomes of the invitation where there is one. */
export function DeleteForm({ nome, empresa }: Props) {
  return (
    <details className="perigo">
      <summary>EXCLUIR CONVIDADO</summary>
      <form method="post">
        {empresa ? (
          <fieldset>
            <legend>{`O convite de ${nome}`}</legend>
            <label className="opcao">
              <input type="radio" name="convite" value="devolver" defaultChecked />
              <span>
                <b>Volta para a empresa</b>
                {` ${empresa.nome} passa a ter ${empresa.leftIfReturned} ${empresa.leftIfReturned === 1 ? 'livre' : 'livres'}.`}
              </span>
            </label>
            <label className="opcao">
              <input type="radio" name="convite" value="gastar" />
              <span>
                <b>Fica gasto</b> A empresa não pode pôr outra pessoa.
              </span>
            </label>
          </fieldset>
        ) : (
          <input type="hidden" name="convite" value="gastar" />
        )}
        <p className="dica">Os dados são apagados e a porta recusa a credencial. Não dá para desfazer.</p>
        <button name="ato" value="excluir">
          EXCLUIR
        </button>
      </form>
    </details>
  )
}
