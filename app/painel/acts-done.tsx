interface ActsDoneProps {
  lines: {
    id: string
    data: string
    hora: string
    iso: string
    what: string
    quem: string
    alvo: Parameters<typeof AlvoTold>[0]
  }[]
  /** True where every act was done to the thing the page is about. */
  isAlvoKnown?: boolean
}

/** What was done to one thing, newest first. */
export function ActsDone({ lines, isAlvoKnown = false }: ActsDoneProps) {
  return (
    <ol className="historia">
      {lines.map(({ id, data, hora, iso, what, quem, alvo }) => (
        <li key={id}>
          <time dateTime={iso}>{`${data}, ${hora}`}</time>
          <span>
            {what}, {quem}
            {isAlvoKnown ? null : (
              <>
                {': '}
                <AlvoTold {...alvo} />
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

interface AlvoToldProps {
  text: string
  codigo: string | null
  href: string | null
}

/** What an act of the history was done to, with its page where it has one. */
export function AlvoTold({ text, codigo, href }: AlvoToldProps) {
  const words = (
    <>
      {text}
      {codigo === null ? null : <span className="codigo"> {codigo}</span>}
    </>
  )
  return href === null ? words : <a href={href}>{words}</a>
}
