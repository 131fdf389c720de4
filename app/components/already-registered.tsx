/** Returns to the landing screen (specification, section 2). */
export function AlreadyRegistered() {
  return (
    <a className="botao contorno" href="/">
      JÁ ME CADASTREI, ACESSAR CONVITE
    </a>
  )
}
