import { useLoaderData } from '@remix-run/react'
import {
  marked,
  PATH,
  printableIn,
  paperOf,
  desmarcadasIn,
  feitaemOf,
  TOLD,
  searchWithout,
} from '~/painel/etiquetas/etiquetas.server'
import { HowToPrint, Sheet, Sheets, SHEETS_HANDLE, Told } from '~/painel/etiquetas/folhas'
import { painelTitled } from '~/painel/painel'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import { PrintButton } from '~/shared/print'
import { countOf } from '~/shared/words'
import {
  chooseEtiquetas,
  marcaIn,
  sheetsOf,
  writeImpressas,
  type Celula,
} from '../../server/use-cases/etiquetas.ts'
import { inTurns } from '../../server/use-cases/event-loop.ts'
import { qrOf } from '~/shared/links.server'
import { pageOf } from '~/shared/remix.server'

export const handle = SHEETS_HANDLE

export const action = painelAction((equipe, { request }) => marked(equipe, request, '/folhas'))

/**
 * The sheets of the part an address asks for, each label with its code drawn, and what to record about them.
 */
export const loader = painelLoader(async ({ services }, { request }) => {
  const escolha = printableIn(request)
  const { ditas, feitaem, impressas: noted } = await chooseEtiquetas(services, escolha)
  const parte = pageOf(request, 'parte')
  const { folhas, impressas, ...part } = await sheetsOf(ditas, escolha, parte, services.codeOf)
  const url = new URL(request.url)
  const sizes = folhas.flat().flatMap((cell) => (cell ? [cell.nome.pt, cell.empresa.pt, cell.numero.pt] : []))
  return {
    ...paperOf(escolha, sizes),
    ...part,
    folhas: await drawn(folhas),
    voltar: `${PATH}${searchWithout(url, ...OF_A_PART)}`,
    partHref: `${searchWithout(url, ...OF_A_PART)}&lista=${part.lista}&parte=`,
    hasMoved: part.lista !== (url.searchParams.get('lista') ?? part.lista),
    marcar: { feitaem, quantas: impressas.length, impressas: writeImpressas(impressas) },
    // As recorded now: the address may be older than a Desmarcar.
    marcada: marcaIn(noted, feitaemOf(url.searchParams.get('marcada')) ?? NaN),
    desmarcadas: desmarcadasIn(url),
    isRecusada: url.searchParams.has('recusada'),
  }
})

/** Draws the codes, a few at a time. */
async function drawn(folhas: Celula[][]) {
  const cells = await inTurns(
    folhas.flat(),
    (cell) => cell && { ...cell, codigo: null, qr: cell.codigo === null ? null : qrOf(cell.codigo) },
  )
  let at = 0
  return folhas.map(({ length }) => cells.slice(at, (at += length)))
}

const OF_A_PART = ['parte', 'lista', ...TOLD]

export const meta = painelTitled('Folhas de etiquetas')

/** The sheets as they print; above them, on screen only, what to do with them. */
export default function Folhas() {
  const page = useLoaderData<typeof loader>()
  const { papel, folhas, marcar, total, parte, partes, partHref } = page
  const bar = (
    <>
      <h1>{partes > 1 ? `${papel.nome}, parte ${parte} de ${partes}` : papel.nome}</h1>
      <Told {...page} />
      {page.hasMoved ? (
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
          <p>{`${countOf(total, 'etiqueta', 'etiquetas')} em ${countOf(page.folhasTotal, 'folha', 'folhas')}.`}</p>
          <HowToPrint {...page} />
        </>
      )}
      <form method="post" className="atos">
        {total === 0 ? null : <PrintButton />}
        {total === 0 ? null : (
          <>
            <input type="hidden" name="feitaem" value={marcar.feitaem} />
            <input type="hidden" name="impressas" value={marcar.impressas} />
            <button className="contorno">{`Marcar ${countOf(marcar.quantas, 'como impressa', 'como impressas')}`}</button>
          </>
        )}
        {parte > 1 ? <a href={`${partHref}${parte - 1}`}>Parte anterior</a> : null}
        {parte < partes ? <a href={`${partHref}${parte + 1}`}>Próxima parte</a> : null}
        <a href={page.voltar}>Mudar a escolha</a>
      </form>
    </>
  )
  return (
    <Sheets bar={bar}>
      {folhas.map((cells, at) => (
        <Sheet key={at} {...page} cells={cells} />
      ))}
    </Sheets>
  )
}
