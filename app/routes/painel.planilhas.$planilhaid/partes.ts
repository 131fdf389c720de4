/** A part of the preview: its name in the address, and how many of its rows show at first. */
interface Parte {
  ver: string
  first: number
  nome: string
  estado: 'fim' | 'meio' | 'aberto'
}

/** The parts with rows, in the order of the page. */
export const PARTES = {
  perguntas: { ver: 'perguntas', first: 60, nome: 'Perguntas', estado: 'meio' },
  limpas: { ver: 'arrumados', first: 10, nome: 'Nomes arrumados', estado: 'meio' },
  avisos: { ver: 'avisos', first: 20, nome: 'Entram com uma mudança', estado: 'meio' },
  bad: { ver: 'recusadas', first: 50, nome: 'O que não entra', estado: 'fim' },
  moved: { ver: 'mudam-de-empresa', first: 20, nome: 'Mudam de empresa', estado: 'meio' },
  changed: { ver: 'mudam', first: 20, nome: 'Mudam', estado: 'meio' },
  inserted: { ver: 'entram', first: 6, nome: 'Entram', estado: 'aberto' },
} satisfies Record<string, Parte>

export type Chave = keyof typeof PARTES
