interface Props {
  /** `19h24`; null while outside. */
  dentro: string | null
  /** `Desistiu em 15/9, 19h18`; null for a guest who did not withdraw. */
  retirada: string | null
}

/** Whether a guest is inside, and since when: `Dentro, 19h24`. A guest who withdrew and came after all is inside. */
export function WhereaboutsTold({ dentro, retirada }: Props) {
  if (dentro !== null) return <span className="estado dentro">{`Dentro, ${dentro}`}</span>
  if (retirada !== null) return <span className="estado fim">{retirada}</span>
  return <span className="estado aberto">Confirmado</span>
}
