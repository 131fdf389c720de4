// Run in the process of sheet-reader.mjs; plain JavaScript, because Node 20 runs no TypeScript.
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

const HIDDEN_STYLE =
  /<style:style\b[^>]*\bstyle:name="([^"]*)"[^>]*>\s*<style:table-properties\b[^>]*\btable:display="false"/g

/** A tag, and the text before it. */
const TAG = /([^<]*)<(\/?)([\w:-]+)((?:"[^"]*"|[^>"])*)>/g

/** Remarks and drawings stand within a cell and are not its text. */
const ASIDE = /^(?:office:annotation|draw:.*)$/
const CELL = /^table:(covered-)?table-cell$/

/** The most columns kept, one more than a list may have. */
const COLUMNS_MAX = 1_001

/**
 * The tabs of an `.ods`, in the form in which `hucre` gives those of an `.xlsx`: its own reader of `.ods`
 * leaves out rows that are grouped or repeated on each page, and does not tell what is hidden.
 * @param {Buffer} bytes a file whose sizes were checked
 * @param {number} most rows that are read of a tab
 * @returns {Promise<{
 *   name: string, hidden: boolean, rows: (string | Date | null)[][],
 *   merges: { startRow: number, endRow: number, startCol: number }[], rowDefs: Map<number, { hidden: boolean }>,
 * }[]>}
 */
export async function readOds(bytes, most) {
  const xml = await contentOf(bytes)
  const hiddenStyles = new Set(Array.from(xml.matchAll(HIDDEN_STYLE), ([, name]) => name))
  const sheets = []
  let [row, cell, aside] = [null, null, 0]
  for (const [, text, slash, name, attributes] of xml.matchAll(TAG)) {
    const sheet = sheets.at(-1)
    const isEnd = slash !== ''
    const isWhole = attributes.endsWith('/')
    if (cell !== null && aside === 0) cell.text += unescaped(text).replace(/\s+/g, ' ')
    if (ASIDE.test(name) && !isWhole) aside += isEnd ? -1 : 1
    if (aside > 0) continue
    if (name === 'table:table' && !isEnd) {
      const hidden = hiddenStyles.has(valueOf(attributes, 'table:style-name'))
      const nome = valueOf(attributes, 'table:name') ?? ''
      sheets.push({ name: nome, hidden, rows: [], merges: [], rowDefs: new Map() })
    } else if (name === 'table:table-row') {
      if (!isEnd) row = { values: [], attributes }
      if (isEnd || isWhole) putRow(sheet, row, most)
    } else if (CELL.test(name)) {
      if (!isEnd) cell = { text: '', attributes }
      if (!isEnd && !isWhole) continue
      // A cell below a merged one counts only for its place.
      putCell(sheet, row, name.includes('covered') ? { ...cell, text: '', isCovered: true } : cell)
      cell = null
    } else if (cell !== null && name === 'text:p' && !isEnd && cell.text !== '') cell.text += '\n'
    else if (cell !== null && name === 'text:line-break') cell.text += '\n'
    else if (cell !== null && (name === 'text:s' || name === 'text:tab')) cell.text += ' '
  }
  return sheets
}

/** Blank rows reach down to the last there can be. */
function putRow({ rows, rowDefs }, { values, attributes }, most) {
  const hidden = /^(?:filter|collapse)$/.test(valueOf(attributes, 'table:visibility') ?? '')
  const times = countOf(attributes, 'table:number-rows-repeated')
  const isBlank = values.every((value) => value === null)
  for (let at = 0; at < times && rows.length < most && !(isBlank && times > 1_000); at += 1) {
    if (hidden) rowDefs.set(rows.length, { hidden })
    rows.push(values)
  }
}

/** Blank cells reach to the last column there can be. */
function putCell({ rows, merges }, { values }, { text, attributes, isCovered = false }) {
  const value = isCovered ? null : valueIn(text, attributes)
  const spanned = countOf(attributes, 'table:number-rows-spanned')
  const startRow = rows.length
  if (spanned > 1) merges.push({ startRow, endRow: startRow + spanned - 1, startCol: values.length })
  const times = countOf(attributes, 'table:number-columns-repeated')
  const count = value === null && times > 100 ? 1 : times
  for (let at = 0; at < count && values.length < COLUMNS_MAX; at += 1) values.push(value)
}

/** What a cell has: a number as it is stored, a formula without a result as itself, else what it shows. */
function valueIn(text, attributes) {
  const date = valueOf(attributes, 'office:date-value')
  if (date !== undefined) return new Date(`${date.slice(0, 10)}T00:00:00Z`)
  const number = valueOf(attributes, 'office:value')
  if (number !== undefined && !text.includes('%')) return number
  if (text !== '') return text
  const formula = valueOf(attributes, 'table:formula')
  return formula === undefined || attributes.includes('office:string-value') ? null : `=${formula}`
}

function valueOf(attributes, name) {
  const from = attributes.indexOf(`${name}="`)
  const start = from + name.length + 2
  return from < 0 ? undefined : unescaped(attributes.slice(start, attributes.indexOf('"', start)))
}

const countOf = (attributes, name) => Number(valueOf(attributes, name) ?? 1)

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

const unescaped = (text) =>
  text.replace(/&(?:#(x?)([\da-f]{1,6})|(\w+));/gi, (whole, hex, code, name) =>
    name === undefined ? String.fromCodePoint(parseInt(code, hex ? 16 : 10)) : (ENTITIES.get(name) ?? whole),
  )

async function contentOf(bytes) {
  const zip = await fromBufferPromise(bytes)
  for await (const entry of zip.eachEntry())
    if (entry.fileName === 'content.xml')
      return (await buffer(await zip.openReadStreamPromise(entry))).toString()
  throw new Error('no content.xml')
}
