import type { ReactNode } from 'react'

interface Props {
  title: string
  /** `Sociedade Rural · 16 de setembro, 19h30 · 391 convidados` */
  kicker: string
  parte: number
  partes: number
  /** The same list in the other order. */
  outra: { href: string; text: string }
  children: ReactNode
}

/** A list on the sheet it is printed on, and above it, on the screen alone, how to print it. */
export function PrintedList({ title, kicker, parte, partes, outra, children }: Props) {
  return (
    <>
      <div className="so-tela alerta">
        <p>
          Para imprimir: <b>Ctrl + P</b>, papel A4. No celular, Compartilhar e Imprimir.{' '}
          <a href={outra.href}>{outra.text}</a>.{' '}
          <a href="/painel/listas/entradas">Lançar os nomes marcados</a>.
        </p>
        {partes > 1 ? (
          <p>
            {`A lista é longa: esta é a parte ${parte} de ${partes}. `}
            {parte > 1 ? <a href={`?parte=${parte - 1}`}>Parte anterior</a> : null}
            {parte > 1 && parte < partes ? ' · ' : ''}
            {parte < partes ? <a href={`?parte=${parte + 1}`}>Próxima parte</a> : null}
          </p>
        ) : null}
      </div>
      <article className="folha">
        <div className="topo">
          <div>
            <p className="sobre">{kicker}</p>
            <h1>{partes > 1 ? `${title}, parte ${parte} de ${partes}` : title}</h1>
          </div>
        </div>
        {children}
      </article>
    </>
  )
}
