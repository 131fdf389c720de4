/** What to do while nothing is stored. */
export function FirstSteps() {
  return (
    <div className="estreita">
      <ol className="passos">
        <li>
          <h2>Traga as empresas</h2>
          <p>
            Uma linha por empresa ou mesa: o nome e quantos convites ela tem. Serve a planilha que você já
            usa; antes de gravar, você vê o que entra.
          </p>
          <div className="acoes">
            <a className="botao" href="/painel/planilhas">
              IMPORTAR PLANILHA
            </a>
            <a className="botao contorno" href="/painel/empresas/nova">
              CRIAR UMA EMPRESA
            </a>
          </div>
        </li>
        <li>
          <h2>Mande os links</h2>
          <p className="nota">Cada empresa recebe o seu pelo WhatsApp e cadastra os próprios convidados.</p>
        </li>
        <li>
          <h2>Chame a equipe</h2>
          <p className="nota">
            Cada aparelho entra com um código que serve uma vez. Não há senhas.{' '}
            <a href="/painel/equipe">Ver a equipe</a>
          </p>
        </li>
        <li>
          <h2>Imprima as listas na véspera</h2>
          <p className="nota">Por nome e por mesa, para o caso de faltar luz ou rede.</p>
        </li>
      </ol>
      <p className="nota">Assim que a primeira empresa entrar, os números do evento aparecem aqui.</p>
    </div>
  )
}
