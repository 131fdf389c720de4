import type { ReactNode } from 'react'

/** The name of a column: of text, of figures, or one that is heard and not seen. */
export type Head = string | { number: string } | { hidden: string }

interface TableProps {
  /** `dobra`, unless it looks otherwise: on a phone each row folds. */
  className?: string
  caption: ReactNode
  /** The caption is heard and not seen. */
  isCaptionHidden?: boolean
  heads: Head[]
  children: ReactNode
}

/** A table of the board, by its caption, the names of its columns and its rows. */
export function Table(props: TableProps) {
  const { className = 'dobra', caption, isCaptionHidden = false, heads, children } = props
  return (
    <table className={className}>
      <caption className={isCaptionHidden ? 'oculto' : undefined}>{caption}</caption>
      <thead>
        <tr>{heads.map(headOf)}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

function headOf(head: Head) {
  const name = typeof head === 'string' ? head : 'number' in head ? head.number : head.hidden
  const isNumber = typeof head !== 'string' && 'number' in head
  const isHidden = typeof head !== 'string' && 'hidden' in head
  return (
    <th key={name} scope="col" className={isNumber ? 'n' : undefined}>
      {isHidden ? <span className="oculto">{name}</span> : name}
    </th>
  )
}
