import type { ReactNode } from 'react'
import type { Posto } from '../../../server/domain/name-fit'
import type { PapelDeEtiqueta } from '../../../server/domain/papel-de-etiqueta'
import campo from '~/arte/campo.svg'
import type { RouteHandle } from '~/shared/document'
import { Logo, useEvento, type Qr } from '~/shared/page'
import { countOf } from '~/shared/words'
import { cutMarks, sizeClass } from './estilo.ts'

export type Cell = (Posto & { qr: Qr | null }) | null

export interface PaperProps {
  papel: PapelDeEtiqueta
  ajuste: { x: number; y: number }
  sheet: { nome: string; largura: number; altura: number }
}

/** How pages of sheets look: by the paper of their loader's data. */
export const SHEETS_HANDLE: RouteHandle = {
  sheet: 'folhas',
  style: ({ estilo }) => (typeof estilo === 'string' ? estilo : ''),
}

/** The page of sheets: a bar that is not printed, and the sheets as they are printed. */
export function Sheets({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  return (
    <>
      <header className="barra-da-folha">{bar}</header>
      <main className="pilha">{children}</main>
    </>
  )
}

/** How a sheet is printed so that its millimetres are those of the paper. */
export function HowToPrint({ papel, sheet }: Pick<PaperProps, 'papel' | 'sheet'>) {
  return (
    <p>
      Imprima com <b>Ctrl + P</b>, papel <b>{sheet.nome}</b>, escala <b>100 %</b>, sem margens e sem “ajustar
      à página”. {papel.isIncerto ? 'As medidas deste papel não são certas: imprima antes só a moldura.' : ''}
    </p>
  )
}

interface ToldProps {
  marcada: { feitaem: number; quantas: number } | null
  /** How many were unmarked; null where that was not asked. */
  desmarcadas: number | null
  /** These sheets were marked, and had been unmarked before. */
  isRecusada: boolean
}

/** What became of MARCAR or DESMARCAR, and the way back from the first. */
export function Told({ marcada, desmarcadas, isRecusada }: ToldProps) {
  if (marcada)
    return (
      <form method="post" className="aviso atos">
        <span role="status">
          <b>Feito:</b>{' '}
          {`${countOf(marcada.quantas, 'etiqueta marcada como impressa', 'etiquetas marcadas como impressas')}.`}
        </span>
        <button name="desmarcar" value={marcada.feitaem}>
          DESMARCAR
        </button>
      </form>
    )
  if (isRecusada)
    return (
      <p className="aviso" role="status">
        <b>Nada foi marcado:</b> essas folhas foram desmarcadas. Se as imprimiu, marque estas, que são novas.
      </p>
    )
  return desmarcadas === null ? null : (
    <p className="aviso" role="status">
      <b>{desmarcadas === 0 ? 'Atenção:' : 'Feito:'}</b> {toldUnmarked(desmarcadas)}
    </p>
  )
}

/** What became of DESMARCAR. */
export function toldUnmarked(quantas: number): string {
  if (quantas === 0) return 'já não havia etiquetas marcadas dessas folhas.'
  return `${countOf(quantas, 'etiqueta desmarcada, que é nova', 'etiquetas desmarcadas, que são novas')} outra vez.`
}

interface SheetProps extends PaperProps {
  cells: Cell[]
}

export function Sheet({ papel, ajuste, sheet, cells }: SheetProps) {
  const { tipo } = papel.modelo
  return (
    <ol className={`folha p-${tipo}`}>
      {cells.map((cell, at) =>
        cell ? <Label key={at} tipo={tipo} cell={cell} /> : <li key={at} className="etiqueta gasta" />,
      )}
      {tipo === 'etiqueta' ? null : (
        <li className="cortes" aria-hidden="true">
          <svg className="corte" viewBox={`0 0 ${sheet.largura} ${sheet.altura}`}>
            <path d={cutMarks(papel, ajuste)} />
          </svg>
        </li>
      )}
    </ol>
  )
}

function Label({ tipo, cell }: { tipo: PapelDeEtiqueta['modelo']['tipo']; cell: NonNullable<Cell> }) {
  const { nome, empresa, numero, qr } = cell
  const named = <p className={`nome ${sizeClass(nome.pt)}`}>{nome.texto}</p>
  const paid =
    empresa.texto === '' ? null : <p className={`empresa ${sizeClass(empresa.pt)}`}>{empresa.texto}</p>
  const number =
    numero.texto === '' ? null : (
      <p className={`mesa ${sizeClass(numero.pt)}`}>
        <small>MESA</small> {numero.texto}
      </p>
    )
  const code = qr ? (
    <svg className="qr" viewBox={`0 0 ${qr.size} ${qr.size}`} shapeRendering="crispEdges" aria-hidden="true">
      <path d={qr.path} />
    </svg>
  ) : null
  if (tipo === 'cracha-grande')
    return (
      <li className="etiqueta">
        <div className="cena">
          <img src={campo} alt="" />
        </div>
        <p className="furo" aria-hidden="true" />
        <p className="marca">
          <Logo />
        </p>
        <p className="casa">
          <House />
        </p>
        {named}
        <div>{paid}</div>
        <div className="pe">
          {number ?? <span />}
          {code}
        </div>
      </li>
    )
  const hasLado = number !== null || code !== null
  return (
    <li className={hasLado ? 'etiqueta' : 'etiqueta so'}>
      {tipo === 'cracha' ? (
        <p className="alto">
          <Logo />
          <House />
        </p>
      ) : null}
      <div className="texto">
        {named}
        {paid}
      </div>
      {hasLado ? (
        <div className="lado">
          {number}
          {code}
        </div>
      ) : null}
    </li>
  )
}

/** Who invites; a long name in smaller letters. */
function House() {
  const { anfitriao = '' } = useEvento() ?? {}
  return <span className={anfitriao.length > 40 ? 'longa' : undefined}>{anfitriao}</span>
}
