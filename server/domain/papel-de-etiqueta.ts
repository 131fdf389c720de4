/** A sheet of paper, in millimetres. */
export const FOLHAS = {
  a4: { nome: 'A4', largura: 210, altura: 297 },
  carta: { nome: 'Carta', largura: 215.9, altura: 279.4 },
} as const
export type Folha = keyof typeof FOLHAS

/**
 * The positions of labels on a sheet, in millimetres; `passo` is from the edge of one label to the same edge
 * of the next.
 */
export interface Medidas {
  largura: number
  altura: number
  esquerda: number
  topo: number
  passoX: number
  passoY: number
  colunas: number
  linhas: number
}

/** How a label is filled: lengths in millimetres, letter sizes in points. */
export interface Modelo {
  /** A label; a badge with the house above; a badge with the scenery, to hang. */
  tipo: 'etiqueta' | 'cracha' | 'cracha-grande'
  /** Sizes of the name, largest first. */
  passos: readonly number[]
  empresa: number
  numero: number
  /** The word MESA, above the number. */
  palavra: number
  /** The margin between the edge and the text. */
  recuo: { x: number; y: number }
  /** The column of number and QR, and the gap between it and the name. */
  lado: number
  vao: number
  qr: number
}

export interface PapelDeEtiqueta extends Medidas {
  id: string
  nome: string
  folha: Folha
  modelo: Modelo
  /** The source of the measures. */
  fonte: string
  /** Sources disagree, or there is only one: compare a print with the paper first. */
  isIncerto: boolean
}

const etiqueta = (
  passos: number[],
  rest: Pick<Modelo, 'empresa' | 'numero' | 'palavra' | 'recuo' | 'vao' | 'qr'>,
): Modelo => ({ tipo: 'etiqueta', passos, lado: rest.qr, ...rest })

/** The papers on offer. Those of the 60 and 61 series are US letter, not A4. */
export const PAPEIS_DE_ETIQUETA: readonly [PapelDeEtiqueta, ...PapelDeEtiqueta[]] = [
  {
    id: 'a4350',
    nome: 'Pimaco A4350',
    folha: 'a4',
    largura: 99,
    altura: 55.8,
    esquerda: 4.7,
    topo: 9,
    passoX: 101.6,
    passoY: 55.8,
    colunas: 2,
    linhas: 5,
    fonte: 'Duas tabelas públicas concordam no tamanho; nas margens e no passo, não.',
    isIncerto: true,
    modelo: etiqueta([24, 20, 16, 14, 12], {
      empresa: 11,
      numero: 26,
      palavra: 8,
      recuo: { x: 4.5, y: 4 },
      vao: 3,
      qr: 20,
    }),
  },
  {
    id: '6082',
    nome: 'Pimaco 6082',
    folha: 'carta',
    largura: 101.6,
    altura: 33.9,
    esquerda: 4,
    topo: 21.2,
    passoX: 106.3,
    passoY: 33.9,
    colunas: 2,
    linhas: 7,
    fonte: 'Tamanho de duas tabelas públicas, margens da Avery 5162; uma diz outra margem de cima.',
    isIncerto: true,
    modelo: etiqueta([18, 15, 12.5, 11, 9.5], {
      empresa: 9,
      numero: 17,
      palavra: 6.5,
      recuo: { x: 4, y: 2.5 },
      vao: 3,
      qr: 17,
    }),
  },
  {
    id: '6180',
    nome: 'Pimaco 6180',
    folha: 'carta',
    largura: 66.7,
    altura: 25.4,
    esquerda: 4.8,
    topo: 12.7,
    passoX: 69.8,
    passoY: 25.4,
    colunas: 3,
    linhas: 10,
    fonte: 'Duas tabelas públicas e a Avery 5160 concordam.',
    isIncerto: false,
    modelo: etiqueta([13, 11, 9.5, 8.5, 7.5], {
      empresa: 7,
      numero: 13,
      palavra: 5.5,
      recuo: { x: 3, y: 2 },
      vao: 2,
      qr: 14,
    }),
  },
  {
    id: 'cracha-86x54',
    nome: 'Crachá 86 × 54',
    folha: 'a4',
    largura: 86,
    altura: 54,
    esquerda: 19,
    topo: 13.5,
    passoX: 86,
    passoY: 54,
    colunas: 2,
    linhas: 5,
    fonte: 'Medida nossa, com marcas de corte.',
    isIncerto: false,
    modelo: {
      tipo: 'cracha',
      passos: [22, 18, 15, 12.5, 10.5],
      empresa: 9.5,
      numero: 22,
      palavra: 7,
      recuo: { x: 4, y: 2 },
      lado: 19,
      vao: 2,
      qr: 19,
    },
  },
  {
    id: 'cracha-100x140',
    nome: 'Crachá 100 × 140',
    folha: 'a4',
    largura: 100,
    altura: 140,
    esquerda: 5,
    topo: 8.5,
    passoX: 100,
    passoY: 140,
    colunas: 2,
    linhas: 2,
    fonte: 'Medida nossa, com marcas de corte e o lugar do furo.',
    isIncerto: false,
    modelo: {
      tipo: 'cracha-grande',
      passos: [34, 28, 23, 19, 15],
      empresa: 13,
      numero: 40,
      palavra: 10,
      recuo: { x: 6, y: 0 },
      lado: 24,
      vao: 4,
      qr: 24,
    },
  },
]
