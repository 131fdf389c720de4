import { NovosConvites } from './new-convites'
import type { RotuloRecusado } from './refused-rotulo'

interface Props {
  path: string
  livres: number
  pedido: string
  label: string
  dica: string
  recusado: RotuloRecusado | null
}

/** The form for new personal invitations, in the words of a table's panel. */
export function NovosConvitesDaMesa({ dica, ...props }: Props) {
  return (
    <NovosConvites
      {...props}
      dica={`${dica} Dá para criar até ${props.livres}.`}
      botao="CRIAR CONVITES PESSOAIS"
      semLivres="Não há convites livres para novos convites pessoais."
    />
  )
}
