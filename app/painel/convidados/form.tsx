import { Fragment, type ReactNode } from 'react'
import type { CadastroErrors, CadastroValues } from '../../../server/domain/cadastro'
import { convidadoHref, repetidosHref, WhereaboutsTold } from '~/painel/convidado-told'
import { Field, Option, type FieldError } from '~/shared/field'
import { ActLink, OutlineLink } from '~/shared/page'
import { countOf } from '~/shared/words'
import type { EmpresaTyped, repetidoFoundOf } from './convidado.server.ts'

/** The form shown again with what was typed, and what is wrong. */
export interface RefusedConvidadoForm {
  values: CadastroValues
  errors: CadastroErrors
  repetido: RepetidoFound | null
}

interface ConvidadoFormProps {
  values: CadastroValues
  refused: RefusedConvidadoForm | undefined
  /** Between the fields and the buttons. */
  children?: ReactNode
  button: string
  /** Where it leads without writing anything. */
  back: string
}

const FIELDS = [
  {
    id: 'nome',
    label: 'Nome completo',
    className: 'maiusculas',
    autoCapitalize: 'characters',
    enterKeyHint: 'next',
    maxLength: 120,
    required: true,
  },
  {
    id: 'telefone',
    label: 'WhatsApp',
    hint: 'DDD e número. Sem número? Pode deixar em branco.',
    inputMode: 'numeric',
    enterKeyHint: 'next',
    maxLength: 20,
  },
  {
    id: 'email',
    label: 'E-mail',
    hint: 'Opcional.',
    type: 'email',
    autoCapitalize: 'none',
    enterKeyHint: 'done',
    maxLength: 254,
  },
] as const

/**
 * The three fields of a guest, for the organiser. A possible duplicate shows under the field that found it.
 */
export function ConvidadoForm({ refused, children, button, back, ...shown }: ConvidadoFormProps) {
  const { values, errors, repetido } = refused ?? { ...shown, errors: {}, repetido: null }
  const wrong = wrongIn(errors, repetido)
  return (
    <form method="post" noValidate acceptCharset="utf-8">
      {FIELDS.map((field) => (
        <Fragment key={field.id}>
          <Field {...field} error={wrong[field.id]} value={values[field.id]} spellCheck={false} />
          {repetido?.campo === field.id ? <RepetidoTold {...repetido} /> : null}
        </Fragment>
      ))}
      {children}
      <div className="acoes">
        <button>{button}</button>
        <OutlineLink href={back}>Voltar sem gravar</OutlineLink>
      </div>
    </form>
  )
}

const TAKEN = {
  telefone: 'Este nome com este WhatsApp já é de outro cadastro.',
  empresa: 'Este nome, nesta empresa, já é de outro cadastro.',
}

const wrongIn = (errors: CadastroErrors, repetido: RepetidoFound | null): CadastroErrors => ({
  ...(repetido && { [repetido.campo]: TAKEN[repetido.pelo] }),
  ...errors,
})

/** What needs correcting, field by field, for the summary. */
export function missingOf(refused: RefusedConvidadoForm | undefined): FieldError[] {
  if (!refused) return []
  const wrong = wrongIn(refused.errors, refused.repetido)
  return FIELDS.map(({ id }) => ({ id, message: wrong[id] }))
}

type RepetidoFound = NonNullable<ReturnType<typeof repetidoFoundOf>>

/** A guest who may be the same person; the organiser decides. */
function RepetidoTold(props: RepetidoFound) {
  const { credencialid, nome, telefone, empresa, dentro, retirada, compared, isExact } = props
  return (
    <div className="alerta aviso">
      <h2>É a mesma pessoa?</h2>
      <dl className="fatos">
        <dt>Nome</dt>
        <dd>
          <a href={convidadoHref(credencialid)}>{nome}</a>
        </dd>
        <dt>WhatsApp</dt>
        <dd>{telefone}</dd>
        <dt>Empresa</dt>
        <dd>{empresa ?? 'nenhuma'}</dd>
        <dt>Situação</dt>
        <dd>
          <WhereaboutsTold dentro={dentro} retirada={retirada} />
        </dd>
      </dl>
      {compared === null ? null : (
        <p>
          <ActLink href={repetidosHref(compared, credencialid)}>Comparar e juntar os dois</ActLink>
        </p>
      )}
      {isExact ? null : (
        <Option type="checkbox" name="outra" value="1">
          Não, é outra pessoa: gravar assim mesmo.
        </Option>
      )}
    </div>
  )
}

interface EmpresaFieldProps extends EmpresaTyped {
  /** Names to suggest; the browser shows those that match what is typed. */
  suggested: string[]
  hint: string
}

export function EmpresaField({ typed, error, choices, suggested, hint }: EmpresaFieldProps) {
  return (
    <>
      <Field
        id="empresa"
        label="Empresa"
        hint={hint}
        error={error}
        value={typed}
        list={suggested.length > 0 ? 'empresas' : undefined}
        spellCheck={false}
        maxLength={200}
      />
      {suggested.length > 0 ? (
        <datalist id="empresas">
          {[...new Set(suggested)].map((nome) => (
            <option key={nome} value={nome} />
          ))}
        </datalist>
      ) : null}
      {choices.length > 0 ? (
        <fieldset className="linha">
          <legend>Qual delas?</legend>
          {choices.map(({ empresaid, nome, left }) => (
            <Option key={empresaid} type="radio" name="escolha" value={empresaid}>
              <b>{nome}</b> {`${countOf(left, 'livre', 'livres')}, em /${empresaid}`}
            </Option>
          ))}
        </fieldset>
      ) : null}
    </>
  )
}
