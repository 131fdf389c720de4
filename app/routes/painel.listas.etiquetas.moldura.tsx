import { useLoaderData } from '@remix-run/react'
import { PATH, printableIn, paperOf, searchWithout } from '~/painel/etiquetas/etiquetas.server'
import { HowToPrint, Sheets, SHEETS_HANDLE } from '~/painel/etiquetas/folhas'
import { painelTitled } from '~/painel/painel'
import { painelLoader } from '~/shared/equipe.server'
import { PrintButton } from '~/shared/print'

export const handle = SHEETS_HANDLE

export const loader = painelLoader(async (_equipe, { request }) => {
  const escolha = printableIn(request)
  return { ...paperOf(escolha), voltar: `${PATH}${searchWithout(new URL(request.url))}` }
})

export const meta = painelTitled('Só a moldura')

/** The numbered frames of a paper, to print on a plain sheet and lay over it. */
export default function Moldura() {
  const { papel, sheet, voltar } = useLoaderData<typeof loader>()
  const bar = (
    <>
      <h1>{`${papel.nome}: só a moldura`}</h1>
      <HowToPrint papel={papel} sheet={sheet} />
      <p>
        Ponha a folha de etiquetas atrás desta, contra a luz. Se fugir 1 mm, corrija no ajuste fino.{' '}
        {papel.fonte}
      </p>
      <div className="atos">
        <PrintButton />
        <a href={voltar}>Mudar a escolha</a>
      </div>
    </>
  )
  return (
    <Sheets bar={bar}>
      <ol className="folha so-moldura">
        {Array.from({ length: papel.colunas * papel.linhas }, (_, at) => (
          <li key={at} className="etiqueta">
            {at + 1}
          </li>
        ))}
      </ol>
    </Sheets>
  )
}
