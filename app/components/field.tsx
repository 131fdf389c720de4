import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react'

interface Dito {
  /** The field's id and name. */
  id: string
  label: string
  hint?: string
  error: string | null
}

type Own = 'value' | 'id'

interface CampoProps extends Dito, Omit<InputHTMLAttributes<HTMLInputElement>, Own> {
  /** What was typed before; the field is uncontrolled, so that typing never waits for a script. */
  value: string
}

interface CampoDeLinhasProps extends Dito, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, Own> {
  /** What was typed before. */
  value: string
}

interface LinhaProps {
  id: string
  label: string
  hint: string | undefined
  error: string | null
  children: ReactNode
}

/** A labelled field with its hint and its error, tied together for screen readers. */
export function Campo({ id, label, hint, error, value, ...input }: CampoProps) {
  return (
    <Linha {...{ id, label, hint, error }}>
      <input {...input} {...tiesOf({ id, hint, error })} defaultValue={value} />
    </Linha>
  )
}

/** The same for several lines of text. */
export function CampoDeLinhas({ id, label, hint, error, value, ...textarea }: CampoDeLinhasProps) {
  return (
    <Linha {...{ id, label, hint, error }}>
      <textarea {...textarea} {...tiesOf({ id, hint, error })} defaultValue={value} />
    </Linha>
  )
}

function Linha({ id, label, hint, error, children }: LinhaProps) {
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

/** What ties a field to its hint and its error. */
function tiesOf({ id, hint, error }: Omit<LinhaProps, 'label' | 'children'>) {
  const describedBy = [hint && `${id}-dica`, error && `${id}-falha`].filter(Boolean).join(' ')
  return {
    ...{ id, name: id, 'aria-describedby': describedBy || undefined },
    'aria-invalid': error ? true : undefined,
  }
}
