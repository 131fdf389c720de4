import type { PapelDeEtiqueta } from '../../../server/domain/papel-de-etiqueta'

type Paper = PapelDeEtiqueta & { sheet: { largura: number; altura: number } }

/** The name of a size's class: `24` is `t-24`, `9.5` is `t-9-5`. */
export const sizeClass = (pt: number) => `t-${String(pt).replace('.', '-')}`

/**
 * The style of one paper: `@page` by its sheet, the grid in fixed tracks, and a class for each size of letters. An attribute
 * of style is refused by the policy; an element of ours is known by its hash.
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
    // A tenth less than the page, so that no rounding makes a second one of it.
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

/** Marks to cut by, outside of what is cut, in the sheet's millimetres. */
export function cutMarks(paper: PapelDeEtiqueta, ajuste: { x: number; y: number }): string {
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
