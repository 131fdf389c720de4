import { anXlsx } from './an-xlsx.ts'

const FIVE_MB = 5 * 1024 * 1024
const HEADER = 'nome;telefone\n'
const columns = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`).join(';')
const filled = (text: string) =>
  Buffer.from(HEADER + text.repeat(Math.floor((FIVE_MB - HEADER.length) / text.length)))

/** A string of 32,000 characters in 20,000 rows of two columns, or of one. */
function sharedString(header: [string, string], isWide: boolean): Buffer {
  const row = (number: number, first: number, second: number) =>
    `<c r="A${number}" t="s"><v>${first}</v></c>${isWide ? `<c r="B${number}" t="s"><v>${second}</v></c>` : ''}`
  const rows = [row(1, 1, 2), ...Array.from({ length: 20_000 }, (_, n) => row(n + 2, 0, 0))]
  return anXlsx({ rows, shared: ['a'.repeat(32_000), ...header] })
}

/** Spreadsheets made to exhaust their reader, and what the organiser reads about each. */
export const EXHAUSTING: [what: string, contents: () => Buffer, says: string][] = [
  [
    'a shared string of 32,000 signs in 40,000 cells',
    () => sharedString(['nome', 'telefone'], true),
    'texto demais',
  ],
  [
    'a shared string in 40,000 cells nobody reads',
    () => sharedString(['nota', 'outra'], true),
    'texto demais',
  ],
  ['a shared string in one column', () => sharedString(['nome', ''], false), 'texto demais'],
  ['a .csv of 100,000 columns', () => Buffer.from(`${columns(100_000)}\na\n`), 'mais de 1.000 colunas'],
  ['a .csv of 600,000 columns', () => Buffer.from(`${columns(600_000)}\na\n`), 'a linha é grande demais'],
  [
    'a .csv of one name 500,000 times',
    () => Buffer.from(`nome;telefone${';x'.repeat(500_000)}\nAna;1\n`),
    'mais de 1.000 colunas',
  ],
  [
    'a .csv of 500,000 columns without a name before one that has one',
    () => Buffer.from(`nome;telefone${';'.repeat(500_000)}x\nAna;1\n`),
    'mais de 1.000 colunas',
  ],
  [
    'a .csv whose quotes do not close',
    () => Buffer.from(`${HEADER}"${'a'.repeat(FIVE_MB - 20)}`),
    'a linha é grande demais',
  ],
  ['a .csv of one letter a line', () => filled('a\n'), 'mais de 20.000 linhas'],
]
