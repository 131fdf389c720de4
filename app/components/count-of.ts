/** `1 convidado`, `12 convidados` */
export function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** `1 linha`, `2 linhas`, `20.000 linhas` */
export function groupedCountOf(count: number, one: string, many: string): string {
  return `${String(count).replace(/\B(?=(\d{3})+$)/g, '.')} ${count === 1 ? one : many}`
}
