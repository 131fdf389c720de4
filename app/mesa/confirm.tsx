import { useLoaderData } from '@remix-run/react'
import { Page, OutlineLink, Heading, titled } from '~/shared/page'
import { countOf } from '~/shared/words'

/** What is asked before something is taken back. */
export interface Confirmation extends Record<'path' | 'nome' | 'title' | 'estado' | 'ato' | 'keep', string> {
  /** Whose it is. */
  assunto: string
  /** What follows; a number is how many are free now, of which there will be one more, null where that is unknown. */
  consequences: (string | number | null)[]
  /** A field that goes along with it, which says of what kind it is. */
  campo?: string
}

export const confirmationTitled = (question: string) =>
  titled<() => Confirmation>((data) => `${question} · Mesa ${data?.nome ?? ''}`)

/** Asks once before something is taken back: whose it is, what follows, and a way back with a label of its own. */
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
