import { readFile } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse/sync'
import { parseEmpresaRow, type EmpresaRow } from './domain/empresa-row.ts'

/** A row of the spreadsheet that cannot be taken, by its line in the file, the header being line 1. */
export interface BadRow {
  line: number
  problems: string[]
}

export interface EmpresasPlanilha {
  rows: { line: number; row: EmpresaRow }[]
  bad: BadRow[]
}

/**
 * Reads a spreadsheet of companies: columns named as the fields of section 3, `;` or `,`, UTF-8 with or without BOM,
 * or Windows-1252, which old spreadsheets write.
 * @throws Error saying what is wrong when the file cannot be read, is no CSV, or lacks a required column
 */
export async function readEmpresas(path: string): Promise<EmpresasPlanilha> {
  const text = decode(await readFile(path))
  const records = parseRecords(text)
  const planilha: EmpresasPlanilha = { rows: [], bad: [] }
  const seen = new Map<string, number>()
  for (const { info, record } of records) {
    // csv-parse counts lines read so far; a quoted cell may span several, so a row is named by the line it ends on.
    const line = info.lines
    const parsed = parseEmpresaRow(record)
    if (parsed.kind === 'invalid') {
      planilha.bad.push({ line, problems: parsed.problems })
      continue
    }
    const { row } = parsed
    const first = seen.get(row.empresaid)
    if (first !== undefined) {
      planilha.bad.push({ line, problems: [`empresaid "${row.empresaid}" já está na linha ${first}`] })
      continue
    }
    seen.set(row.empresaid, line)
    planilha.rows.push({ line, row })
  }
  return planilha
}

/** UTF-8 when it is that, Windows-1252 otherwise: the bytes of accented Portuguese are never valid UTF-8 by chance. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

type ParsedRecord = { info: { lines: number }; record: Record<string, string> }

function parseRecords(text: string): ParsedRecord[] {
  const [header = ''] = text.split(/\r?\n/, 1)
  const delimiter = header.split(';').length > header.split(',').length ? ';' : ','
  try {
    return parse(text, {
      delimiter,
      bom: true,
      info: true,
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      relax_column_count_less: true,
      columns: (names: string[]) => checkColumns(names.map((name) => name.trim().toLowerCase())),
    }) as unknown as ParsedRecord[]
  } catch (cause) {
    if (cause instanceof CsvError)
      throw new Error(`A planilha não pôde ser lida: ${cause.message}`, { cause })
    throw cause
  }
}

function checkColumns(names: string[]): string[] {
  const missing = ['empresaid', 'nome', 'icredencial'].filter((name) => !names.includes(name))
  if (missing.length > 0)
    throw new Error(`Falta a coluna ${missing.join(', ')} na primeira linha da planilha.`)
  const repeated = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  if (repeated) throw new Error(`A coluna ${repeated} está repetida na primeira linha da planilha.`)
  return names
}
