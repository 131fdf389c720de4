/** Whether a guest is inside, and since when: `Dentro, 19h24`. */
export function Estado({ dentro }: { dentro: string | null }) {
  return dentro === null ? (
    <span className="estado aberto">Confirmado</span>
  ) : (
    <span className="estado dentro">{`Dentro, ${dentro}`}</span>
  )
}
