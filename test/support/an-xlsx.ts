import { crc32, deflateRawSync } from 'node:zlib'

interface Part {
  packed: Buffer
  /** The declared size, true or not. */
  unpacked: number
  crc: number
}

export const part = (contents: string | Buffer): Part => {
  const bytes = Buffer.from(contents)
  return { packed: deflateRawSync(bytes), unpacked: bytes.length, crc: crc32(bytes) }
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const TYPES = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPE}.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`

/**
 * An `.xlsx` file as bytes, packed by hand so that it may be wrong. Style 1 is a date.
 * @param rows the cells of each row, as XML; `far` follows them, and `after` the rows
 * @param shared strings, to which cells of type `s` refer by number
 * @param sheet replaces the rows
 */
export function anXlsx({
  rows = [],
  far = '',
  after = '',
  shared = [],
  sheet,
}: {
  rows?: string[]
  far?: string
  after?: string
  shared?: string[]
  sheet?: Part
}): Buffer {
  const data = rows.map((cells, index) => `<row r="${index + 1}">${cells}</row>`).join('')
  return zip({
    '[Content_Types].xml': part(TYPES),
    '_rels/.rels': part(
      `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/_rels/workbook.xml.rels': part(
      `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': part(
      `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="Lista" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/styles.xml': part(
      `<styleSheet ${MAIN}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    'xl/sharedStrings.xml': part(
      `<sst ${MAIN}>${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ),
    'xl/worksheets/sheet1.xml':
      sheet ?? part(`<worksheet ${MAIN}><sheetData>${data}${far}</sheetData>${after}</worksheet>`),
  })
}

/** A ZIP file of these files. */
export function zip(parts: Record<string, Part>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, { packed, unpacked, crc }] of Object.entries(parts)) {
    const name = Buffer.from(path)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(crc, 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(unpacked, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(8, 10)
    head.copy(entry, 16, 14, 28)
    entry.writeUInt32LE(offset, 42)
    files.push(head, name, packed)
    directory.push(entry, name)
    offset += head.length + name.length + packed.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(Object.keys(parts).length, 8)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, ...directory, end])
}
