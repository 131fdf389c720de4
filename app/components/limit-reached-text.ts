/** What LIMITE ATINGIDO means: an invitation held for somebody may yet come back. */
export function limitReached(nome: string): string {
  return `Todos os convites de ${nome} já foram usados ou estão reservados neste momento.`
}
