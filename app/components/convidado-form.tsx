import type { ReactNode } from 'react'
import type { CadastroErrors, CadastroValues } from '../../server/domain/cadastro'
import { Field } from './field'
import { TwinTold, type TwinProps } from './twin'

/** Somebody stored who may be the same person, and the field that found it. */
export type TwinFound = TwinProps & { campo: 'nome' | 'telefone' }

interface Props {
  values: CadastroValues
  errors: CadastroErrors
  twin: TwinFound | null
  /** Between the fields and the buttons. */
  children?: ReactNode
  /** GRAVAR and its like. */
  actions: ReactNode
}

/** The three fields of a guest, for the organiser; a twin stands under the field that found it. */
export function ConvidadoForm({ values, errors, twin, children, actions }: Props) {
  const taken = twin ? { [twin.campo]: TAKEN } : {}
  const { nome, telefone, email } = { ...taken, ...errors }
  return (
    <form method="post" noValidate acceptCharset="utf-8">
      <Field
        id="nome"
        label="Nome completo"
        error={nome ?? null}
        value={values.nome}
        className="maiusculas"
        type="text"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={120}
        required
      />
      {twin?.campo === 'nome' ? <TwinTold {...twin} /> : null}
      <Field
        id="telefone"
        label="WhatsApp"
        hint="DDD e número. Ex.:&nbsp;11987654321"
        error={telefone ?? null}
        value={values.telefone}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={20}
        required
      />
      {twin?.campo === 'telefone' ? <TwinTold {...twin} /> : null}
      <Field
        id="email"
        label="E-mail"
        hint="Opcional."
        error={email ?? null}
        value={values.email}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={254}
      />
      {children}
      <div className="acoes">{actions}</div>
    </form>
  )
}

const TAKEN = 'Este nome com este WhatsApp já é de outro cadastro.'

/** What must be corrected, each with its field, for the summary. */
export function missingOf(errors: CadastroErrors, twin: TwinFound | null): { id: string; message: string }[] {
  const all: CadastroErrors = { ...(twin && { [twin.campo]: TAKEN }), ...errors }
  return (['nome', 'telefone', 'email'] as const).flatMap((id) => {
    const message = all[id]
    return message === undefined ? [] : [{ id, message }]
  })
}
