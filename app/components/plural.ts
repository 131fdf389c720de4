/** `1 linha`, `2 linhas`, `20.000 linhas` */
export function countOf(count: number, one: string, many: string): string {
  return `${String(count).replace(/\B(?=(\d{3})+$)/g, '.')} ${count === 1 ? one : many}`
}
