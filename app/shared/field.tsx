import {
  useContext,
  type ComponentPropsWithoutRef,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
} from 'react'
import { own } from '../../server/domain/own.ts'
import { DocumentContext } from './document.ts'
import { Script } from './page.tsx'

interface Row {
  id: string
  label: string
  hint?: string | undefined
  error?: string | null | undefined
}

/** `value`: what was typed before; a file has none. The field is uncontrolled, so that typing never waits for a script. */
type FieldProps<Attributes> = Row & { value?: string } & Omit<Attributes, 'value' | 'id'>
type Input = FieldProps<InputHTMLAttributes<HTMLInputElement>>
type Textarea = FieldProps<TextareaHTMLAttributes<HTMLTextAreaElement>>

/**
 * A labelled field with its hint and its error, linked for screen readers. Browsers suggest nothing for it
 * unless `autoComplete` says what it is.
 */
export function Field({ id, label, hint, error, value, ...input }: Input) {
  return (
    <FieldRow id={id} label={label} hint={hint} error={error}>
      <input autoComplete="off" {...input} {...tiesOf({ id, hint, error })} defaultValue={value} />
    </FieldRow>
  )
}

export function LinesField({ id, label, hint, error, value, ...textarea }: Textarea) {
  return (
    <FieldRow id={id} label={label} hint={hint} error={error}>
      <textarea {...textarea} {...tiesOf({ id, hint, error })} defaultValue={value} />
    </FieldRow>
  )
}

/** A checkbox or radio button, with its label. */
export function Option({ children, ...input }: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="opcao" htmlFor={input.id}>
      <input {...input} />
      <span>{children}</span>
    </label>
  )
}

function FieldRow({ id, label, hint, error, children }: Row & { children: ReactNode }) {
  return (
    <div className="linha">
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <span className="dica" id={`${id}-dica`}>
          {hint}
        </span>
      ) : null}
      <Failure id={id} error={error} />
      {children}
    </div>
  )
}

export function Failure({ id, error }: { id: string; error: string | null | undefined }) {
  if (!error) return null
  return (
    <span className="falha" id={`${id}-falha`}>
      <span className="oculto">Erro: </span>
      {error}
    </span>
  )
}

function tiesOf({ id, hint, error }: Omit<Row, 'label'>) {
  const describedBy = [hint && `${id}-dica`, error && `${id}-falha`].filter(Boolean).join(' ')
  return {
    id,
    name: id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
  }
}

/** What is wrong with the field or button with this id; no message if nothing is. */
export interface FieldError {
  id: string
  message: string | null | undefined
}

/**
 * What needs correcting, first on the page and first in focus, each sentence a link to its field; nothing if
 * nothing does.
 */
export function ErrorSummary(props: { title: string | ((count: number) => string); errors: FieldError[] }) {
  const { title, errors } = props
  const wrong = errors.filter(({ message }) => message)
  if (wrong.length === 0) return null
  return (
    <div className="resumo" tabIndex={-1} autoFocus role="group" aria-labelledby="resumo">
      <h2 id="resumo">{typeof title === 'string' ? title : title(wrong.length)}</h2>
      <ul>
        {wrong.map(({ id, message }) => (
          <li key={id}>
            <a href={`#${id}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const NOT_SAVED = 'Nada foi gravado. Falta corrigir:'

export function countFields(count: number): string {
  return `Falta corrigir ${count === 1 ? '1 campo' : `${count} campos`}`
}

/** What was done, or what to mind. The first word says which; the colour only repeats it. */
export function Message({ isWarning = false, children }: { isWarning?: boolean; children: ReactNode }) {
  return (
    <div className={isWarning ? 'alerta aviso' : 'alerta'} role="status">
      <p>
        <b>{isWarning ? 'Atenção:' : 'Feito:'}</b> {children}
      </p>
    </div>
  )
}

interface OutcomeProps {
  /** The value of `?feito=`: nothing else from an address is ever shown. */
  nome: string | null
  done: Readonly<Record<string, string>>
  warnings: Readonly<Record<string, string>>
}

export function Outcome({ nome, done, warnings }: OutcomeProps) {
  if (nome === null) return null
  const [message, warning] = [own(done, nome), own(warnings, nome)]
  if (message !== undefined) return <Message>{message}</Message>
  return warning === undefined ? null : <Message isWarning>{warning}</Message>
}

/** The button of a guests' form, its text while the form is being sent, and the script that shows it. */
export function SendButton({
  children,
  meanwhile,
  ...button
}: ComponentPropsWithoutRef<'button'> & { meanwhile: string }) {
  const { entry } = useContext(DocumentContext)
  return (
    <>
      <button {...button} data-envio={meanwhile}>
        <span data-rotulo="">{children}</span>
        <span data-dito="" />
      </button>
      <Script src={entry} />
    </>
  )
}
