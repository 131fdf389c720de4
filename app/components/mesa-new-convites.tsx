import { NewConvites } from './new-convites'
import type { RefusedRotulo } from './refused-rotulo'

interface Props {
  path: string
  livres: number
  pedido: string
  label: string
  tip: string
  recusado: RefusedRotulo | null
}

/** The form for new personal invitations, in the words of a table's panel. */
export function MesaNewConvites({ tip, ...props }: Props) {
  return (
    <NewConvites
      {...props}
      tip={`${tip} Dá para criar até ${props.livres}.`}
      botao="CRIAR CONVITES PESSOAIS"
      noneLeft="Não há convites livres para novos convites pessoais."
    />
  )
}
