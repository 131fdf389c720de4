import { LinesField } from './field.tsx'

export interface NewConvitesProps {
  /** Where it is posted; absent for its own page. */
  path?: string
  livres: number
  /** A random value: sending the same form again makes no more. */
  pedido: string
  label: string
  tip: string
  botao: string
  /** Replaces the form while none are left. */
  noneLeft: string
  required?: boolean
  recusado: RefusedRotulo | null
}

export function NewConvites(props: NewConvitesProps) {
  const { path, livres, pedido, label, tip, botao, noneLeft, required, recusado } = props
  if (livres === 0 && recusado === null) return <p className="nota criar">{noneLeft}</p>
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
      <input type="hidden" name="pedido" value={pedido} />
      <button name="ato" value="criar">
        {botao}
      </button>
    </form>
  )
}

/** A label, or the labels of new invitations, as typed and refused. */
export interface RefusedRotulo {
  /** The invitation whose label it was; null for labels of new ones. */
  codigo: string | null
  typed: string
  message: string
}

/** The id of the field for an invitation's label, or for the labels of new ones. */
export const rotuloFieldOf = (codigo: string | null) => (codigo === null ? 'rotulos' : `rotulo-${codigo}`)
