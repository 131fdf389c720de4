import type { ReactNode } from 'react'
import { LUGARES_MAX } from '../../server/domain/acompanhantes'
import type { DaPessoa } from '../../server/domain/convite-pessoal'
import { LinesField } from './field.tsx'

export interface NewConvitesProps {
  /** Where it is posted; absent for its own page. */
  path?: string
  /** A random value: sending the same form again makes no more. */
  pedido: string
  label: string
  tip: string
  botao: string
  required?: boolean
  recusado: RefusedRotulo | null
  /** Between the names and how many people each is for. */
  children?: ReactNode
}

export function NewConvites(props: NewConvitesProps) {
  const { path, pedido, label, tip, botao, required, recusado, children } = props
  return (
    <form className="criar" method="post" action={path} acceptCharset="utf-8">
      <LinesField
        id="rotulos"
        label={label}
        hint={tip}
        error={recusado?.message ?? null}
        value={recusado?.typed ?? ''}
        rows={4}
        required={required}
        autoComplete="off"
        autoCapitalize="sentences"
      />
      {children}
      <div className="linha">
        <label htmlFor="lugares">Cada convite vale para quantas pessoas</label>
        <select id="lugares" name="lugares" defaultValue={recusado?.lugares ?? 1}>
          {Array.from({ length: LUGARES_MAX }, (_, at) => (
            <option key={at}>{at + 1}</option>
          ))}
        </select>
      </div>
      <input type="hidden" name="pedido" value={pedido} />
      <button name="ato" value="criar">
        {botao}
      </button>
    </form>
  )
}

/** What was typed for an invitation, or the lines of new ones, and refused. */
export interface RefusedRotulo extends Partial<Record<'telefone' | 'nota', string | undefined>> {
  /** The invitation it was; null for new ones. */
  codigo: string | null
  /** The refused field of an invitation. */
  campo?: keyof DaPessoa
  /** The label, or the lines. */
  typed: string
  lugares?: number
  message: string
}

/** The id of a field of an invitation, or of the lines of new ones. */
export const rotuloFieldOf = (codigo: string | null, campo: keyof DaPessoa = 'rotulo') =>
  codigo === null ? 'rotulos' : `${campo}-${codigo}`
