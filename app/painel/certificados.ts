/** The page of the certificates of everybody who was inside, or of one company; with `.pdf`, a file of them. */
export function certificadosHref(
  empresaid: string | null,
  rest: '' | '.pdf' = '',
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ ...(empresaid !== null && { empresa: empresaid }), ...more }).toString()
  return `/painel/listas/certificados${rest}${query && `?${query}`}`
}
