import { useSearchParams } from '@remix-run/react'
import { ErrorSummary, Failure, Field, Option, type FieldError } from '~/shared/field'

interface Props {
  /** What was chosen, and what is wrong with it; null before anything was sent. */
  refused: { tipo: string | null; errors: FieldError[] } | null
}

const KINDS = [
  {
    tipo: 'empresas',
    id: 'tipo',
    nome: 'Empresas',
    columns: 'Uma linha por empresa ou mesa: o nome e quantos convites.',
  },
  {
    tipo: 'convidados',
    id: undefined,
    nome: 'Convidados',
    columns: 'Uma linha por pessoa: o nome; se houver, o WhatsApp e a empresa que convida.',
  },
]

/** The form that uploads a spreadsheet. Nothing is recorded before someone has checked it. */
export function UploadPlanilha({ refused }: Props) {
  const [searchParams] = useSearchParams()
  const chosen = refused?.tipo ?? searchParams.get('tipo') ?? 'convidados'
  const failureOf = (id: string) => refused?.errors.find((error) => error.id === id)?.message
  const failureOfTipo = failureOf('tipo')
  return (
    <section>
      <ErrorSummary title="A planilha não foi lida" errors={refused?.errors ?? []} />
      <h2>Enviar planilha</h2>
      <p className="nota">
        A sua, como ela está: Excel, LibreOffice, CSV ou contatos do celular, de até 5 MB e 20.000 linhas.
        Antes de gravar, você diz o que é cada coluna e confere.
      </p>
      <form className="estreita" method="post" action="/painel/planilhas" encType="multipart/form-data">
        <fieldset className="linha" aria-describedby={failureOfTipo ? 'tipo-falha' : undefined}>
          <legend>O que a planilha tem</legend>
          <Failure id="tipo" error={failureOfTipo} />
          {KINDS.map(({ tipo, id, nome, columns }) => (
            <Option
              key={tipo}
              id={id}
              type="radio"
              name="tipo"
              value={tipo}
              defaultChecked={chosen === tipo}
              required
            >
              <b>{nome}</b>
              <span className="nota">{columns}</span>
            </Option>
          ))}
        </fieldset>
        <Field
          id="arquivo"
          label="Planilha"
          error={failureOf('arquivo')}
          type="file"
          accept=".xlsx,.ods,.csv,.txt,.vcf,.zip,text/csv,text/vcard,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          required
        />
        <button>Enviar e conferir</button>
      </form>
    </section>
  )
}

const LISTS = [
  {
    nome: 'Convidados',
    arquivo: 'convidados',
    holds: 'De quem se cadastrou: nome, empresa, WhatsApp, e-mail, situação e código.',
  },
  {
    nome: 'Empresas',
    arquivo: 'empresas',
    holds: 'Responsável e WhatsApp, convites, confirmados, livres e quem entrou.',
  },
]

const LINKS = [
  { nome: 'Links públicos', arquivo: 'links', holds: 'O de cada empresa, para os convidados dela.' },
  {
    nome: 'Convites pessoais sem uso',
    arquivo: 'convites-pessoais',
    holds: 'De todas as empresas, cada um com o seu link.',
  },
]

/** Downloads: blank templates, and exports of the lists and links. */
export function ExportLinks() {
  return (
    <div>
      <section>
        <h2>Importações gravadas</h2>
        <p className="nota">
          Para ver o que cada uma fez, ou desfazer: <a href="/painel/historico">Histórico</a>.
        </p>
      </section>
      <section>
        <h2>Baixar modelo</h2>
        <p className="nota">Com os nomes das colunas, uma linha de exemplo e como preencher.</p>
        <div className="acoes lado">
          {['empresas', 'convidados'].map((tipo) => (
            <a key={tipo} className="botao contorno" href={`/painel/exportar/modelo-${tipo}.xlsx`}>
              {`Modelo de ${tipo}`}
            </a>
          ))}
        </div>
      </section>
      <section>
        <h2>Baixar o que está aqui</h2>
        <p className="nota">
          Contém dados pessoais: guarde só enquanto precisar e não envie por e-mail. Enviar de volta sem
          mudanças não muda nada aqui.
        </p>
        <Files files={LISTS} />
      </section>
      <section>
        <h2>Baixar links</h2>
        <p className="nota">
          Quem tiver este arquivo consegue abrir todos os links e usar os convites. Não repasse o arquivo
          inteiro: mande a cada um só o link dele.
        </p>
        <Files files={LINKS} />
      </section>
    </div>
  )
}

function Files({ files }: { files: typeof LISTS }) {
  return files.map(({ nome, arquivo, holds }) => (
    <div className="cartao" key={arquivo}>
      <h3>{nome}</h3>
      <p className="nota">{holds}</p>
      <div className="acoes lado">
        {['xlsx', 'csv'].map((format) => (
          <a key={format} className="botao contorno" href={`/painel/exportar/${arquivo}.${format}`}>
            {`Baixar ${format === 'xlsx' ? 'Excel' : 'CSV'}`}
            <span className="oculto">{` de ${nome.toLowerCase()}`}</span>
          </a>
        ))}
      </div>
    </div>
  ))
}
