import type { Modelo, PapelDeEtiqueta } from './papel-de-etiqueta.ts'

/** Points in a millimetre. */
const PT = 72 / 25.4
/** Height of a line, relative to the size of its letters; the sheet's style has the same value. */
export const ENTRELINHA = 1.12
/** Allows for fonts a little wider than the one measured, and for browsers that break lines differently. */
const SPARE = 1.03

/** A text as it is set, with its size in points. */
export interface Letras {
  texto: string
  pt: number
}

export interface Posto {
  nome: Letras
  empresa: Letras
  numero: Letras
}

/**
 * Sets the texts of a label so that everything stays inside: the company in two lines or three small ones,
 * cut at the end if it is a whole paragraph; then the name, in the space left above, never cut.
 */
export function setLabel(
  { modelo, ...papel }: Pick<PapelDeEtiqueta, 'modelo' | 'largura' | 'altura'>,
  said: { nome: string; empresa: string; numero: string },
  hasQr: boolean,
): Posto {
  const box = boxOf(modelo, papel, hasQr || said.numero !== '')
  const empresa = setEmpresa(said.empresa, modelo.empresa, box.largura)
  const below = box.isBeside || said.empresa === '' ? 0 : empresa.altura + box.sob
  return {
    nome: { texto: said.nome, pt: setNome(said.nome, modelo.passos, box.largura, box.altura - below) },
    empresa: empresa.set,
    numero: { texto: said.numero, pt: setNumero(said.numero, modelo.numero, box.numero) },
  }
}

/** The space for the name, in points. `isBeside`: the company has its own place; else it is `sob` below. */
function boxOf(
  { tipo, recuo, lado, vao }: Modelo,
  paper: Pick<PapelDeEtiqueta, 'largura' | 'altura'>,
  hasLado: boolean,
) {
  const [inner, high] = [paper.largura - 2 * recuo.x, paper.altura - 2 * recuo.y]
  if (tipo === 'cracha-grande')
    return {
      largura: inner * PT,
      altura: NOME_GRANDE * PT,
      isBeside: true,
      sob: 0,
      numero: (paper.largura - 16 - lado - vao) * PT,
    }
  return {
    largura: (inner - (hasLado ? lado + vao : 0)) * PT,
    altura: (tipo === 'cracha' ? high - ALTO : high) * PT,
    isBeside: false,
    sob: SOB * PT,
    numero: lado * PT,
  }
}

/** In millimetres: the house above a badge, the name on a hanging one, the gap between name and company. */
export const ALTO = 9
export const NOME_GRANDE = 44
export const SOB = 1.5

/** Lines a name may have at each step: small letters may take more lines. */
const LINES = [2, 2, 3, 4, 4]
/** For names too long for every step: they have more letters than guests' names do. */
const SMALLER = [0.8, 0.64, 0.5]

/** @returns the largest size at which the name fits: with whole words, else with the longest one broken */
function setNome(nome: string, passos: readonly number[], largura: number, altura: number): number {
  const last = passos.at(-1) ?? 1
  const fits = (pt: number, most: number, isBroken: boolean) => {
    const lines = linesOf(nome, largura / pt, isBroken)
    return lines <= most && lines * pt * ENTRELINHA <= altura
  }
  for (const isBroken of [false, true]) {
    const found = passos.find((pt, at) => fits(pt, LINES[at] ?? 4, isBroken))
    if (found !== undefined) return found
  }
  const smaller = SMALLER.map((by) => Math.round(last * by * 100) / 100)
  return smaller.find((pt) => fits(pt, 4, true)) ?? smaller.at(-1) ?? last
}

/** No label of ours fits more letters of a company, and measuring them would hold up registrations. */
const EMPRESA_MAX = 200

function setEmpresa(whole: string, base: number, largura: number): { set: Letras; altura: number } {
  // Characters outside the first Unicode plane count twice here, and once below.
  const signs = Array.from(whole.slice(0, 2 * EMPRESA_MAX + 2)).slice(0, EMPRESA_MAX + 1)
  const isEndless = signs.length > EMPRESA_MAX
  const cutAt = (count: number) => `${signs.slice(0, count).join('').trim()}…`
  const empresa = isEndless ? cutAt(EMPRESA_MAX) : whole
  const sizes = [1, 0.85, 0.7, 0.55].map((by) => Math.round(base * by * 100) / 100)
  const found = sizes.find((pt, at) => linesOf(empresa, largura / pt, true) <= (at === 3 ? 3 : 2))
  const pt = found ?? sizes.at(-1) ?? base
  const fits = (count: number) => linesOf(cutAt(count), largura / pt, true) <= 3
  const texto = found === undefined ? cutAt(lastOf(Math.min(signs.length, EMPRESA_MAX), fits)) : empresa
  return { set: { texto, pt }, altura: linesOf(texto, largura / pt, true) * pt * ENTRELINHA }
}

/**
 * @returns the largest count up to `most` that fits, found by bisection: more takes at least as many lines; 0
 * if none fits
 */
function lastOf(most: number, fits: (count: number) => boolean): number {
  let [under, over] = [0, most + 1]
  while (over - under > 1) {
    const half = (under + over) >> 1
    if (fits(half)) under = half
    else over = half
  }
  return under
}

function setNumero(numero: string, base: number, largura: number): number {
  const sizes = [1, 0.8, 0.65, 0.5, 0.35, 0.25, 0.18, 0.13, 0.1].map(
    (by) => Math.round(base * by * 100) / 100,
  )
  return sizes.find((pt) => linesOf(numero, largura / pt, false) <= 1) ?? sizes.at(-1) ?? base
}

/**
 * How many lines a text takes when words go on a line as long as they fit.
 * @param room the width of a line, relative to the size of the letters
 * @param isBroken a word too long for a line continues on the next, as in browsers; otherwise the count is
 * infinite
 */
export function linesOf(text: string, room: number, isBroken: boolean): number {
  const width = room / SPARE
  let lines = 1
  let used = 0
  for (const word of text.split(' ')) {
    const wide = widthOf(word)
    if (used > 0 && used + SPACE + wide <= width) {
      used += SPACE + wide
      continue
    }
    if (used > 0) lines += 1
    used = wide
    if (wide <= width) continue
    if (!isBroken) return Infinity
    // A character that does not fit whole goes to the next line, so each line loses less than one.
    const more = Math.ceil(wide / (width - 1)) - 1
    lines += more
    used = wide - more * (width - 1)
  }
  return lines
}

const SPACE = 0.28
/** Widths of Arial Bold, relative to its size, rounded up; any other character is as wide as it is high. */
const WIDTHS: [signs: RegExp, width: number][] = [
  [/[ABCDEFHKLNPRSTUVXYZ&ß]/, 0.73],
  [/[GOQØ]/, 0.78],
  [/[IJ'’.,ijl-]/, 0.56],
  [/[a-hkn-vx-z0-9]/, 0.62],
  [/[M]/, 0.84],
  [/[Ww]/, 0.95],
]

/** @returns how wide a text is in bold letters, relative to their size, without letter-spacing */
export function widthOf(text: string): number {
  let wide = 0
  for (const sign of text.normalize('NFD').replace(/\p{M}/gu, ''))
    wide += WIDTHS.find(([signs]) => signs.test(sign))?.[1] ?? 1
  return wide
}
