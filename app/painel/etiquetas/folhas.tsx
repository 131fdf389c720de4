import type { ReactNode } from 'react'
import type { Posto } from '../../../server/domain/name-fit'
import type { PapelDeEtiqueta } from '../../../server/domain/papel-de-etiqueta'
import campo from '~/arte/campo.svg'
import type { RouteHandle } from '~/shared/document'
import { Logo, useEvento, type Qr } from '~/shared/page'
import { countOf } from '~/shared/words'

export type Cell = (Posto & { qr: Qr | null }) | null

export interface PaperProps {
  papel: PapelDeEtiqueta
  ajuste: { x: number; y: number }
  sheet: { nome: string; largura: number; altura: number }
}

/** The look of pages of sheets, which depends on the paper in their loader's data. */
export const SHEETS_HANDLE: RouteHandle = {
  sheet: 'folhas',
  style: ({ estilo }) => (typeof estilo === 'string' ? estilo : ''),
}

/** A page of sheets: a bar for the screen only, and the sheets as they print. */
export function Sheets({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  return (
    <>
      <header className="barra-da-folha">{bar}</header>
      <main className="pilha">{children}</main>
    </>
  )
}

/** How to print a sheet so that its millimetres match the paper's. */
export function HowToPrint({ papel, sheet }: Pick<PaperProps, 'papel' | 'sheet'>) {
  return (
    <p>
      Imprima com <b>Ctrl + P</b>, papel <b>{sheet.nome}</b>, escala <b>100%</b>, sem margens e sem “ajustar à
      página”. {papel.isIncerto ? 'As medidas deste papel não são certas: imprima antes só a moldura.' : ''}
    </p>
  )
}

interface ToldProps {
  marcada: { feitaem: number; quantas: number } | null
  /** How many were unmarked; null if nobody asked for that. */
  desmarcadas: number | null
  /** These sheets were marked, and had been unmarked before. */
  isRecusada: boolean
}

/** What became of Marcar or Desmarcar, and a way to undo the first. */
export function Told({ marcada, desmarcadas, isRecusada }: ToldProps) {
  if (marcada)
    return (
      <form method="post" className="aviso atos">
        <span role="status">
          <b>Feito:</b>{' '}
          {`${countOf(marcada.quantas, 'etiqueta marcada como impressa', 'etiquetas marcadas como impressas')}.`}
        </span>
        <button name="desmarcar" value={marcada.feitaem}>
          Desmarcar
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

/** What became of Desmarcar. */
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

/** The host's name; a long one in smaller letters. */
function House() {
  const { anfitriao = '' } = useEvento() ?? {}
  return <span className={anfitriao.length > 40 ? 'longa' : undefined}>{anfitriao}</span>
}

type Paper = PapelDeEtiqueta & { sheet: { largura: number; altura: number } }

/** A size's class name: `24` is `t-24`, `9.5` is `t-9-5`. */
const sizeClass = (pt: number) => `t-${String(pt).replace('.', '-')}`

/**
 * The style of one paper: `@page` by its sheet, the grid in fixed tracks, and a class for each letter size.
 * The policy refuses style attributes; it allows our element by its hash.
 */
export function styleOf(
  { sheet, modelo, ...paper }: Paper,
  ajuste: { x: number; y: number },
  sizes: Iterable<number>,
): string {
  const mm = (length: number) => `${Math.round(length * 1000) / 1000}mm`
  const { recuo, lado, vao, qr, palavra } = modelo
  return [
    `@page{size:${mm(sheet.largura)} ${mm(sheet.altura)};margin:0}`,
    // A tenth of a millimetre less than the page, so that rounding never creates a second page.
    `.folha{width:${mm(sheet.largura)};height:${mm(sheet.altura - 0.1)};`,
    `padding:${mm(paper.topo + ajuste.y)} 0 0 ${mm(paper.esquerda + ajuste.x)};`,
    `grid-template-columns:repeat(${paper.colunas},${mm(paper.largura)});grid-auto-rows:${mm(paper.altura)};`,
    `column-gap:${mm(paper.passoX - paper.largura)};row-gap:${mm(paper.passoY - paper.altura)}}`,
    `.p-etiqueta .etiqueta{grid-template-columns:minmax(0,1fr) ${mm(lado)};gap:${mm(vao)};padding:${mm(recuo.y)} ${mm(recuo.x)}}`,
    `.qr{width:${mm(qr)};height:${mm(qr)}}`,
    `.mesa small{font-size:${palavra}pt}`,
    ...[...new Set(sizes)].map((pt) => `.${sizeClass(pt)}{font-size:${pt}pt}`),
  ].join('')
}

/** Cut marks, outside the labels, in the sheet's millimetres. */
function cutMarks(paper: PapelDeEtiqueta, ajuste: { x: number; y: number }): string {
  const { esquerda, topo, passoX, passoY, largura, altura, colunas, linhas } = paper
  const [left, top] = [esquerda + ajuste.x, topo + ajuste.y]
  const [right, bottom] = [left + (colunas - 1) * passoX + largura, top + (linhas - 1) * passoY + altura]
  const columns = Array.from({ length: colunas + 1 }, (_, n) => (n === colunas ? right : left + n * passoX))
  const rows = Array.from({ length: linhas + 1 }, (_, n) => (n === linhas ? bottom : top + n * passoY))
  return [
    ...columns.flatMap((x) => [`M${x} ${top - 4}v3`, `M${x} ${bottom + 1}v3`]),
    ...rows.flatMap((y) => [`M${left - 4} ${y}h3`, `M${right + 1} ${y}h3`]),
  ].join('')
}
