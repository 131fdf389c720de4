interface Props {
  /** Pages begin at 1. */
  pagina: number
  perPage: number
  total: number
  /** The address of a page. */
  hrefOf: (pagina: number) => string
}

/** `101 a 200 de 391`, and the way to the page before and the next; nothing where all fit on one. */
export function Paging({ pagina, perPage, total, hrefOf }: Props) {
  if (total <= perPage) return null
  const last = Math.min(pagina * perPage, total)
  return (
    <nav className="pagina" aria-label="Páginas">
      {pagina > 1 ? (
        <a className="botao contorno" href={hrefOf(pagina - 1)}>
          ANTERIORES
        </a>
      ) : null}
      <span>{`${(pagina - 1) * perPage + 1} a ${last} de ${total}`}</span>
      {last < total ? (
        <a className="botao contorno" href={hrefOf(pagina + 1)}>
          PRÓXIMOS
        </a>
      ) : null}
    </nav>
  )
}
