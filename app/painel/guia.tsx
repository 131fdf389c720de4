import type { ReactNode } from 'react'
import { Painel } from '~/painel/painel'

interface GuiaProps {
  titulo: string
  partes: { id: string; nome: string }[]
  /** Made at build time from a file of ours, so no user input reaches it. */
  html: string
  kicker: ReactNode
  /** What prints the guide. */
  gauge: ReactNode
}

/** A guide as a page of the board: its parts to jump to, and the text with its pictures. */
export function Guia({ titulo, partes, html, kicker, gauge }: GuiaProps) {
  return (
    <Painel current="Ajuda" title={titulo} kicker={kicker} gauge={gauge}>
      <div className="leitura">
        <nav className="partes" aria-label="Partes do guia">
          {partes.map(({ id, nome }) => (
            <a key={id} href={`#${id}`}>
              {nome}
            </a>
          ))}
        </nav>
        <article className="guia" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </Painel>
  )
}
