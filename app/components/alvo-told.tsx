interface Props {
  text: string
  codigo: string | null
  href: string | null
}

/** What an act of the history was done to, with its page where it has one. */
export function AlvoTold({ text, codigo, href }: Props) {
  const words = (
    <>
      {text}
      {codigo === null ? null : <span className="codigo"> {codigo}</span>}
    </>
  )
  return href === null ? words : <a href={href}>{words}</a>
}
