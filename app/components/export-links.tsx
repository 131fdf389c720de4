const LISTS = [
  {
    nome: 'Convidados',
    arquivo: 'convidados',
    holds: 'Todos os dados, a empresa, o código e quem já entrou.',
  },
  { nome: 'Empresas', arquivo: 'empresas', holds: 'Todos os dados, os números e o link de cada uma.' },
  {
    nome: 'Convites pessoais',
    arquivo: 'convites-pessoais',
    holds: 'Os que ninguém usou ainda, de todas as empresas, cada um com o seu link.',
  },
]

/** The spreadsheets to keep. */
export function ExportLinks() {
  return (
    <section>
      <h2>Baixar planilha</h2>
      <p className="nota">Contém dados pessoais: guarde só enquanto precisar e não envie por e-mail.</p>
      {LISTS.map(({ nome, arquivo, holds }) => (
        <div className="cartao" key={arquivo}>
          <h3>{nome}</h3>
          <p className="nota">{holds}</p>
          <div className="acoes lado">
            {['xlsx', 'csv'].map((format) => (
              <a key={format} className="botao contorno" href={`/painel/exportar/${arquivo}.${format}`}>
                {`BAIXAR ${format === 'xlsx' ? '.XLSX' : 'CSV'}`}
                <span className="oculto">{` de ${nome.toLowerCase()}`}</span>
              </a>
            ))}
          </div>
        </div>
      ))}
    </section>
  )
}
