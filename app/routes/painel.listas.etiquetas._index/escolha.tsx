import type { PapelDeEtiqueta } from '../../../server/domain/papel-de-etiqueta'
import { Field, Option } from '~/shared/field'
import { countOf, grouped } from '~/shared/words'

type Drawn = PapelDeEtiqueta & { sheet: { nome: string; largura: number; altura: number } }

const decimal = (mm: number) => String(mm).replace('.', ',')

/** The upper left corner of each label on a sheet, row by row. */
function placesOf({ esquerda, topo, passoX, passoY, colunas, linhas }: Drawn) {
  return Array.from({ length: colunas * linhas }, (_, at) => ({
    x: esquerda + (at % colunas) * passoX,
    y: topo + Math.floor(at / colunas) * passoY,
  }))
}

const viewOf = ({ sheet }: Drawn) => `-2 -2 ${sheet.largura + 4} ${sheet.altura + 4}`

function PaperOption({ papel, isChecked }: { papel: Drawn; isChecked: boolean }) {
  const { id, nome, largura, altura, colunas, linhas, sheet } = papel
  return (
    <label className="papel-opcao">
      <input type="radio" name="papel" value={id} defaultChecked={isChecked} />
      <svg viewBox={viewOf(papel)} aria-hidden="true">
        <rect className="folha-branca" width={sheet.largura} height={sheet.altura} />
        {placesOf(papel).map(({ x, y }, at) => (
          <rect key={at} x={x} y={y} width={largura} height={altura} rx={id.startsWith('cracha') ? 0 : 2} />
        ))}
      </svg>
      <span>
        <b>{nome}</b>
        {`${decimal(largura)} × ${decimal(altura)} mm`}
        <br />
        {`${colunas * linhas} por folha ${sheet.nome}`}
      </span>
    </label>
  )
}

/** The known papers, and a custom one. */
export function PaperChoice({ papeis, papel }: { papeis: Drawn[]; papel: string }) {
  return (
    <div className="papeis">
      {papeis.map((each) => (
        <PaperOption key={each.id} papel={each} isChecked={each.id === papel} />
      ))}
      <label className="papel-opcao">
        <input type="radio" name="papel" value="outro" defaultChecked={papel === 'outro'} />
        <svg viewBox="-2 -2 214 301" aria-hidden="true">
          <rect className="folha-branca" width="210" height="297" />
          <path fill="none" strokeDasharray="8 6" d="M20 24h170v249H20zM20 107h170M20 190h170M105 24v249" />
        </svg>
        <span>
          <b>Outro papel</b>
          com as medidas
          <br />
          da embalagem
        </span>
      </label>
    </div>
  )
}

const MEASURES = [
  { campo: 'largura', label: 'Largura da etiqueta' },
  { campo: 'altura', label: 'Altura da etiqueta' },
  { campo: 'esquerda', label: 'Margem esquerda' },
  { campo: 'topo', label: 'Margem de cima' },
  { campo: 'passoX', label: 'Passo para o lado' },
  { campo: 'passoY', label: 'Passo para baixo' },
  { campo: 'colunas', label: 'Colunas' },
  { campo: 'linhas', label: 'Linhas' },
  { campo: 'dx', label: 'Empurrar para a direita' },
  { campo: 'dy', label: 'Empurrar para baixo' },
] as const

/** What is wrong with the paper, field by field; each sentence names its field. */
export function namedErrors(erros: Partial<Record<string, string>>) {
  const labels = new Map<string, string>(MEASURES.map(({ campo, label }) => [campo, `${label}: `]))
  return Object.entries(erros).map(([id, message]) => ({
    id,
    message: `${labels.get(id) ?? ''}${message ?? ''}`,
  }))
}

interface MeasuresProps {
  typed: Record<string, string | undefined>
  erros: Partial<Record<string, string>>
  isOpen: boolean
}

/** The measures of a custom paper, and the fine adjustment of any. */
export function Measures({ typed, erros, isOpen }: MeasuresProps) {
  return (
    <details open={isOpen}>
      <summary>Medidas de outro papel e ajuste fino</summary>
      <p className="nota">
        Em milímetros, da embalagem. O passo é a distância de uma etiqueta até a seguinte, borda esquerda com
        borda esquerda. O ajuste fino vale para qualquer papel; com sinal de menos, para a esquerda e para
        cima.
      </p>
      <div className="metade">
        <div className="linha">
          <label htmlFor="folha">Folha</label>
          <select id="folha" name="folha" defaultValue={typed.folha === 'carta' ? 'carta' : 'a4'}>
            <option value="a4">A4, 210 × 297 mm</option>
            <option value="carta">Carta, 215,9 × 279,4 mm</option>
          </select>
        </div>
        {MEASURES.map(({ campo, label }) => (
          <Field
            key={campo}
            id={campo}
            label={label}
            error={erros[campo]}
            value={typed[campo] ?? ''}
            inputMode="decimal"
          />
        ))}
      </div>
    </details>
  )
}

interface WhoProps {
  counts: Record<'todos' | 'novos' | 'fora', number>
  mesas: { empresaid: string; nome: string; numero: string }[]
  escolha: { quem: string[]; empresa: string; ordem: string; hasQr: boolean }
  inicio: string
  /** The newest sheet that is marked as printed; null for none. */
  ultima: { feitaem: number; quantas: number; quando: string } | null
  error: string | null
}

const SO = [
  { quem: 'novos', label: 'Só os novos desde a última impressão' },
  { quem: 'fora', label: 'Só os que ainda não entraram' },
] as const

/** Whose labels, in which order, and the first free label of the sheet. */
export function WhoChoice({ counts, mesas, escolha, inicio, ultima, error }: WhoProps) {
  return (
    <fieldset className="grupo">
      <legend>Quem</legend>
      <p>{`Todos os confirmados (${grouped(counts.todos)}), ou:`}</p>
      {SO.map(({ quem, label }) => (
        <Option
          key={quem}
          id={quem}
          type="checkbox"
          name="quem"
          value={quem}
          defaultChecked={escolha.quem.includes(quem)}
        >
          {`${label} (${grouped(counts[quem])})`}
        </Option>
      ))}
      {ultima ? (
        <p className="nota ultima-marcada">
          {`Última marcada: ${countOf(ultima.quantas, 'etiqueta', 'etiquetas')} das folhas abertas ${ultima.quando}.`}
          <button className="contorno" form="desmarcar" name="desmarcar" value={ultima.feitaem}>
            Desmarcar
          </button>
        </p>
      ) : null}
      <div className="metade">
        <div className="linha">
          <label htmlFor="empresa">Mesa</label>
          <select id="empresa" name="empresa" defaultValue={escolha.empresa}>
            <option value="">Todas</option>
            {mesas.map(({ empresaid, nome, numero }) => (
              <option key={empresaid} value={empresaid}>
                {numero === '' ? nome : `${numero} · ${nome}`}
              </option>
            ))}
          </select>
        </div>
        <div className="linha">
          <label htmlFor="ordem">Em ordem de</label>
          <select id="ordem" name="ordem" defaultValue={escolha.ordem}>
            <option value="nome">Nome</option>
            <option value="mesa">Mesa, depois nome</option>
          </select>
        </div>
        <Field
          id="inicio"
          label="Começar na etiqueta"
          error={error}
          value={inicio}
          hint="Para usar o resto de uma folha."
          inputMode="numeric"
        />
      </div>
      <Option id="qr" type="checkbox" name="qr" value="1" defaultChecked={escolha.hasQr}>
        <b>Com o código da porta em QR</b>
        <span className="nota">
          A porta lê do crachá. Não abre a página do convidado; mas quem tirar foto dele pode entrar no lugar
          dele. Sem QR, o crachá só diz o nome.
        </span>
      </Option>
    </fieldset>
  )
}

/** The first sheet as it will print: used labels, and whose label goes where. */
export function FirstSheet({
  primeira,
}: {
  primeira: Drawn & { used: number; nomes: { nome: string; numero: string }[] }
}) {
  const { largura, altura, used, nomes, sheet } = primeira
  return (
    <figure className="vista">
      <svg className="planta" viewBox={viewOf(primeira)} aria-hidden="true">
        <rect className="folha-branca" width={sheet.largura} height={sheet.altura} />
        {placesOf(primeira).map(({ x, y }, at) => {
          const said = nomes[at - used]
          return (
            <g key={at}>
              <rect
                className={at < used ? 'usada' : 'vaga'}
                x={x}
                y={y}
                width={largura}
                height={altura}
                rx="2"
              />
              {said ? (
                <text x={x + largura / 2} y={y + altura / 2}>
                  {said.nome}
                </text>
              ) : null}
              {said && said.numero !== '' ? (
                <text className="mesa-n" x={x + largura / 2} y={y + altura / 2 + 6}>
                  {`mesa ${said.numero}`}
                </text>
              ) : null}
            </g>
          )
        })}
      </svg>
      <figcaption>
        {used > 0 ? 'Listrado: já usado. ' : ''}Imprima a <b>100%</b>, sem “ajustar à página”.{' '}
        {primeira.isIncerto
          ? `Imprima uma folha de teste em papel comum e compare. ${primeira.fonte}`
          : primeira.fonte}
      </figcaption>
    </figure>
  )
}

interface SumProps {
  total: number
  folhas: number
  porFolha: number
  inicio: number
}

/** What the choice amounts to in paper, as of when the page was made. */
export function Sum({ total, folhas, porFolha, inicio }: SumProps) {
  return (
    <p className="nota">
      <b>{countOf(total, 'etiqueta', 'etiquetas')}</b>
      {` em ${countOf(folhas, 'folha', 'folhas')} de ${porFolha}${inicio > 1 ? `; a primeira começa na ${inicio}` : ''}.`}
    </p>
  )
}
