import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'

/** A line of the spreadsheet that is not blank. */
export interface CsvRecord {
  /** The line of the file it begins on, from 1; a quoted cell may span several. */
  line: number
  cells: string[]
}

/** The file cannot be read as a spreadsheet at all. The message is a sentence for the organiser. */
export class PlanilhaError extends Error {
  override readonly name = 'PlanilhaError'
}

/**
 * Reads a CSV file as spreadsheets write it: `;` or `,`, any line end, UTF-8 with or without BOM, or Windows-1252.
 * @throws PlanilhaError when the file is missing, is another kind of file, or has quotes that do not close
 */
export async function readCsv(path: string): Promise<CsvRecord[]> {
  const text = decode(await readBytes(path)).replace(/\r\n?/g, '\n')
  const records: CsvRecord[] = []
  // The parser names the line a record ends on; the raw text of the records before tells where it begins.
  let linesRead = 0
  parse(text, {
    delimiter: delimiterOf(text),
    trim: true,
    raw: true,
    relax_quotes: true,
    relax_column_count: true,
    on_record: (parsed: unknown) => {
      const { raw, record } = parsed as { raw: string; record: string[] }
      if (record.some((cell) => cell !== '')) records.push({ line: linesRead + 1, cells: record })
      linesRead += raw.split('\n').length - 1
      return null
    },
    skip_records_with_error: true,
    on_skip: (cause) => {
      throw new PlanilhaError(
        `Linha ${linesRead + 1}: as aspas não fecham onde deviam. Corrija a célula e salve a planilha de novo.`,
        { cause },
      )
    },
  })
  return records
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'não existe' : `não pôde ser lido (${code})`
    throw new PlanilhaError(`O arquivo ${path} ${reason}: confira o nome e a pasta.`, { cause })
  }
}

/**
 * What Windows-1252 has where Latin-1 has control characters, from 0x80 on. Written out because Node's own decoder
 * before version 24 takes the one for the other, and loses dashes and curly quotes.
 */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** UTF-8 when it is that, Windows-1252 otherwise: the bytes of accented Portuguese are never valid UTF-8 by chance. */
function decode(bytes: Buffer): string {
  const start = bytes.subarray(0, 4).toString('latin1')
  if (/^(PK\u0003\u0004|\u00D0\u00CF\u0011\u00E0|\u00FF\u00FE|\u00FE\u00FF)/.test(start)) {
    throw new PlanilhaError('O arquivo não é CSV: na planilha, use Salvar como e escolha CSV UTF-8.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes
      .toString('latin1')
      .replace(/[\u0080-\u009F]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80] ?? '')
  }
}

/** Whichever of `;` and `,` stands more often between the names of the columns, outside quotes. */
function delimiterOf(text: string): ';' | ',' {
  const [header = ''] = text.trimStart().split('\n', 1)
  const unquoted = header.replace(/"[^"]*"/g, '')
  return unquoted.split(';').length > unquoted.split(',').length ? ';' : ','
}
