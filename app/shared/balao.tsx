import type { ReactNode } from 'react'
import { hiddenLink, NAO_PODEREI, type Mensagem } from './mensagem.ts'

interface Props {
  mensagem: Mensagem
  /** Underlines with dots what nobody can change. */
  isMarked?: boolean
}

/** A message as it will arrive. */
export function Balao({ mensagem, isMarked = false }: Props) {
  const { saudacao, abertura, era, quando, onde, recado, fim, link, presenca } = mensagem
  const fixed = (children: ReactNode) => (isMarked ? <span className="fixo">{children}</span> : children)
  return (
    <div className="recuo">
      <div className="balao">
        <p>
          {fixed(saudacao)} {abertura}
        </p>
        {era === '' ? null : <p>{fixed(era)}</p>}
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
        {presenca === '' ? null : <p>{fixed(`${NAO_PODEREI} ${hiddenLink(presenca)}`)}</p>}
      </div>
    </div>
  )
}
