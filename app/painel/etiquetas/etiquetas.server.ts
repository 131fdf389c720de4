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

/**
 * The choice in an address, if it can be printed.
 * @throws Response back to the form, which says what cannot be printed
 */
export function printableIn(request: Request): Escolha & { papel: PapelDeEtiqueta } {
  const url = new URL(request.url)
  const escolha = parseEscolha(typedIn(url))
  const { papel, erros } = escolha
  if (!papel || Object.keys(erros).length > 0) throw seeOther(`${PATH}${url.search}`)
  return { ...escolha, papel }
}

/** What every page that prints a sheet draws it from. @param sizes of letters, in points */
export const paperOf = (
  { papel, ajuste }: { papel: PapelDeEtiqueta } & Pick<Escolha, 'ajuste'>,
  sizes: number[] = [],
) => {
  const sheet = FOLHAS[papel.folha]
  return { papel, ajuste, sheet, estilo: styleOf({ ...papel, sheet }, ajuste, sizes) }
}

/** How many were unmarked, according to the address; null if it says nothing. */
export function desmarcadasIn({ searchParams }: URL): number | null {
  const said = searchParams.get('desmarcadas') ?? ''
  return /^\d{1,3}$/.test(said) ? Number(said) : null
}

/** When a sheet was made, from a form or an address; null for anything else. */
export const feitaemOf = (raw: string | null) => (/^\d{1,15}$/.test(raw ?? '') ? Number(raw) : null)

/** What an address of sheets says besides the choice. */
export const TOLD = ['marcada', 'desmarcadas', 'recusada']

export function searchWithout({ searchParams }: URL, ...names: string[]): string {
  const left = [...searchParams].filter(([name]) => !names.includes(name))
  return `?${new URLSearchParams(left).toString()}`
}

/** Marcar como impressas records what the sheet showed, whatever has changed since; or Desmarcar. */
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
  // Whatever the form says, the sheet was not made in the future: recording a later time would have no
  // effect.
  const feitaem = Math.min(made, services.now())
  const { kind } = await services.envios.mark(impressas, feitaem, autor())
  if (kind === 'desmarcada') return seeOther(`${PATH}${page}${searchWithout(url, ...TOLD)}&recusada=1`)
  // The new ones of this part are no longer new, so the rest starts on a sheet of its own.
  const others = url.searchParams.getAll('quem').includes('novos') ? ['parte', 'lista', 'inicio'] : []
  return seeOther(`${PATH}${page}${searchWithout(url, ...TOLD, ...others)}&marcada=${feitaem}`)
}
