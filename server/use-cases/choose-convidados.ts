import type { ConvidadoListado, ConvidadoNoPainel } from '../domain/painel-repo.ts'
import type { Storage } from '../domain/storage.ts'
import { createPauses } from './event-loop.ts'

/** A part of all guests, and who is of it. Every guest is of one of `faltam`, `dentro` and `desistiram`. */
const PARTES = {
  todos: () => true,
  faltam: ({ presenca }) => presenca === 'falta',
  dentro: ({ presenca }) => presenca === 'dentro',
  desistiram: ({ presenca }) => presenca === 'desistiu',
  /** Of the public form; who withdrew has no company any more, and is not asked for here. */
  semEmpresa: ({ empresaid, presenca }) => empresaid === null && presenca !== 'desistiu',
} as const satisfies Record<string, (one: ConvidadoListado) => boolean>

export type Parte = keyof typeof PARTES

/** `A` to `Z`, and `#` for a name that begins otherwise. */
function letterOf({ ordem }: ConvidadoListado): string {
  const first = ordem.charAt(0)
  return first >= 'A' && first <= 'Z' ? first : '#'
}

export interface Choice {
  parte: Parte
  /** One of {@link letterOf}; null for all. */
  letra: string | null
  /** From 1 on; beyond the last page, the last. */
  pagina: number
}

/** A page of the guests of a part and a letter. */
export interface Chosen {
  convidados: ConvidadoNoPainel[]
  /** How many there are of the part and the letter. */
  total: number
  pagina: number
  /** How many each part has of all guests. */
  counts: Record<Parte, number>
  /** How many of the part there are by letter, in its order; letters nobody has are left out. */
  letras: Map<string, number>
}

export const POR_PAGINA = 50

/** How many guests are looked at before the time is. */
const AT_ONCE = 1_000

/** Guests by name, as the chips and letters of the board choose them. @throws StorageError */
export async function chooseConvidados(
  { painel }: Pick<Storage, 'painel'>,
  { parte, letra, pagina }: Choice,
): Promise<Chosen> {
  const { convidados: listed } = await painel.listed()
  const pause = createPauses()
  const counts = { todos: 0, faltam: 0, dentro: 0, desistiram: 0, semEmpresa: 0 }
  const parts = Object.keys(counts) as Parte[]
  const letras = new Map<string, number>()
  const ids: string[] = []
  for (let from = 0; from < listed.length; from += AT_ONCE) {
    for (const one of listed.slice(from, from + AT_ONCE)) {
      for (const name of parts) if (PARTES[name](one)) counts[name]++
      if (!PARTES[parte](one)) continue
      const its = letterOf(one)
      letras.set(its, (letras.get(its) ?? 0) + 1)
      if (letra === null || its === letra) ids.push(one.credencialid)
    }
    await pause()
  }
  const shown = Math.min(pagina, Math.max(1, Math.ceil(ids.length / POR_PAGINA)))
  const convidados = await painel.find(ids.slice((shown - 1) * POR_PAGINA, shown * POR_PAGINA))
  return { convidados, total: ids.length, pagina: shown, counts, letras }
}
