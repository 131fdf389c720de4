import type { ReactNode } from 'react'
import { hiddenLink, type Mensagem } from './mensagem.ts'

interface Props {
  mensagem: Mensagem
  /** Underlines with dots what nobody can change. */
  isMarked?: boolean
}

/** A message as it will arrive. */
export function Balao({ mensagem, isMarked = false }: Props) {
  const { saudacao, abertura, quando, onde, recado, fim, link } = mensagem
  const fixed = (children: ReactNode) => (isMarked ? <span className="fixo">{children}</span> : children)
  return (
    <div className="recuo">
      <div className="balao">
        <p>
          {fixed(saudacao)} {abertura}
        </p>
        <p>
          {fixed(
            <>
              {quando}
              <br />
              {onde}
            </>,
          )}
        </p>
        {recado === '' ? null : <p>{recado}</p>}
        <p>{fixed(`${fim} ${hiddenLink(link)}`)}</p>
      </div>
    </div>
  )
}
