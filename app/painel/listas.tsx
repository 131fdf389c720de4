import type { ReactNode } from 'react'
import { PrintBar } from '~/shared/print'
import type { Whereabouts } from './convidado-told.tsx'
import { Painel } from './painel.tsx'

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

/** A list on its printed sheet. Above it, on screen only, how to print it. */
export function PrintedList({ title, kicker, parte, partes, outra, children }: Props) {
  return (
    <Painel current="Listas" title={null}>
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
      <PrintBar />
    </Painel>
  )
}

/** A table's number in a box, before its company; nothing for a table without one. */
export function NumeroEmCaixa({ numero }: { numero: string }) {
  return numero === '' ? null : (
    <>
      <b className="n-mesa">
        <span className="oculto">Mesa </span>
        {numero}
      </b>{' '}
    </>
  )
}

/** A guest's name on a list, with who brought them. */
export function NomeComQuem({ nome, com }: { nome: string; com: string | null }) {
  return (
    <th scope="row">
      {nome}
      {com === null ? null : <small>{` com ${com}`}</small>}
    </th>
  )
}

/** The box to tick: ticked, with the time, for a guest who is inside; none for a guest who withdrew. */
export function BoxToTick({ dentro, retirada }: Whereabouts) {
  if (dentro !== null)
    return (
      <td className="caixa marcada">
        <span className="oculto">Entrou, </span>
        {dentro}
      </td>
    )
  return <td className={retirada === null ? 'caixa' : undefined} />
}

/** The page of everyone's certificates, or of one company's; with `.pdf`, a file of them. */
export function certificadosHref(
  empresaid: string | null,
  rest: '' | '.pdf' = '',
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ ...(empresaid !== null && { empresa: empresaid }), ...more }).toString()
  return `/painel/listas/certificados${rest}${query && `?${query}`}`
}
