interface ErrorSummaryProps {
  title: string
  /** The id of the field (or button) each sentence is about. */
  errors: { id: string; message: string }[]
}

/** What must be corrected, first on the page and first in focus, each sentence a link to its field. */
export function ErrorSummary({ title, errors }: ErrorSummaryProps) {
  return (
    <div className="resumo" tabIndex={-1} autoFocus role="group" aria-labelledby="resumo">
      <h2 id="resumo">{title}</h2>
      <ul>
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a href={`#${id}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Over what must be corrected, on the board. */
export const NOT_SAVED = 'Nada foi gravado. Falta corrigir:'

/** `Falta corrigir 2 campos` */
export function countFields(count: number): string {
  return `Falta corrigir ${count === 1 ? '1 campo' : `${count} campos`}`
}
