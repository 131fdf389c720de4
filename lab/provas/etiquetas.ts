import { randomBytes } from 'node:crypto'
import { UNPAIRED } from '../../server/domain/aparelho.ts'
import { perFolha } from '../../server/domain/etiquetas.ts'
import { parseEmpresa } from '../../server/domain/empresa.ts'
import { keyedBy } from '../../server/domain/keyed-by.ts'
import { newMesa } from '../../server/domain/mesa.ts'
import { FOLHAS, PAPEIS_DE_ETIQUETA, type PapelDeEtiqueta } from '../../server/domain/papel-de-etiqueta.ts'
import type { Registro } from '../../server/domain/transfer.ts'
import { openSqlite } from '../../server/repos/sqlite/index.ts'
import { storeConvidados } from '../../test/support/many-convidados.ts'
import { codesOf, missingPrograms, openPrinters, wordsOf, type PrintedPage } from './etiquetas-printed.ts'
import { CREDENCIAL_SECRET, databaseIn, newDatabase, startServer } from './product.ts'
import type { Prova } from './prova.ts'

const PATH = '/painel/listas/etiquetas'
/** How far a word may reach out of its cell, and a frame may be from its place, in millimetres. */
const TOLERANCE_MM = 0.5

/** The paper with the smallest QR codes, and how many of its codes are read. */
const SMALLEST = '6180'
const QRS = 200

const { segredoOf, codeOf } = keyedBy(CREDENCIAL_SECRET)

/**
 * A full run prints all papers with all names; a short one the smallest label and a badge, one page of each.
 */
const RUNS = {
  full: { papers: PAPEIS_DE_ETIQUETA.map(({ id }) => id), parts: Infinity },
  short: { papers: ['6180', 'cracha-86x54'], parts: 1 },
}

/** What a label shows, as stored. */
interface Stored {
  id: string
  nome: string
  empresa: string
  numero: string
}

/**
 * Prints the worst names of 60 letters on every paper with every browser here, and reads them back from the
 * PDF.
 */
export const etiquetas: Prova = {
  goal: `1,000 names of up to 60 letters inside their cells ± ${TOLERANCE_MM} mm, whole, in Chromium’s, Firefox’s and, where its driver prints, WebKit’s PDF; frames where the paper has them ± ${TOLERANCE_MM} mm; 200 QR codes of 14 mm read from 300 dpi`,
  limitSeconds: { full: 900, short: 200 },
  async run(isShort) {
    const missing = missingPrograms()
    if (missing.length > 0)
      return { figure: `missing: apt-get install ${missing.join(' ')}`, isReached: false }
    const { papers, parts } = isShort ? RUNS.short : RUNS.full
    const directory = newDatabase()
    const { stored, cookie } = await store(directory)
    const server = await startServer(directory)
    const { printers, told, stop } = await openPrinters(server.url, cookie)
    try {
      let isReached = printers.length > 0
      for (const { name, print } of printers) {
        const faults: string[] = []
        let [names, worst, frames, controls] = [0, 0, 0, 0]
        for (const papel of PAPEIS_DE_ETIQUETA.filter(({ id }) => papers.includes(id))) {
          const query = `papel=${papel.id}&qr=1`
          const framed = framesOff(wordsOf(await print(`${PATH}/moldura?papel=${papel.id}`)), papel)
          frames = Math.max(frames, framed)
          for (let parte = 1, shown = 0; parte <= parts && shown < stored.length; parte++) {
            const pages = wordsOf(await print(`${PATH}/folhas?${query}&parte=${parte}`))
            const looked = lookedAt(pages, papel, stored.slice(shown))
            // A control: a paper whose margin is a millimetre wider must be found wrong.
            const off = lookedAt(pages, { ...papel, esquerda: papel.esquerda + 1 }, stored.slice(shown))
            controls += papel.modelo.tipo === 'etiqueta' && off.faults.length < looked.names / 2 ? 1 : 0
            shown += looked.names
            names += looked.names
            worst = Math.max(worst, looked.worst)
            faults.push(...looked.faults)
            if (looked.names === 0) break
          }
        }
        told.push(
          `${name}: ${names} labels on ${papers.length} papers, ${faults.length} faults${faults[0] ? ` (${faults[0]})` : ''}, ` +
            `${worst.toFixed(2)} mm out at most${controls > 0 ? `, ${controls} margins a millimetre off not found` : ''}, frames off by ${frames.toFixed(2)} mm`,
        )
        isReached &&=
          faults.length === 0 &&
          controls === 0 &&
          worst <= TOLERANCE_MM &&
          frames <= TOLERANCE_MM &&
          names > 0
      }
      const smallest = PAPEIS_DE_ETIQUETA.find(({ id }) => id === SMALLEST) ?? PAPEIS_DE_ETIQUETA[0]
      const printed = (await printers[0]?.print(`${PATH}/folhas?papel=${SMALLEST}&qr=1`)) ?? Buffer.alloc(0)
      const codes = codesOf(printed, cellsOf(smallest), Math.ceil(QRS / perFolha(smallest)))
      const read = new Set(codes)
      const unread = stored.slice(0, QRS).filter(({ id }) => !read.has(codeOf(id, 0))).length
      told.push(`${QRS - unread} of ${QRS} QR codes read`)
      return { figure: told.join('; '), isReached: isReached && unread === 0 }
    } finally {
      await stop()
    }
  },
}

/** How far the frames' numbers are from their places; Infinity when there are other numbers than expected. */
function framesOff(pages: PrintedPage[], papel: PapelDeEtiqueta): number {
  const [page] = pages
  if (pages.length !== 1 || !page || sizeOff(page, papel) > TOLERANCE_MM) return Infinity
  const off = cellsOf(papel).map(({ left, top }, at) => {
    const word = page.words.find(({ text }) => text === String(at + 1))
    // A millimetre in from the corner of its frame; the rest of the line is above a figure.
    return word ? Math.max(Math.abs(word.left - left - 1), Math.abs(word.top - top - 1) - 0.5) : Infinity
  })
  return Math.max(...off)
}

const sizeOff = ({ width, height }: PrintedPage, { folha }: PapelDeEtiqueta) =>
  Math.max(Math.abs(width - FOLHAS[folha].largura), Math.abs(height - FOLHAS[folha].altura))

function cellsOf({ colunas, linhas, esquerda, topo, passoX, passoY, largura, altura }: PapelDeEtiqueta) {
  return Array.from({ length: colunas * linhas }, (_, at) => {
    const [left, top] = [esquerda + (at % colunas) * passoX, topo + Math.floor(at / colunas) * passoY]
    return { left, top, right: left + largura, bottom: top + altura }
  })
}

/**
 * Compares some of the sheets with their labels, cell by cell: every letter in its own cell, and none
 * missing.
 */
function lookedAt(pages: PrintedPage[], papel: PapelDeEtiqueta, stored: Stored[]) {
  const faults: string[] = []
  let [names, worst] = [0, 0]
  for (const [n, page] of pages.entries()) {
    if (sizeOff(page, papel) > TOLERANCE_MM) faults.push(`page ${n + 1} of ${page.width} × ${page.height} mm`)
    const cells = cellsOf(papel).map((cell) => ({ ...cell, said: '', x: Infinity }))
    for (const { text, left, top, right, bottom } of page.words) {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const cell = cells.find((one) => x >= one.left && x <= one.right && y >= one.top && y <= one.bottom)
      if (!cell) {
        faults.push(`“${text}” in no cell of ${papel.nome}`)
        continue
      }
      cell.said += text
      cell.x = Math.min(cell.x, left - cell.left)
      worst = Math.max(worst, cell.left - left, right - cell.right, cell.top - top, bottom - cell.bottom)
    }
    for (const cell of cells) {
      const label = stored[names]
      if (!label || (cell.said === '' && n === pages.length - 1)) break
      names += 1
      const house = papel.modelo.tipo === 'etiqueta' ? '' : HOUSE
      const expected = `${label.nome}${label.empresa}${label.numero === '' ? '' : `MESA${label.numero}`}${house}`
      if (letters(cell.said) !== letters(expected))
        faults.push(`“${cell.said}” for “${expected}” on ${papel.nome}`)
      // A name begins where its column does, whatever is beside it.
      const isMoved =
        papel.modelo.tipo === 'etiqueta' && Math.abs(cell.x - papel.modelo.recuo.x) > TOLERANCE_MM
      if (isMoved) faults.push(`${label.nome} begins ${cell.x.toFixed(2)} mm in on ${papel.nome}`)
    }
  }
  return { names, worst, faults }
}

/** The host of the sample event. */
const HOUSE = 'Sociedade Rural do Vale Dourado'

const letters = (text: string) =>
  Array.from(text.normalize('NFKC').toUpperCase().replace(/\s/g, '')).sort().join('')

const CONVIDADOS = 1_000
const LETTERS = 60
/** What follows the two letters that keep names in order: the worst cases for a line. */
const KINDS = [
  () => ' LIMA',
  () => ' APARECIDA D’ÁVILA DOS SANTOS',
  () => ' CARLOS DA CONCEIÇÃO VASCONCELLOS DE ALBUQUERQUE PRADO NETO',
  () => ' SCHLICHTMEIERHOFFER BITTENCOURT DE MELLO FRANCO SÁ BRANDÃO',
  () => 'W'.repeat(LETTERS),
  () => 'M'.repeat(LETTERS),
  () => ' WWWWWWWWWWWWWWW MMMMMMMMMMMMMMM GGGGGGGGGGGGGGG QQQQQQQQQ',
  () => ' O A E O A E O A E O A E O A E O A E O A E O A E O A E O A E',
  () => ` ${'Ç'.repeat(28)} ${'Õ'.repeat(28)}`,
  () => ' KONSTANTINOPOLITANISCHEMAIERWEGSTRASSENMÜLLERHOFFER',
]
const NUMEROS = ['1', '12', 'A3', 'WWWWWWWW', '', 'Salão 2']
const EMPRESAS = [
  'Fazenda Santa Clara',
  'Cooperativa Agroindustrial dos Produtores do Vale do Rio Dourado e Região',
  'Associação',
  'Transportes e Armazéns Gerais Wwwwwwwwwwwwwwwwwwwwwwwwwwww Ltda.',
  'Haras Três Irmãos',
  'Irrigação Veredas',
]

/**
 * Stores the guests, each at a table, and pairs an organiser's browser.
 * @returns them in the order of their names
 */
async function store(directory: string): Promise<{ stored: Stored[]; cookie: string }> {
  const secret = randomBytes(32).toString('base64url')
  const now = Date.now()
  const storage = await openSqlite(databaseIn(directory))
  const code = { codigo: null, codigoate: now, segredo: segredoOf(secret), pareadoem: now, vistoem: now }
  const registros: Registro[] = [
    {
      kind: 'aparelho',
      aparelho: { ...UNPAIRED, ...code, aparelhoid: 'cida', nome: 'Cida', papel: 'organizacao' },
    },
    ...EMPRESAS.flatMap((nome, n): Registro[] => {
      const empresaid = `e${n}`
      const empresa = parseEmpresa(empresaid, { nome, icredencial: CONVIDADOS, licredencial: 200 })
      return [
        { kind: 'empresa', empresa },
        { kind: 'mesa', mesa: { ...newMesa(empresaid), numero: NUMEROS[n] ?? '' } },
      ]
    }),
  ]
  await storage.transfer.write(registros)
  const names = Array.from({ length: CONVIDADOS }, (_, n) => {
    const order = [Math.floor(n / 676), Math.floor(n / 26) % 26, n % 26].map((at) =>
      String.fromCharCode(65 + at),
    )
    const rest = KINDS[n % KINDS.length]?.() ?? ''
    return Array.from(`${order.join('')}${rest}`)
      .slice(0, LETTERS)
      .join('')
      .trim()
  })
  const ids = await storeConvidados(storage, names, (n) => `e${n % EMPRESAS.length}`)
  await storage.close()
  return {
    cookie: `__Host-equipe=${encodeURIComponent(Buffer.from(JSON.stringify(secret)).toString('base64'))}`,
    stored: names.map((nome, n) => ({
      id: ids[n] ?? '',
      nome,
      empresa: EMPRESAS[n % EMPRESAS.length] ?? '',
      numero: NUMEROS[n % NUMEROS.length] ?? '',
    })),
  }
}
