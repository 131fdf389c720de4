export interface Linha {
  id: string
  /** `Hoje, 16 de setembro` */
  dia: string
  /** `16/9` */
  data: string
  /** `19h41` */
  hora: string
  /** The instant, for machines. */
  iso: string
  what: string
  quem: string
  alvo: Assunto
}

interface HistoricoLinesProps {
  lines: Linha[]
  /** True where every act was done to the page's own subject. */
  isAssuntoKnown?: boolean
}

export function HistoricoLines({ lines, isAssuntoKnown = false }: HistoricoLinesProps) {
  return (
    <ol className="historia">
      {lines.map(({ id, data, hora, iso, what, quem, alvo }) => (
        <li key={id}>
          <time dateTime={iso}>{`${data}, ${hora}`}</time>
          <span>
            {what}, {quem}
            {isAssuntoKnown ? null : (
              <>
                {': '}
                <AssuntoTold {...alvo} />
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** What an act was done to, in words, with a link to its page if it has one. */
export interface Assunto {
  text: string
  /** A guest's code, in the form people read aloud. */
  codigo: string | null
  href: string | null
}

export function AssuntoTold({ text, codigo, href }: Assunto) {
  const words = (
    <>
      {text}
      {codigo === null ? null : <span className="codigo"> {codigo}</span>}
    </>
  )
  return href === null ? words : <a href={href}>{words}</a>
}
