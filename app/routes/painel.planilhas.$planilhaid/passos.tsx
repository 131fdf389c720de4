import { Failure, Option } from '~/shared/field'
import { ActLink } from '~/shared/page'
import { countOf, grouped } from '~/shared/words'
import type { abasShown, Passo, RefusedPasso } from './passos.server.ts'

const NOMES = { abas: 'Abas', colunas: 'Colunas', conferir: 'Conferir' } satisfies Record<Passo, string>

/** The three steps of an upload, and where it is. */
export function Passos({ passo }: { passo: Passo }) {
  const names = Object.entries(NOMES)
  const at = names.findIndex(([name]) => name === passo)
  return (
    <ol className="etapas" aria-label="Passos">
      {names.map(([name, nome], index) => (
        <li
          key={name}
          className={index < at ? 'foi' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >{`${index + 1}. ${nome}`}</li>
      ))}
    </ol>
  )
}

interface StepProps {
  ato: Passo
  /** The step before it; null for the first. */
  volta: string | null
  children: React.ReactNode
}

/** A step's form: what it asks, and how it goes on. */
export function Step({ ato, volta, children }: StepProps) {
  return (
    <form method="post" action="?">
      {children}
      <div className="fica">
        <p>Nada é gravado agora.</p>
        <div>
          <button name="ato" value={ato}>
            Continuar
          </button>
          <ActLink href={volta ?? '/painel/planilhas'}>
            {volta === null ? 'Trocar de arquivo' : 'Voltar'}
          </ActLink>
        </div>
      </div>
    </form>
  )
}

/** What cannot stand of what the step was told. */
export type Refused = { refused: RefusedPasso | null }

/** How many hidden rows are named. */
const NAMED = 20

/** Which tabs count; or, for a text whose encoding is doubtful, which names are right. */
export function Abas({
  abas,
  ocultas,
  comOcultas,
  isDuvidosa,
  refused,
}: Awaited<ReturnType<typeof abasShown>> & Refused) {
  return (
    <Step ato="abas" volta={null}>
      <fieldset className="abas" aria-describedby={refused ? 'aba-0-falha' : undefined}>
        <legend>
          {isDuvidosa ? 'Qual está escrito certo?' : `O arquivo tem ${countOf(abas.length, 'aba', 'abas')}`}
        </legend>
        <Failure id="aba-0" error={refused?.error.message} />
        {abas.map(({ at, nome, linhas, isOculta, isLista, colunas, isMarcada }) => (
          <Option
            key={at}
            id={`aba-${at}`}
            type={isDuvidosa ? 'radio' : 'checkbox'}
            name="aba"
            value={at}
            defaultChecked={isMarcada}
          >
            <b>{nome === '' ? 'A lista' : nome}</b>{' '}
            {isDuvidosa ? null : (
              <span className="nota">
                {linhas === 0 ? 'Esta aba está vazia' : countOf(linhas, 'linha', 'linhas')}
                {isOculta ? ' · esta aba está escondida no Excel' : ''}
                {colunas.length > 0
                  ? ` · ${isLista ? '' : 'não parece uma lista; tem '}${colunas.join(', ')}`
                  : ''}
              </span>
            )}
          </Option>
        ))}
      </fieldset>
      {ocultas.length > 0 ? (
        <fieldset className="linha">
          <legend>{countOf(ocultas.length, 'linha escondida', 'linhas escondidas')}</legend>
          <span className="dica">
            {ocultas.slice(0, NAMED).map(hiddenWords).join('; ')}
            {ocultas.length > NAMED ? `; e mais ${grouped(ocultas.length - NAMED)}.` : '.'}
          </span>
          <div className="lados">
            {[
              { value: 'fora', label: 'Deixar de fora', isChosen: !comOcultas },
              { value: 'incluir', label: 'Incluir', isChosen: comOcultas },
            ].map(({ value, label, isChosen }) => (
              <label key={value}>
                <input type="radio" name="escondidas" value={value} defaultChecked={isChosen} />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
    </Step>
  )
}

const hiddenWords = ({ aba, line, nome }: { aba: string; line: number; nome: string }) =>
  `${aba === '' ? '' : `${aba}, `}linha ${line}${nome === '' ? '' : `, “${nome}”`}`
