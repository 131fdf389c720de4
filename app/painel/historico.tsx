import type { ReactNode } from 'react'
import type { linhasOf } from './historico.server.ts'

type Linha = Awaited<ReturnType<typeof linhasOf>>['lines'][number]

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

export const AssuntoTold = ({ text, href }: Linha['alvo']) =>
  href === null ? text : <a href={href}>{text}</a>
