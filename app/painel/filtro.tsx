import type { InputHTMLAttributes, ReactNode } from 'react'
import { OutlineLink } from '~/shared/page'
import { grouped } from '~/shared/words'

// Parts that narrow a list of the board and lead through its pages.

interface SearchFormProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'hidden'> {
  label: string
  action?: string
  /** What was typed before. */
  q?: string
  /** Hidden fields that stay chosen, by name; a null value adds no field. */
  hidden?: Record<string, string | null | undefined>
  /** The page has a more important button. */
  isOutlined?: boolean
  /** A note below. */
  children?: ReactNode
}

export function SearchForm(props: SearchFormProps) {
  const { label, action, q, hidden = {}, isOutlined = false, children, ...input } = props
  return (
    <form className="filtro" action={action} role="search">
      <div>
        <label htmlFor="q">{label}</label>
        <input
          id="q"
          name="q"
          type="search"
          defaultValue={q}
          {...input}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      {Object.entries(hidden).map(([name, value]) =>
        value == null ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <button className={isOutlined ? 'contorno' : undefined}>Buscar</button>
      {children}
    </form>
  )
}

interface Chip {
  nome: string
  href: string
  /** How many it shows, where that is given. */
  count?: number
  isCurrent: boolean
}

/** Links that choose a part of a list. `isRow`: on a phone they are one row. */
export function Chips({ label, chips, isRow }: { label: string; chips: Chip[]; isRow?: boolean }) {
  return (
    <nav className={isRow ? 'chips corre' : 'chips'} aria-label={label}>
      {chips.map(({ nome, href, count, isCurrent }) => (
        <a
          key={nome}
          className={count === 0 ? 'vazia' : undefined}
          href={href}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {count === undefined ? (
            nome
          ) : (
            <>
              {nome} <b>{grouped(count)}</b>
            </>
          )}
        </a>
      ))}
    </nav>
  )
}

/** The requested page of a list, or its last one, with its rows. */
export function pageIn<Row>(rows: Row[], asked: number, perPage: number) {
  const pagina = Math.min(asked, Math.max(1, Math.ceil(rows.length / perPage)))
  return { pagina, perPage, total: rows.length, rows: rows.slice((pagina - 1) * perPage, pagina * perPage) }
}

/** `101 a 200 de 20.000`, and links to the previous and next page; nothing if all fit on one. */
export function Paging(
  props: Record<'pagina' | 'perPage' | 'total', number> & { hrefOf: (pagina: number) => string },
) {
  const { pagina, perPage, total, hrefOf } = props
  if (total <= perPage) return null
  const last = Math.min(pagina * perPage, total)
  return (
    <nav className="pagina" aria-label="Páginas">
      {pagina > 1 ? <OutlineLink href={hrefOf(pagina - 1)}>Anteriores</OutlineLink> : null}
      <span>{`${grouped((pagina - 1) * perPage + 1)} a ${grouped(last)} de ${grouped(total)}`}</span>
      {last < total ? <OutlineLink href={hrefOf(pagina + 1)}>Próximos</OutlineLink> : null}
    </nav>
  )
}
