import type { ReactNode } from 'react'
import { Painel } from '~/painel/painel'
import { PrintButton } from '~/shared/print'

interface GuiaProps {
  titulo: string
  partes: { id: string; nome: string }[]
  /** Made at build time from a file of ours, so no user input reaches it. */
  html: string
  kicker: ReactNode
}

/** A guide as a page of the board: its parts to jump to, and the text with its pictures. */
export function Guia({ titulo, partes, html, kicker }: GuiaProps) {
  return (
    <Painel current="Ajuda" title={titulo} kicker={kicker} gauge={<PrintButton />}>
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
