import type { ReactNode } from 'react'
import { assuntoOf, camposOf, GRUPOS, type Assunto, type Campo } from '../../../server/domain/assuntos'
import type { Descricao } from '../../../server/domain/descricao'
import type { DescricaoErrors } from '../../../server/domain/parse-descricao'
import { ErrorSummary, Field, LinesField, Message, Option } from '~/shared/field'
import { ImagemFields, LogoFields, NOMES_DA_IMAGEM, type Escolhas, type Falhas } from './imagem.tsx'
import { nomeOfCampo } from './palavras.ts'

/** What a form holds: what was typed and chosen, and the values it was made from. */
export interface Typed {
  /** Null if no event is described yet. */
  versao: number | null
  typed: Descricao
  era: Descricao
  escolha: Escolhas
  /** The own pictures the form was made from; empty text for none. */
  eraImagem: string
}

/** The form: the values it shows, those it was made from, and what is wrong with it. */
export interface Formulario extends Omit<Typed, 'typed'> {
  descricao: Descricao
  /** The hints beside fields, if the values describe a valid event. */
  ditos: Partial<Record<Assunto, string>> | null
  errors: DescricaoErrors
  /** What is wrong with uploaded pictures. */
  falhas: Falhas
  /** What someone else stored meanwhile. */
  mudou: Mudou | null
  /** conferir was pressed, but nothing differs from what is stored. */
  isSame: boolean
}

interface Mudou {
  quem: string
  /** `às 14h02` */
  quando: string | null
  canceladoem: boolean
  mudados: { nome: string; valor: string; isMine: boolean }[]
}

/** Tells whether it began with what an event before it offers. */
export const isOffered = ({ versao, era }: Pick<Formulario, 'versao' | 'era'>) =>
  versao === null && era.anfitriao !== ''

/** What needs correcting before the changes can be checked. */
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

/** Hidden fields: the version, the values the form was made from and, on the checking page, its values. */
export function Hidden(form: Pick<Formulario, 'versao' | 'era'> & { descricao?: Descricao }) {
  const { versao, era, descricao } = form
  const fields = [
    ['versao', versao === null ? '' : String(versao)],
    ...Object.entries(era).map(([name, value]) => [`era-${name}`, value]),
    ...Object.entries(descricao ?? {}),
  ]
  return fields.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

/** Describes the event, or changes it. */
export function EventoForm({ formulario, children }: { formulario: Formulario; children: ReactNode }) {
  const { versao, era } = formulario
  const isNew = versao === null
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
      <Grupo nome="O convite" formulario={formulario} />
      <Grupo nome="Quando e onde" formulario={formulario} />
      <ImagemFields {...formulario} />
      <LogoFields {...formulario} />
      <Grupo nome="Certificado" formulario={formulario}>
        <p className="nota">
          Quem entrou no evento baixa o seu certificado depois do fim, até os dados serem apagados.
        </p>
      </Grupo>
      <Grupo nome="Inscrições e dados" formulario={formulario} />
      <div className="barra-fixa">
        <button name="ato" value="conferir">
          {isNew ? 'Conferir o convite' : 'Conferir'}
        </button>
        {children}
      </div>
    </form>
  )
}

interface GrupoProps {
  nome: keyof typeof GRUPOS
  formulario: Formulario
  children?: ReactNode
}

/** A part of the form. */
function Grupo({ nome, formulario, children }: GrupoProps) {
  const lines: Assunto[][] = GRUPOS[nome]
  return (
    <fieldset className="grupo">
      <legend>{nome}</legend>
      {children}
      {lines.map((names) => {
        const inputs = names.map((name) => <Inputs key={name} name={name} formulario={formulario} />)
        return names.length === 1 ? (
          inputs
        ) : (
          <div className="metade" key={names[0]}>
            {inputs}
          </div>
        )
      })}
    </fieldset>
  )
}

/** The inputs of a field. */
function Inputs({ name, formulario }: { name: Assunto; formulario: Formulario }) {
  const { forma, nome, rotulo = nome, dica, exemplo, entrada } = assuntoOf(name)
  const { versao, descricao, ditos, errors } = formulario
  const dito = ditos?.[name]
  const campos = camposOf(name).map((id) => ({ id, value: descricao[id], error: errors[id] ?? null }))
  const [first, ...others] = campos
  if (!first) return null
  switch (forma.kind) {
    case 'linha':
    case 'curta':
      return (
        <Field
          {...first}
          className={forma.kind === 'curta' ? 'curto' : undefined}
          {...forma.entrada}
          placeholder={versao === null ? exemplo : undefined}
          {...entrada}
          label={rotulo}
          hint={dito ?? dica}
        />
      )
    case 'livre':
      return <LinesField {...first} {...forma.entrada} rows={3} label={rotulo} hint={dica} />
    case 'momento':
      return (
        <>
          <Momento campos={campos} label={rotulo} isRequired />
          {dito === undefined ? null : <p className="dia-da-semana">{dito}</p>}
        </>
      )
    case 'prazo':
      return (
        <>
          <Option type="radio" name={first.id} value="fim" defaultChecked={first.value !== 'data'}>
            <b>Inscrições até o fim do evento</b>
            <span className="nota">Quem chegar sem cadastro faz o dele na porta.</span>
          </Option>
          <Option type="radio" name={first.id} value="data" defaultChecked={first.value === 'data'}>
            <b>Até uma data</b>
          </Option>
          <div className="junto">
            <Momento campos={others} label={rotulo} isRequired={false} />
          </div>
        </>
      )
    case 'caixa':
      return (
        <Option type="checkbox" name={first.id} value="sim" defaultChecked={first.value === 'sim'}>
          <b>{rotulo}</b>
          <span className="nota">{dica}</span>
        </Option>
      )
    case 'assinaturas':
      return ['Quem assina', 'Quem mais assina'].map((label, n) => (
        <div className="metade" key={label}>
          {campos.slice(2 * n, 2 * n + 2).map((campo, at) => (
            <Field key={campo.id} {...campo} {...forma.entrada} label={at === 0 ? label : 'Cargo'} />
          ))}
        </div>
      ))
    case 'em-outra-pagina':
      return null
    default:
      return forma.kind satisfies never
  }
}

interface MomentoProps {
  /** Those of the day and of the hour. */
  campos: { id: Campo; value: string; error: string | null }[]
  label: string
  isRequired: boolean
}

/** A date or time input would drop an invalid value, so a text input keeps what was typed. */
function Momento({ campos, label, isRequired }: MomentoProps) {
  return (
    <div className="data-hora">
      {campos.map((campo, at) => {
        const input =
          at === 0
            ? { label, type: isDate(campo.value) ? 'date' : 'text', max: '2999-12-31' }
            : { label: 'às', type: isTime(campo.value) ? 'time' : 'text' }
        return <Field key={campo.id} {...campo} {...input} required={isRequired} />
      })}
    </div>
  )
}

function isDate(typed: string): boolean {
  const at = Date.parse(typed)
  return typed === '' || (!Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === typed)
}

const isTime = (typed: string) => typed === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(typed)
