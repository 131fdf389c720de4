/** The address of a guest on the board; ids of other products may hold anything. */
export function convidadoHref(credencialid: string, page: '' | '/corrigir' | '/empresa' = ''): string {
  return `/painel/convidados/${encodeURIComponent(credencialid)}${page}`
}

/** The address that shows two guests side by side. */
export function pairHref(um: string, outro: string): string {
  return `/painel/repetidos?${new URLSearchParams({ um, outro }).toString()}`
}
