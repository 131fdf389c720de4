const LISTAS = [
  { nome: 'Convidados', arquivo: 'convidados', tem: 'Todos os dados, a empresa, o código e quem já entrou.' },
  { nome: 'Empresas', arquivo: 'empresas', tem: 'Todos os dados, os números e o link de cada uma.' },
  {
    nome: 'Convites pessoais',
    arquivo: 'convites-pessoais',
    tem: 'Os que ninguém usou ainda, de todas as empresas, cada um com o seu link.',
  },
]

/** The spreadsheets to keep. */
export function ExportLinks() {
  return (
    <section>
      <h2>Baixar planilha</h2>
      <p className="nota">Contém dados pessoais: guarde só enquanto precisar e não envie por e-mail.</p>
      {LISTAS.map(({ nome, arquivo, tem }) => (
        <div className="cartao" key={arquivo}>
          <h3>{nome}</h3>
          <p className="nota">{tem}</p>
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
