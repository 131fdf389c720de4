import { separateBroken, DuplicateEmpresaError } from '../domain/errors.ts'
import { firstPlaceOf, type ConvitePessoal } from '../domain/convite-pessoal.ts'
import { convitesLeft, parseEmpresa } from '../domain/empresa.ts'
import { apart } from '../domain/casa.ts'
import type { EmpresaConvites, EmpresasListed } from '../domain/empresa-repo.ts'
import { groupBy } from '../domain/group.ts'
import { newMesa, type Mesa } from '../domain/mesa.ts'
import type { ConviteNoPainel } from '../domain/painel-repo.ts'
import { isEnded, isPessoal, type Reserva } from '../domain/reserva.ts'

/** A company as stored: its counters may be text. */
export type StoredEmpresa = Record<string, unknown>

/** Invitations that wait for an answer or were declined, with how many of their places are open. */
export function convitesIn(
  convites: Iterable<ConvitePessoal>,
  pendentes: Iterable<Reserva>,
  empresas: ReadonlyMap<string, { nome: string }>,
): ConviteNoPainel[] {
  const open = new Map<string, number>()
  for (const reserva of pendentes) {
    if (!isPessoal(reserva)) continue
    const first = firstPlaceOf(reserva.reservaid)
    open.set(first, (open.get(first) ?? 0) + 1)
  }
  return [...convites].flatMap((convite) => {
    const abertos = open.get(convite.reservaid) ?? 0
    if (abertos === 0 && convite.recusadoem === null) return []
    return { ...convite, abertos, empresa: empresas.get(convite.empresaid)?.nome ?? null }
  })
}

/** Companies by id. A document without an id is not a company, and one stored twice cannot be counted. */
export function byEmpresaid(empresas: ReadonlyMap<string, StoredEmpresa>) {
  const found = new Map<string, { name: string; stored: StoredEmpresa }>()
  const twice = new Map<string, DuplicateEmpresaError>()
  for (const name of [...empresas.keys()].sort()) {
    const stored = empresas.get(name) ?? {}
    const { empresaid: id } = stored
    if (typeof id !== 'string' && typeof id !== 'number') continue
    const empresaid = String(id)
    const other = found.get(empresaid)
    if (other) twice.set(empresaid, new DuplicateEmpresaError(empresaid, [other.name, name]))
    else found.set(empresaid, { name, stored })
  }
  const clear = [...found].filter(([empresaid]) => !twice.has(empresaid))
  return {
    found: clear.sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, { stored }]) => [id, stored] as const),
    twice: [...twice.values()],
  }
}

/** How many holds a company has, including ended ones and personal invitations. */
export interface Pendentes {
  all: number
  ended: number
  pessoais: number
}

function countPendentes(pendentes: Reserva[], now: number): Pendentes {
  return {
    all: pendentes.length,
    ended: pendentes.filter((reserva) => isEnded(reserva, now)).length,
    pessoais: pendentes.filter(isPessoal).length,
  }
}

/** Companies with their holds, by their ids, and those that cannot be counted. */
export function listedIn(
  { found, twice }: ReturnType<typeof byEmpresaid>,
  pendentes: Iterable<Reserva>,
  mesas: ReadonlyMap<string, Mesa>,
  now: number,
): EmpresasListed {
  const held = groupBy(pendentes, ({ empresaid }) => empresaid)
  const { empresas, broken } = separateBroken(found, ([empresaid, stored]) =>
    convitesOf(
      parseEmpresa(empresaid, stored),
      countPendentes(held.get(empresaid) ?? [], now),
      mesas.get(empresaid) ?? newMesa(empresaid),
    ),
  )
  return { ...apart(empresas), broken: [...broken, ...twice] }
}

/** A company with its holds. */
export function convitesOf(
  empresa: EmpresaConvites['empresa'],
  { all, ended, pessoais }: Pendentes,
  { fechada, telefone, numero, versao, pedido }: Mesa,
): EmpresaConvites {
  const held = all - ended - pessoais
  const beside = { isFechada: fechada, telefone, numero, versao, pedido }
  return { empresa, left: convitesLeft(empresa, ended), held, pessoais, ...beside }
}
