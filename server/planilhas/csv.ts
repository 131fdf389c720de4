import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { PlanilhaError } from './planilha-error.ts'
import type { TableRow } from './table-row.ts'

/** How much is read before others get their turn, in characters. */
const SLICE = 64 * 1024

/**
 * Reads CSV as spreadsheets write it: `;` or `,`, any line end, UTF-8 with or without BOM, or Windows-1252.
 * @param maxRows how many are read: one more is enough to tell that there are too many
 * @throws PlanilhaError when it has quotes that do not close
 */
export async function readCsv(bytes: Buffer, maxRows: number): Promise<TableRow[]> {
  const text = decode(bytes).replace(/\r\n?/g, '\n')
  const rows: TableRow[] = []
  // The parser names the line a record ends on; the raw text of the records before tells where it begins.
  let linesRead = 0
  const failures: PlanilhaError[] = []
  const parser = parse({
    delimiter: delimiterOf(text),
    trim: true,
    raw: true,
    relax_quotes: true,
    relax_column_count: true,
    on_record: (parsed: unknown) => {
      const { raw, record } = parsed as { raw: string; record: string[] }
      if (record.some((cell) => cell !== '')) rows.push({ line: linesRead + 1, cells: record })
      linesRead += raw.split('\n').length - 1
      return null
    },
    skip_records_with_error: true,
    on_skip: (cause) => {
      const sentence = `Linha ${linesRead + 1}: as aspas não fecham onde deviam. Corrija a célula e salve a planilha de novo.`
      failures.push(new PlanilhaError(sentence, { cause }))
    },
  })
  const ended = once(parser, 'end')
  parser.resume()
  const isDone = () => failures.length > 0 || rows.length > maxRows
  for (let at = 0; at < text.length && !isDone(); at += SLICE) {
    parser.write(text.slice(at, at + SLICE))
    await nextTurn()
  }
  if (!isDone()) {
    parser.end()
    await ended
  }
  if (failures[0]) throw failures[0]
  return rows
}

/**
 * What Windows-1252 has where Latin-1 has control characters, from 0x80 on. Written out because Node's own decoder
 * before version 24 takes the one for the other, and loses dashes and curly quotes.
 */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** UTF-8 when it is that, Windows-1252 otherwise: the bytes of accented Portuguese are never valid UTF-8 by chance. */
function decode(bytes: Buffer): string {
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
