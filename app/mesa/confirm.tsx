import { useLoaderData } from '@remix-run/react'
import { Page, OutlineLink, Heading, titled } from '~/shared/page'
import { capitalized, countOf } from '~/shared/words'

/** The question asked before something is taken back. */
export interface Confirmation extends Record<'path' | 'nome' | 'title' | 'estado' | 'ato' | 'keep', string> {
  /** Whose invitation or place is taken back. */
  assunto: string
  /** What follows. A number is how many are free now, and will grow by one; null if that is unknown. */
  consequences: (string | number | null)[]
  /** The name of a hidden field sent with the answer, which says what is taken back. */
  campo?: string
}

export const confirmationTitled = titled<() => Confirmation>(
  (data) => `${capitalized((data?.title ?? '').toLocaleLowerCase('pt-BR'))} · Mesa ${data?.nome ?? ''}`,
)

/** Asks once before something is taken back: says whose it is and what follows, and offers a way back. */
export function ConfirmAtMesa() {
  const { path, nome, title, assunto, estado, consequences, ato, campo, keep } = useLoaderData<Confirmation>()
  return (
    <Page>
      <Heading kicker={`Mesa ${nome}`} title={title} />
      <p className="pessoa">
        <b>{assunto}</b>
        <span>{estado}</span>
      </p>
      <ul className="consequencias">
        {consequences.map((one, index) => (
          <li key={index}>{typeof one === 'string' ? one : <GivenBack livres={one} />}</li>
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
function GivenBack({ livres }: { livres: number | null }) {
  if (livres === null) return <>O convite volta para a mesa.</>
  return (
    <>
      O convite volta para a mesa: <b>{countOf(livres + 1, 'livre', 'livres')}</b>
      {` em vez de ${livres === 0 ? 'nenhum' : livres}.`}
    </>
  )
}
