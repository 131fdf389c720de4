import { NewConvites } from './new-convites'
import type { RefusedRotulo } from './refused-rotulo'

interface Props {
  path: string
  livres: number
  pedido: string
  label: string
  dica: string
  recusado: RefusedRotulo | null
}

/** The form for new personal invitations, in the words of a table's panel. */
export function MesaNewConvites({ dica, ...props }: Props) {
  return (
    <NewConvites
      {...props}
      dica={`${dica} Dá para criar até ${props.livres}.`}
      botao="CRIAR CONVITES PESSOAIS"
      semLivres="Não há convites livres para novos convites pessoais."
    />
  )
}
