import type { ReactNode } from 'react'

/** A column's name: for text, for figures, or one only for screen readers. */
export type Head = string | { number: string } | { hidden: string }

interface TableProps {
  /** `dobra` by default: on a phone each row folds. */
  className?: string
  caption: ReactNode
  /** The caption is only for screen readers. */
  isCaptionHidden?: boolean
  heads: Head[]
  children: ReactNode
}

/** A table of the board: its caption, its column names and its rows. */
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
