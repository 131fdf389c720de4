import { type PapelDeEtiqueta, FOLHAS } from '../../../server/domain/papel-de-etiqueta.ts'
import {
  parseEscolha,
  parseImpressas,
  unmarkEtiquetas,
  type Escolha,
} from '../../../server/use-cases/etiquetas.ts'
import type { Equipe } from '~/shared/equipe.server'
import { fieldsOf, seeOther } from '~/shared/remix.server'
import { styleOf } from './folhas.tsx'

export const PATH = '/painel/listas/etiquetas'

export const typedIn =
  ({ searchParams }: URL) =>
  (field: string) =>
    searchParams.getAll(field).join(' ')

/** The choice of an address, of what can be printed alone. @throws Response back to the form, which says what cannot be */
export function printableIn(request: Request): Escolha & { papel: PapelDeEtiqueta } {
  const url = new URL(request.url)
  const escolha = parseEscolha(typedIn(url))
  const { papel, erros } = escolha
  if (!papel || Object.keys(erros).length > 0) throw seeOther(`${PATH}${url.search}`)
  return { ...escolha, papel }
}

/** What a sheet is drawn from, of all pages that print one. @param sizes of letters, in points */
export const paperOf = (
  { papel, ajuste }: { papel: PapelDeEtiqueta } & Pick<Escolha, 'ajuste'>,
  sizes: number[] = [],
) => {
  const sheet = FOLHAS[papel.folha]
  return { papel, ajuste, sheet, estilo: styleOf({ ...papel, sheet }, ajuste, sizes) }
}

/** How many an address says were unmarked; null where it says nothing. */
export function desmarcadasIn({ searchParams }: URL): number | null {
  const said = searchParams.get('desmarcadas') ?? ''
  return /^\d{1,3}$/.test(said) ? Number(said) : null
}

/** When a sheet was made, as a form or an address says it; null for what is none. */
export const feitaemOf = (raw: string | null) => (/^\d{1,15}$/.test(raw ?? '') ? Number(raw) : null)

/** What an address of sheets says beside the choice. */
export const TOLD = ['marcada', 'desmarcadas', 'recusada']

export function searchWithout({ searchParams }: URL, ...names: string[]): string {
  const left = [...searchParams].filter(([name]) => !names.includes(name))
  return `?${new URLSearchParams(left).toString()}`
}

/** MARCAR COMO IMPRESSAS: notes what the sheet showed, whatever was changed since; or DESMARCAR. */
export async function marked(
  { services, autor }: Equipe,
  request: Request,
  page: '' | '/folhas',
): Promise<Response> {
  const url = new URL(request.url)
  const fields = await fieldsOf(request)
  const unmarked = fields('desmarcar')
  const made = feitaemOf(unmarked ?? fields('feitaem') ?? '')
  const impressas = parseImpressas(fields('impressas') ?? '')
  if (made === null) throw new Response(null, { status: 400 })
  if (unmarked !== null) {
    const desmarcadas = await unmarkEtiquetas(services, made, autor())
    return seeOther(`${PATH}${page}${searchWithout(url, ...TOLD)}&desmarcadas=${desmarcadas}`)
  }
  if (!impressas) throw new Response(null, { status: 400 })
  // No sheet was made after now, whatever the form says: a later one would be noted in vain.
  const feitaem = Math.min(made, services.now())
  const { kind } = await services.envios.mark(impressas, feitaem, autor())
  if (kind === 'desmarcada') return seeOther(`${PATH}${page}${searchWithout(url, ...TOLD)}&recusada=1`)
  // Of the new ones those of this part are new no longer, and what is left begins on a sheet of its own.
  const others = url.searchParams.getAll('quem').includes('novos') ? ['parte', 'lista', 'inicio'] : []
  return seeOther(`${PATH}${page}${searchWithout(url, ...TOLD, ...others)}&marcada=${feitaem}`)
}
