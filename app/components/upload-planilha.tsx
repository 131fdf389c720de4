import { ErrorSummary } from './error-summary'

interface Props {
  /** What was chosen, and what is wrong with it; null at first. */
  refused: { tipo: string | null; errors: { id: string; message: string }[] } | null
}

const KINDS = [
  {
    tipo: 'empresas',
    nome: 'Empresas',
    colunas:
      'Colunas nome e icredencial (o total de convites); se quiser, empresaid, cnpj, contato, categoria…',
  },
  {
    tipo: 'convidados',
    nome: 'Convidados',
    colunas: 'Colunas nome e telefone; se quiser, email e empresaid, da empresa que convida.',
  },
]

/** The form a spreadsheet is sent by. Nothing is recorded before it was looked through. */
export function UploadPlanilha({ refused }: Props) {
  const falhaOf = (id: string) => refused?.errors.find((error) => error.id === id)?.message
  const [falhaTipo, falhaArquivo] = [falhaOf('tipo'), falhaOf('arquivo')]
  return (
    <section>
      {refused ? <ErrorSummary title="A planilha não foi lida" errors={refused.errors} /> : null}
      <h2>Enviar planilha</h2>
      <p className="nota">
        Em .xlsx ou CSV, de até 5 MB e 20.000 linhas, com o nome das colunas na primeira. Antes de gravar,
        você confere linha por linha.
      </p>
      <form className="estreita" method="post" action="/painel/planilhas" encType="multipart/form-data">
        <fieldset className="linha" aria-describedby={falhaTipo ? 'tipo-falha' : undefined}>
          <legend>O que a planilha tem</legend>
          {falhaTipo ? <Failure id="tipo" message={falhaTipo} /> : null}
          {KINDS.map(({ tipo, nome, colunas }, index) => (
            <label className="opcao" key={tipo}>
              <input
                id={index === 0 ? 'tipo' : undefined}
                type="radio"
                name="tipo"
                value={tipo}
                defaultChecked={refused?.tipo === tipo}
                required
              />
              <span>
                <b>{nome}</b>
                <span className="nota">{colunas}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="linha">
          <label htmlFor="arquivo">Planilha</label>
          {falhaArquivo ? <Failure id="arquivo" message={falhaArquivo} /> : null}
          <input
            id="arquivo"
            name="arquivo"
            type="file"
            accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            required
            aria-describedby={falhaArquivo ? 'arquivo-falha' : undefined}
            aria-invalid={falhaArquivo ? true : undefined}
          />
        </div>
        <button>ENVIAR E CONFERIR</button>
      </form>
    </section>
  )
}

function Failure({ id, message }: { id: string; message: string }) {
  return (
    <span className="falha" id={`${id}-falha`}>
      <span className="oculto">Erro: </span>
      {message}
    </span>
  )
}
