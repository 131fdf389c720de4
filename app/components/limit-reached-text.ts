/** The explanation of LIMITE ATINGIDO: an invitation held for somebody may still come back. */
export function limitReached(nome: string): string {
  return `Todos os convites de ${nome} já foram usados ou estão reservados neste momento.`
}
