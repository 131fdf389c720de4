import type { ReactNode } from 'react'
import type { Campo, Descricao } from '../../../server/domain/descricao'
import type { DescricaoErrors } from '../../../server/domain/parse-descricao'
import { ErrorSummary, Field, Message, Option } from '~/shared/field'
import { ImagemFields, NOMES_DA_IMAGEM, type Escolhas, type Falhas } from './imagem.tsx'
import { nomeOfCampo } from './palavras.ts'

/** The form: what it is shown with, what it was made from, and what is wrong with it. */
export interface Formulario {
  /** Null where no event is described yet. */
  versao: number | null
  descricao: Descricao
  era: Descricao
  /** The weekdays of what it is shown with, where they can be told. */
  ditos: { inicio: string; fim: string; dias: string } | null
  errors: DescricaoErrors
  /** Which picture is chosen, the own ones it was made from, and what is wrong with those that were sent. */
  escolha: Escolhas
  eraImagem: string
  falhas: Falhas
  /** What somebody else stored meanwhile. */
  mudou: Mudou | null
  /** CONFERIR was touched, and nothing differs from what is stored. */
  isSame: boolean
}

interface Mudou {
  quem: string
  /** `às 14h02` */
  quando: string | null
  canceladoem: boolean
  mudados: { nome: string; valor: string; isMine: boolean }[]
}

/** What must be corrected before anything can be looked at. */
export function FormularioErrors({ errors, falhas }: Pick<Formulario, 'errors' | 'falhas'>) {
  const found = Object.entries(errors) as [Campo, string][]
  const wrong = Object.entries(falhas) as [keyof Falhas, string][]
  return (
    <ErrorSummary
      title="Corrija antes de conferir"
      errors={[
        ...found.map(([id, message]) => ({ id, message: `${nomeOfCampo(id)}: ${message}` })),
        ...wrong.map(([id, message]) => ({ id, message: `${NOMES_DA_IMAGEM[id]}: ${message}` })),
      ]}
    />
  )
}

export function Changed({ mudou, isSame }: Pick<Formulario, 'mudou' | 'isSame'>) {
  if (isSame) return <Message isWarning>nada está diferente do que já está gravado.</Message>
  if (!mudou) return null
  const { quem, quando, canceladoem, mudados } = mudou
  return (
    <div className="alerta aviso" role="alert">
      <p>
        <b>Atenção:</b>
        {` enquanto você estava aqui, ${quem} gravou outra coisa${quando === null ? '' : ` ${quando}`}. O que você escreveu está nos campos e não foi gravado.`}
      </p>
      {canceladoem ? <p>O evento está cancelado.</p> : null}
      {mudados.length === 0 ? null : (
        <ul className="mudados">
          {mudados.map(({ nome, valor, isMine }) => (
            <li key={nome}>
              <b>{nome}</b>
              {` mudou para “${valor}”. `}
              {isMine ? 'Você escreveu outra coisa, que ficou no campo.' : 'Já está no campo.'}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** What travels along unseen: the version, what the form was made from and, where it is only looked at, its values. */
export function Hidden({
  versao,
  era,
  descricao,
}: {
  versao: number | null
  era: Descricao
  descricao?: Descricao
}) {
  const fields = [
    ['versao', versao === null ? '' : String(versao)],
    ...Object.entries(era).map(([name, value]) => [`era-${name}`, value]),
    ...Object.entries(descricao ?? {}),
  ]
  return fields.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

const EXAMPLES: Partial<Record<Campo, string>> = {
  anfitriao: 'Ex.: Sociedade Rural do Vale Dourado',
  ocasiao: 'Ex.: Palestra comemorativa dos 80 anos',
  titulo: 'Ex.: A terra, o tempo e o trabalho',
}

/** Describes the event, or changes it. */
export function EventoForm({ formulario, children }: { formulario: Formulario; children: ReactNode }) {
  const { versao, descricao, era, ditos, errors, falhas } = formulario
  const isNew = versao === null
  const campo = (id: Campo) => ({ id, value: descricao[id], error: errors[id] ?? null })
  const text = (id: Campo) => ({
    ...campo(id),
    type: 'text',
    autoComplete: 'off',
    maxLength: 100,
    required: true,
    placeholder: isNew ? EXAMPLES[id] : undefined,
  })
  const signature = (id: Campo) => ({ ...campo(id), type: 'text', autoComplete: 'off', maxLength: 60 })
  const moment = (name: 'inicio' | 'fim' | 'ate', label: string, isRequired = true) => (
    <div className="data-hora">
      <Field
        {...campo(`${name}-dia`)}
        label={label}
        type={isDate(descricao[`${name}-dia`]) ? 'date' : 'text'}
        max="2999-12-31"
        required={isRequired}
      />
      <Field
        {...campo(`${name}-hora`)}
        label="às"
        type={isTime(descricao[`${name}-hora`]) ? 'time' : 'text'}
        required={isRequired}
      />
    </div>
  )
  return (
    <form
      method="post"
      action="/painel/evento"
      className="descricao"
      encType="multipart/form-data"
      acceptCharset="utf-8"
      noValidate
    >
      <Hidden versao={versao} era={era} />
      <fieldset className="grupo">
        <legend>O convite</legend>
        <Field {...text('anfitriao')} label="Quem convida" />
        <Field
          {...text('ocasiao')}
          label="Ocasião"
          hint="O que é: palestra, jantar, leilão. Aparece no alto do convite."
        />
        <Field {...text('titulo')} label="Título" hint="O nome do evento, sem aspas." />
      </fieldset>
      <fieldset className="grupo">
        <legend>Quando e onde</legend>
        {moment('inicio', 'Começa em')}
        {ditos ? <p className="dia-da-semana">{ditos.inicio}</p> : null}
        {moment('fim', 'Termina em')}
        {ditos ? <p className="dia-da-semana">{ditos.fim}</p> : null}
        <div className="metade">
          <Field {...text('local')} label="Local" />
          <Field {...text('cidade')} label="Cidade" />
        </div>
        <Field
          {...text('contato')}
          label="WhatsApp para dúvidas"
          hint="Quem não puder ir ou quiser corrigir um dado fala com este número. Também serve um e-mail."
          autoCapitalize="none"
          spellCheck={false}
        />
      </fieldset>
      <Escolhas isFolded={isNew && !OPTIONAL.some((id) => errors[id]) && Object.keys(falhas).length === 0}>
        <ImagemFields {...formulario} />
        <fieldset className="grupo">
          <legend>Certificado</legend>
          <p className="nota">
            Quem entrou no evento baixa o seu certificado depois do fim, até os dados serem apagados.
          </p>
          {(['1', '2'] as const).map((n) => (
            <div className="metade" key={n}>
              <Field {...signature(`assina-${n}`)} label={n === '1' ? 'Quem assina' : 'Quem mais assina'} />
              <Field {...signature(`cargo-${n}`)} label="Cargo" />
            </div>
          ))}
          <Field
            {...campo('carga')}
            label="Carga horária"
            hint="Como 2h30. Em branco, é do começo ao fim."
            className="curto"
            autoComplete="off"
            maxLength={30}
          />
        </fieldset>
        <fieldset className="grupo">
          <legend>Inscrições e dados</legend>
          <Option type="radio" name="ate" value="fim" defaultChecked={descricao.ate !== 'data'}>
            <b>Inscrições até o fim do evento</b>
            <span className="nota">Quem chega sem cadastro ainda se cadastra na porta.</span>
          </Option>
          <Option type="radio" name="ate" value="data" defaultChecked={descricao.ate === 'data'}>
            <b>Até uma data</b>
          </Option>
          <div className="junto">{moment('ate', 'Dia', false)}</div>
          <Field
            {...campo('dias')}
            label="Apagar os dados dos convidados depois de"
            hint={ditos?.dias ?? 'Dias depois do fim.'}
            className="curto"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            required
          />
          <Option type="checkbox" name="nomes" value="sim" defaultChecked={descricao.nomes === 'sim'}>
            <b>Nomes na mesa</b>
            <span className="nota">
              O responsável de cada empresa vê o nome de quem se cadastrou na mesa dele. Sem isto, vê só
              “Ocupante 1, 2, 3”.
            </span>
          </Option>
        </fieldset>
      </Escolhas>
      <div className="barra-fixa">
        <button name="ato" value="conferir">
          {isNew ? 'CONFERIR O CONVITE' : 'CONFERIR'}
        </button>
        {children}
      </div>
    </form>
  )
}

/** A field for dates or hours would drop what is none: what was typed stays in one for text. */
function isDate(typed: string): boolean {
  const at = Date.parse(typed)
  return typed === '' || (!Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === typed)
}

const isTime = (typed: string) => typed === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(typed)

const OPTIONAL = [
  ...(['ate-dia', 'ate-hora', 'dias', 'assina-1', 'cargo-1', 'assina-2', 'cargo-2', 'carga'] as const),
] satisfies Campo[]

/** What is chosen already needs no look the first time. */
function Escolhas({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  if (!isFolded) return children
  return (
    <details className="escolhas">
      <summary>O QUE JÁ VEM ESCOLHIDO</summary>
      {children}
    </details>
  )
}
