import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { fromBufferPromise, type Entry } from 'yauzl'
import { PlanilhaError } from './pasta.ts'

/**
 * The most bytes a spreadsheet may unpack to, and the most files in it. 20,000 rows of 15 columns are 15 MB
 * in about ten files.
 */
const UNPACKED_MAX = 64 * 1024 * 1024
const FILES_MAX = 1_000

const TOO_LARGE =
  'A planilha aberta é grande demais: apague as abas e as colunas que não são da lista e envie de novo.'
const BROKEN = 'O arquivo .xlsx está com defeito: abra-o no Excel, salve de novo e envie.'
export const PROTECTED = 'A planilha está protegida por senha: tire a senha e envie de novo.'

/** What yauzl says of a file that unpacks to more than it declares. */
const LARGER = 'too many bytes in the stream'
/** What yauzl says of a name that could leave its folder, such as `/xl/workbook.xml`. */
const ODD_NAMES = /^(?:absolute path|invalid relative path|invalid characters in fileName)/
const ODD =
  'O programa que fez este arquivo deu a ele nomes que não se podem abrir: abra a planilha no Excel ou no LibreOffice, use Salvar como, escolha .xlsx e envie a nova.'

const TABLES = /\.(csv|tsv|txt|xlsx|ods|vcf)$/i
/** Folders, and what systems put beside the files of somebody. */
const OF_SYSTEMS = /^__MACOSX\/|\/$|(?:^|\/)(?:\.[^/]*|Thumbs\.db|desktop\.ini)$/i
const MANY =
  'O .zip tem mais de um arquivo, ou nenhuma planilha: abra-o no computador e envie a planilha que está dentro.'

/**
 * Refuses a ZIP file that unpacks to more than allowed (a zip bomb), by its declared sizes and by its real
 * contents, before anything unpacks it into memory.
 * @returns the file itself where it is a workbook; else the one table in it
 * @throws PlanilhaError
 */
export async function tableIn(bytes: Buffer): Promise<Buffer> {
  try {
    const zip = await fromBufferPromise(withoutTail(bytes))
    if (zip.entryCount > FILES_MAX) throw new PlanilhaError(TOO_LARGE)
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    if (entries.some((entry) => entry.isEncrypted())) throw new PlanilhaError(PROTECTED)
    const sumOf = (size: 'uncompressedSize' | 'compressedSize') =>
      entries.reduce((sum, entry) => sum + entry[size], 0)
    if (sumOf('uncompressedSize') > UNPACKED_MAX) throw new PlanilhaError(TOO_LARGE)
    // Content shared by many files would be unpacked for each of them.
    if (sumOf('compressedSize') > bytes.length) throw new PlanilhaError(BROKEN)
    // Unpacked and discarded: a file that exceeds its declared size, which its reader allocates, ends in an error.
    for (const entry of entries) await finished((await zip.openReadStreamPromise(entry)).resume())
    if (entries.some(({ fileName }) => fileName.startsWith('xl/') || fileName === 'content.xml')) return bytes
    const files = entries.filter(({ fileName }) => !OF_SYSTEMS.test(fileName))
    const [table] = files
    if (!table || files.length > 1 || !TABLES.test(table.fileName)) throw new PlanilhaError(MANY)
    return await buffer(await zip.openReadStreamPromise(table))
  } catch (error) {
    if (error instanceof PlanilhaError) throw error
    const { message = '' } = error instanceof Error ? error : {}
    const said = message.startsWith(LARGER) ? TOO_LARGE : ODD_NAMES.test(message) ? ODD : BROKEN
    throw new PlanilhaError(said, { cause: error })
  }
}

/** Some programs write something after the end that a ZIP file declares. */
function withoutTail(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 22
  return end < 22 || end > bytes.length ? bytes : bytes.subarray(0, end + bytes.readUInt16LE(end - 2))
}
