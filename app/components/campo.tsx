import type { InputHTMLAttributes } from 'react'

interface CampoProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'id'> {
  /** The field's id and name. */
  id: string
  label: string
  hint?: string
  error: string | null
  /** What was typed before; the field is uncontrolled, so that typing never waits for a script. */
  value: string
}

/** A labelled field with its hint and its error, tied together for screen readers. */
export function Campo({ id, label, hint, error, value, ...input }: CampoProps) {
  const describedBy = [hint && `${id}-dica`, error && `${id}-falha`].filter(Boolean).join(' ')
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
      <input
        {...input}
        id={id}
        name={id}
        defaultValue={value}
        aria-describedby={describedBy || undefined}
        aria-invalid={error ? true : undefined}
      />
    </div>
  )
}
