import type { ReactNode } from 'react'

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

/** What was done to a page's subject, and a link to the rest; nothing if nothing was. */
export function HistoricoLines({ lines, children }: { lines: Linha[]; children?: ReactNode }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h2>Histórico</h2>
      <ol className="historia">
        {lines.map(({ id, data, hora, iso, what, quem }) => (
          <li key={id}>
            <time dateTime={iso}>{`${data}, ${hora}`}</time>
            <span>
              {what}, {quem}
            </span>
          </li>
        ))}
      </ol>
      {children}
    </section>
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
