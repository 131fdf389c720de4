// Run in the process of sheet-reader.mjs; plain JavaScript, because Node 20 runs no TypeScript.
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

const HIDDEN_STYLE =
  /<style:style\b[^>]*\bstyle:name="([^"]*)"[^>]*>\s*<style:table-properties\b[^>]*\btable:display="false"/g

/** A tag and the text before it. */
const TAG = /([^<]*)<(\/?)([\w:-]+)((?:"[^"]*"|[^>"])*)>/g

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text) =>
  text.replace(/&(?:#(x?)([\da-f]+)|(\w+));/gi, (whole, hex, code, name) =>
    name === undefined ? String.fromCodePoint(parseInt(code, hex ? 16 : 10)) : (ENTITIES[name] ?? whole),
  )

/** Where an attribute's value begins is the same in each: a name, `="`, and the value. */
const valueOf = (attributes, name) => {
  const from = attributes.indexOf(`${name}="`)
  if (from < 0) return undefined
  const start = from + name.length + 2
  return unescaped(attributes.slice(start, attributes.indexOf('"', start)))
}
const countOf = (attributes, name) => Number(valueOf(attributes, name) ?? 1)

/** What is written in a cell, but for a remark and a drawing upon it. */
const ASIDE = new Set(['office:annotation', 'draw:frame', 'draw:custom-shape'])

/**
 * The tabs of an `.ods`, in the form in which `hucre` gives those of an `.xlsx`. Its own reader of `.ods`
 * leaves out rows that are grouped or repeated on each page, and does not tell what is hidden.
 * @param {Buffer} bytes a file whose sizes were checked
 * @param {number} most rows, and columns, that are read of a tab
 */
export async function readOds(bytes, most) {
  const hiddenStyles = new Set()
  const sheets = []
  let [sheet, row, cell, aside] = [null, null, null, 0]
  const put = ({ value, times, spanned }) => {
    const column = row.values.length
    if (spanned > 1)
      sheet.merges.push({
        startRow: sheet.rows.length,
        endRow: sheet.rows.length + spanned - 1,
        startCol: column,
      })
    // Blank cells fill a row up to the last column there can be.
    const count = value === null && times > 100 ? 1 : Math.min(times, most)
    for (let at = 0; at < count; at += 1) row.values.push(value)
  }
  const xml = await contentOf(bytes)
  for (const [, name] of xml.matchAll(HIDDEN_STYLE)) hiddenStyles.add(name)
  for (const [, text, slash, name, attributes] of xml.matchAll(TAG)) {
    const isEnd = slash !== ''
    const isWhole = !isEnd && attributes.endsWith('/')
    if (cell !== null && aside === 0 && text !== '') cell.text += unescaped(text).replace(/\s+/g, ' ')
    if (ASIDE.has(name) && !isWhole) aside += isEnd ? -1 : 1
    if (aside > 0) continue
    if (name === 'table:table' && !isEnd) {
      const isHidden = hiddenStyles.has(valueOf(attributes, 'table:style-name'))
      sheet = {
        name: valueOf(attributes, 'table:name') ?? '',
        hidden: isHidden,
        rows: [],
        merges: [],
        rowDefs: new Map(),
      }
      sheets.push(sheet)
    } else if (name === 'table:table-row' && !isEnd && !isWhole) {
      const hidden = /^(?:filter|collapse)$/.test(valueOf(attributes, 'table:visibility') ?? '')
      row = { values: [], hidden, times: countOf(attributes, 'table:number-rows-repeated') }
    } else if (name === 'table:table-row') {
      const { values, hidden, times } = row ?? {
        values: [],
        hidden: false,
        times: countOf(attributes, 'table:number-rows-repeated'),
      }
      const isBlank = values.every((value) => value === null || value === '')
      // Blank rows reach down to the last row there can be.
      for (let at = 0; at < Math.min(times, most) && !(isBlank && times > 1_000); at += 1) {
        if (hidden) sheet.rowDefs.set(sheet.rows.length, { hidden })
        sheet.rows.push(values)
      }
      row = null
    } else if (/^table:(?:covered-)?table-cell$/.test(name) && row !== null) {
      if (!isEnd) cell = { text: '', attributes }
      if (isEnd || isWhole) {
        put(cellOf(name.includes('covered') ? { ...cell, text: '', attributes: repeatOf(cell) } : cell))
        cell = null
      }
    } else if (
      cell !== null &&
      ((name === 'text:p' && !isEnd && cell.text !== '') || name === 'text:line-break')
    )
      cell.text += '\n'
    else if (cell !== null && (name === 'text:s' || name === 'text:tab')) cell.text += ' '
  }
  return sheets
}

/** Of a cell below a merged one only its place counts. */
const repeatOf = ({ attributes }) =>
  ` table:number-columns-repeated="${countOf(attributes, 'table:number-columns-repeated')}"`

function cellOf({ text, attributes }) {
  const value = valueOf(attributes, 'office:value') ?? valueOf(attributes, 'office:boolean-value') ?? null
  const date = valueOf(attributes, 'office:date-value')
  const formula = valueOf(attributes, 'table:formula')
  const shown = date
    ? new Date(`${date.slice(0, 10)}T00:00:00Z`)
    : value === null || /%/.test(text)
      ? text
      : value
  return {
    value:
      shown === ''
        ? formula !== undefined && !/office:(?:string-)?value/.test(attributes)
          ? `=${formula}`
          : null
        : shown,
    times: countOf(attributes, 'table:number-columns-repeated'),
    spanned: countOf(attributes, 'table:number-rows-spanned'),
  }
}

async function contentOf(bytes) {
  const zip = await fromBufferPromise(bytes)
  for await (const entry of zip.eachEntry())
    if (entry.fileName === 'content.xml')
      return (await buffer(await zip.openReadStreamPromise(entry))).toString()
  throw new Error('no content.xml')
}
