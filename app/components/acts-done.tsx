import { AlvoTold } from './alvo-told'

interface Props {
  lines: {
    id: string
    data: string
    hora: string
    iso: string
    what: string
    quem: string
    alvo: Parameters<typeof AlvoTold>[0]
  }[]
  /** True where every act was done to the thing the page is about. */
  isAlvoKnown?: boolean
}

/** What was done to one thing, newest first. */
export function ActsDone({ lines, isAlvoKnown = false }: Props) {
  return (
    <ol className="historia">
      {lines.map(({ id, data, hora, iso, what, quem, alvo }) => (
        <li key={id}>
          <time dateTime={iso}>{`${data}, ${hora}`}</time>
          <span>
            {what}, {quem}
            {isAlvoKnown ? null : (
              <>
                {': '}
                <AlvoTold {...alvo} />
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
