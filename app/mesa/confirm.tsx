import type { ReactNode } from 'react'
import { Page, OutlineLink, Heading } from '~/shared/page'
import { countOf } from '~/shared/words'

interface Props extends Record<'path' | 'title' | 'estado' | 'ato' | 'keep', string> {
  nome: string
  assunto: string
  consequences: ReactNode[]
  /** A field that goes along with it, which says of what kind it is. */
  campo?: string
}

/** Asks once before something is taken back: whose it is, what follows, and a way back with a label of its own. */
export function ConfirmAtMesa(props: Props) {
  const { path, nome, title, assunto, estado, consequences, ato, campo, keep } = props
  return (
    <Page>
      <Heading kicker={`Mesa ${nome}`} title={title} />
      <p className="pessoa">
        <b>{assunto}</b>
        <span>{estado}</span>
      </p>
      <ul className="consequencias">
        {consequences.map((one, index) => (
          <li key={index}>{one}</li>
        ))}
      </ul>
      <div className="acoes">
        <form method="post">
          {campo === undefined ? null : <input type="hidden" name={campo} value="1" />}
          <button className="perigo">{ato}</button>
        </form>
        <OutlineLink href={path}>{keep}</OutlineLink>
      </div>
    </Page>
  )
}

/** `O convite volta para a mesa: 4 livres em vez de 3.` */
export function GivenBack({ livres }: { livres: number | null }) {
  if (livres === null) return <>O convite volta para a mesa.</>
  return (
    <>
      O convite volta para a mesa: <b>{countOf(livres + 1, 'livre', 'livres')}</b>
      {` em vez de ${livres === 0 ? 'nenhum' : livres}.`}
    </>
  )
}
