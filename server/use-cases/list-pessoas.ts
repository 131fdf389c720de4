import { EVERYBODY, isCompanyMeant, queriesOf, searchableOf, testOf } from '../domain/convidado-search.ts'
import { pessoasDe } from '../domain/funil.ts'
import {
  compareNomes,
  type ConvidadoNoPainel,
  type ConvidadoListado,
  type ConviteNoPainel,
  type Presenca,
} from '../domain/painel-repo.ts'
import type { Storage } from '../domain/storage.ts'
import { compareText, foldText } from '../domain/text.ts'
import { inStretches } from './event-loop.ts'

/** Somebody invited or registered: no answer yet, said yes, said no, or is inside. */
export type EstadoDaPessoa = 'sem-resposta' | 'confirmou' | 'nao-vem' | 'dentro'

const ESTADO = { falta: 'confirmou', dentro: 'dentro', desistiu: 'nao-vem' } as const satisfies Record<
  Presenca,
  EstadoDaPessoa
>

export const estadoDo = ({ recusadoem }: Pick<ConviteNoPainel, 'recusadoem'>) =>
  recusadoem === null ? 'sem-resposta' : 'nao-vem'

/** The parts of the list, by the states in each; every person is in one of four. */
const PARTES = {
  todos: ['sem-resposta', 'confirmou', 'nao-vem', 'dentro'],
  semResposta: ['sem-resposta'],
  confirmaram: ['confirmou', 'dentro'],
  faltam: ['confirmou'],
  naoVem: ['nao-vem'],
  dentro: ['dentro'],
} as const satisfies Record<string, readonly EstadoDaPessoa[]>

export type Parte = keyof typeof PARTES

/** An invitation in the order of the list. */
interface ConviteListado {
  ordem: string
  convite: ConviteNoPainel
}

type Listado = ConvidadoListado | ConviteListado

const isConvite = (one: Listado): one is ConviteListado => 'convite' in one

/** `A` to `Z`, or `#` for a name that begins otherwise. */
function letraOf({ ordem }: Listado): string {
  const first = ordem.charAt(0)
  return first >= 'A' && first <= 'Z' ? first : '#'
}

export interface ListQuery {
  parte: Parte
  /** A letter as in {@link letraOf}; null for all. */
  letra: string | null
  /** Starts at 1; beyond the last page it is the last. */
  pagina: number
}

/** A row: a guest, or an invitation that waits for an answer or was declined. */
export type Pessoa =
  | { kind: 'convidado'; convidado: ConvidadoNoPainel }
  | { kind: 'convite'; convite: ConviteNoPainel }

export const POR_PAGINA = 50

/** Everybody invited or registered, by name, as selected with the chips and letters of the board. */
export async function chooseConvidados(
  { painel }: Pick<Storage, 'painel'>,
  { parte, letra, pagina }: ListQuery,
) {
  const [{ convidados }, convites] = await Promise.all([painel.listed(), painel.listConvites()])
  const listed = inOrderWith(convidados, convites)
  const pessoas = { 'sem-resposta': 0, confirmou: 0, 'nao-vem': 0, dentro: 0 }
  const states: readonly EstadoDaPessoa[] = PARTES[parte]
  const letras = new Map<string, number>()
  const rows: Listado[] = []
  await inStretches(listed, (some) => {
    for (const one of some) {
      const estado = isConvite(one) ? estadoDo(one.convite) : ESTADO[one.presenca]
      pessoas[estado] += isConvite(one) ? pessoasDe(one.convite) : 1
      if (!states.includes(estado)) continue
      const its = letraOf(one)
      letras.set(its, (letras.get(its) ?? 0) + 1)
      if (letra === null || its === letra) rows.push(one)
    }
  })
  const shown = Math.min(pagina, Math.max(1, Math.ceil(rows.length / POR_PAGINA)))
  const page = rows.slice((shown - 1) * POR_PAGINA, shown * POR_PAGINA)
  const ids = page.flatMap((one) => (isConvite(one) ? [] : one.credencialid))
  const found = new Map((await painel.find(ids)).map((one) => [one.credencial.credencialid, one]))
  const sumOf = (some: readonly EstadoDaPessoa[]) => some.reduce((sum, one) => sum + pessoas[one], 0)
  return {
    pessoas: page.flatMap((one): Pessoa[] => {
      if (isConvite(one)) return [{ kind: 'convite', convite: one.convite }]
      const convidado = found.get(one.credencialid)
      return convidado ? [{ kind: 'convidado', convidado }] : []
    }),
    /** How many rows there are. */
    total: rows.length,
    pagina: shown,
    /** How many people are in each part. */
    counts: Object.fromEntries(Object.entries(PARTES).map(([name, some]) => [name, sumOf(some)])) as Record<
      Parte,
      number
    >,
    /** How many rows of the part begin with each letter, in order; letters without any are left out. */
    letras,
  }
}

/** Guests keep their order. The sort finds both in order, and only merges them. */
function inOrderWith(
  convidados: readonly ConvidadoListado[],
  convites: ConviteNoPainel[],
): readonly Listado[] {
  if (convites.length === 0) return convidados
  const byOrdem = (a: Listado, b: Listado) => compareText(a.ordem, b.ordem)
  const sorted = convites.map((convite) => ({ ordem: foldText(convite.rotulo), convite })).sort(byOrdem)
  return [...convidados, ...sorted].sort(byOrdem)
}

/** The invitations that a text or a company means, by name. */
export async function searchConvites(
  { painel }: Pick<Storage, 'painel'>,
  { text, empresaid }: { text: string; empresaid: string | undefined },
): Promise<ConviteNoPainel[]> {
  const queries = text === '' ? [EVERYBODY] : (queriesOf(text) ?? [])
  const isMeant = (convite: ConviteNoPainel) => {
    const { rotulo, telefone, codigo } = convite
    const searchable = searchableOf({ nome: rotulo, telefone, email: '' })
    const tested = { credencial: { credencialid: codigo, cpf: '' }, searchable }
    const empresa = { empresaid: convite.empresaid, nome: convite.empresa ?? '' }
    return queries.some((query) => isCompanyMeant({ ...query, empresaid }, empresa) && testOf(query)(tested))
  }
  const found = (await painel.listConvites()).filter(isMeant)
  return found.sort((a, b) => compareNomes(a.rotulo, b.rotulo))
}
