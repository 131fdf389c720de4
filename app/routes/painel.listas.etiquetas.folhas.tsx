import { useLoaderData } from '@remix-run/react'
import { folhasShown, marked } from '~/painel/etiquetas/etiquetas.server'
import { HowToPrint, Sheet, Sheets, SHEETS_HANDLE, Told } from '~/painel/etiquetas/folhas'
import { painelTitled } from '~/painel/painel'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { PrintButton } from '~/shared/print'
import { countOf } from '~/shared/words'

export const handle = SHEETS_HANDLE

export const loader = painelLoader(({ services }, { request }) => folhasShown(services, request))

export const action = painelAction((equipe, { request }) => marked(equipe, request, '/folhas'))

export const meta = painelTitled('Folhas de etiquetas')

/** The sheets as they are printed, and above them, on the screen alone, what to do with them. */
export default function Folhas() {
  const {
    papel,
    ajuste,
    sheet,
    folhas,
    marcada,
    desmarcadas,
    isRecusada,
    marcar,
    total,
    parte,
    partes,
    folhasTotal,
    voltar,
    partHref,
    hasMoved,
  } = useLoaderData<typeof loader>()
  const bar = (
    <>
      <h1>{partes > 1 ? `${papel.nome}, parte ${parte} de ${partes}` : papel.nome}</h1>
      <Told marcada={marcada} desmarcadas={desmarcadas} isRecusada={isRecusada} />
      {hasMoved ? (
        <p className="aviso" role="status">
          <b>A lista mudou</b> desde a outra parte: alguém pode ter ficado entre as duas, ou estar em ambas.
          Marque todas as partes que imprimir; depois “Só os novos desde a última impressão” mostra quem
          faltou.
        </p>
      ) : null}
      {total === 0 ? (
        <p>Não há etiquetas para imprimir com esta escolha.</p>
      ) : (
        <>
          <p>{`${countOf(total, 'etiqueta', 'etiquetas')} em ${countOf(folhasTotal, 'folha', 'folhas')}.`}</p>
          <HowToPrint papel={papel} sheet={sheet} />
        </>
      )}
      <form method="post" className="atos">
        {total === 0 ? null : <PrintButton />}
        {total === 0 ? null : (
          <>
            <input type="hidden" name="feitaem" value={marcar.feitaem} />
            <input type="hidden" name="impressas" value={marcar.impressas} />
            <button className="contorno">{`MARCAR ${countOf(marcar.quantas, 'COMO IMPRESSA', 'COMO IMPRESSAS')}`}</button>
          </>
        )}
        {parte > 1 ? <a href={`${partHref}${parte - 1}`}>Parte anterior</a> : null}
        {parte < partes ? <a href={`${partHref}${parte + 1}`}>Próxima parte</a> : null}
        <a href={voltar}>Mudar a escolha</a>
      </form>
    </>
  )
  return (
    <Sheets bar={bar}>
      {folhas.map((cells, at) => (
        <Sheet key={at} papel={papel} ajuste={ajuste} sheet={sheet} cells={cells} />
      ))}
    </Sheets>
  )
}
