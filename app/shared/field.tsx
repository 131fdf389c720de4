import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react'

interface Told {
  /** The field's id and name. */
  id: string
  label: string
  hint?: string
  error: string | null
}

type Own = 'value' | 'id'

interface FieldProps extends Told, Omit<InputHTMLAttributes<HTMLInputElement>, Own> {
  /** What was typed before; the field is uncontrolled, so that typing never waits for a script. */
  value: string
}

interface LinesFieldProps extends Told, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, Own> {
  /** What was typed before. */
  value: string
}

interface FieldRowProps {
  id: string
  label: string
  hint: string | undefined
  error: string | null
  children: ReactNode
}

/** A labelled field with its hint and its error, tied together for screen readers. */
export function Field({ id, label, hint, error, value, ...input }: FieldProps) {
  return (
    <FieldRow {...{ id, label, hint, error }}>
      <input {...input} {...tiesOf({ id, hint, error })} defaultValue={value} />
    </FieldRow>
  )
}

/** The same for several lines of text. */
export function LinesField({ id, label, hint, error, value, ...textarea }: LinesFieldProps) {
  return (
    <FieldRow {...{ id, label, hint, error }}>
      <textarea {...textarea} {...tiesOf({ id, hint, error })} defaultValue={value} />
    </FieldRow>
  )
}

function FieldRow({ id, label, hint, error, children }: FieldRowProps) {
  return (
    <div className="linha">
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <span className="dica" id={`${id}-dica`}>
          {hint}
        </span>
      ) : null}
      {error ? (
        <span className="falha" id={`${id}-falha`}>
          <span className="oculto">Erro: </span>
          {error}
        </span>
      ) : null}
      {children}
    </div>
  )
}

/** The attributes that tie a field to its hint and its error. */
function tiesOf({ id, hint, error }: Omit<FieldRowProps, 'label' | 'children'>) {
  const describedBy = [hint && `${id}-dica`, error && `${id}-falha`].filter(Boolean).join(' ')
  return {
    ...{ id, name: id, 'aria-describedby': describedBy || undefined },
    'aria-invalid': error ? true : undefined,
  }
}
