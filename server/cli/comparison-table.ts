import { KINDS, NUMBERS, unequalEmpresas, type Balance, type Survey } from '../use-cases/compare-storages.ts'
import { formatTable } from './table.ts'

/** Both sides of a move in numbers, line by line. */
export function tableOf(names: { de: string; para: string }, from: Survey, to: Survey): string[] {
  const columns = [
    { title: '' },
    ...[names.de, names.para].map((title) => ({ title, isNumber: true as const })),
  ]
  const rows = [
    ...KINDS.map((kind) => [kind, String(from[kind]), String(to[kind])]),
    ...NUMBERS.map((number) => [number, String(sumOf(from, number)), String(sumOf(to, number))]),
  ]
  return formatTable(columns, rows)
}

/** A line for each company whose numbers differ; none when all are equal. */
export function differencesOf(names: { de: string; para: string }, from: Survey, to: Survey): string[] {
  const unequal = unequalEmpresas(from, to)
  if (unequal.length === 0) return []
  const columns = [
    { title: 'EMPRESA' },
    ...NUMBERS.flatMap((number) =>
      [names.de, names.para].map((name) => ({ title: `${number} ${name}`, isNumber: true as const })),
    ),
  ]
  const cellOf = (survey: Survey, empresaid: string, number: keyof Balance) =>
    String(survey.balances.get(empresaid)?.[number] ?? '–')
  const rows = unequal.map((empresaid) => [
    empresaid,
    ...NUMBERS.flatMap((number) => [cellOf(from, empresaid, number), cellOf(to, empresaid, number)]),
  ])
  return formatTable(columns, rows)
}

function sumOf({ balances }: Survey, number: keyof Balance): number {
  return [...balances.values()].reduce((sum, balance) => sum + balance[number], 0)
}
