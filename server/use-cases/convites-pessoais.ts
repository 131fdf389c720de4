import { empresaidInPath } from '../domain/casa.ts'
import { codigoFrom, parseCodigo } from '../domain/signed-text.ts'
import {
  type ConviteComReservas,
  labelOf,
  parseRotulo,
  type ConvitePessoal,
  type Creation,
  type ConviteRevocation,
  estadoOf,
  type EstadoDoConvite,
} from '../domain/convite-pessoal.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

/** Finds a personal invitation by the code in an address or a form; null if there is none. */
export async function findConvite(
  { convites }: Pick<Storage, 'convites'>,
  raw: string | undefined,
): Promise<ConviteComReservas | null> {
  const codigo = parseCodigo(raw)
  return codigo === null ? null : convites.find(codigo)
}

/** Finds a personal invitation by the company in its address; also null for another company's. */
export async function findConviteOf(
  parts: Pick<Storage, 'convites'>,
  empresaid: string,
  raw: string | undefined,
): Promise<ConviteComReservas | null> {
  const found = await findConvite(parts, raw)
  return found && empresaidInPath(found.convite.empresaid) === empresaid ? found : null
}

export interface ConvitesListing {
  nome: string
  left: number
  convites: (Pick<ConvitePessoal, 'codigo' | 'rotulo' | 'telefone' | 'lugares'> & {
    estado: EstadoDoConvite
  })[]
  counts: Record<EstadoDoConvite, number>
}

export async function listConvites(
  { empresas, convites, now }: Pick<Storage, 'empresas' | 'convites'> & { now: () => number },
  empresaid: string,
): Promise<ConvitesListing | null> {
  const [found, listed] = await Promise.all([empresas.find(empresaid, now()), convites.list(empresaid)])
  if (!found) return null
  return {
    nome: found.empresa.nome,
    left: found.left,
    convites: listed.map((found) => {
      const { codigo, rotulo, telefone, lugares } = found.convite
      return { codigo, rotulo, telefone, lugares, estado: estadoOf(found) }
    }),
    counts: countByEstado(listed),
  }
}

export function countByEstado(convites: ConviteComReservas[]): ConvitesListing['counts'] {
  const counts = { novo: 0, usado: 0, recusado: 0, revogado: 0 }
  for (const found of convites) counts[estadoOf(found)] += 1
  return counts
}

/** What became of new personal invitations; all are made or none. */
type Making =
  /** Their codes, in the order of the labels. `isCut`: a line lost its phone number or a column. */
  | { kind: 'created'; codigos: string[]; isCut: boolean }
  | { kind: 'nothing-typed' }
  /** Lines, counted from 1, whose label is too long or is not valid Unicode. */
  | { kind: 'invalid'; lines: number[] }
  | Exclude<Creation, { kind: 'created' }>

/** The longest form, in characters, whose whole text goes into the id of each line. */
const FORM_MAX = 4_096

interface MakingParts extends Pick<Storage, 'empresas' | 'convites'> {
  conviteIdOf: (purpose: 'codigo' | 'reserva', seed: string) => string
  now: () => number
}

/**
 * Makes a personal invitation for each label. Codes and ids are a keyed hash of the form's random value and
 * the typed text, so that nobody can guess them and a form sent twice makes the same ones.
 * @param rotulos a label per line, as typed
 */
export async function makeConvites(
  { empresas, convites, conviteIdOf, now }: MakingParts,
  { empresaid, rotulos, pedido }: { empresaid: string; rotulos: string; pedido: string },
  autor: Autor,
): Promise<Making> {
  const typed = rotulos.split(/\r\n|\r|\n/).map((line, at) => ({ line, at }))
  const said = typed.filter(({ line }) => line.trim() !== '')
  if (said.length === 0) return { kind: 'nothing-typed' }
  // Checked before any line is read, because a form may have a hundred thousand lines.
  const found = await empresas.find(empresaid, now())
  if (!found) return { kind: 'empresa-not-found' }
  if (said.length > found.empresa.icredencial) return { kind: 'limit-reached', left: found.left }
  // A long form is hashed once: hashing it with each line would take seconds.
  const form = rotulos.length > FORM_MAX ? conviteIdOf('codigo', rotulos) : rotulos
  const bad: number[] = []
  let isCut = false
  const novos = said.flatMap(({ line, at }) => {
    const { rotulo, isCut: isLineCut } = labelOf(line)
    isCut ||= isLineCut
    if (rotulo === null) {
      bad.push(at + 1)
      return []
    }
    const seed = [empresaid, pedido, at, form].join('\n')
    const codigo = codigoFrom(Buffer.from(conviteIdOf('codigo', seed), 'base64url'))
    return { codigo, rotulo, reservaid: conviteIdOf('reserva', seed) }
  })
  if (bad.length > 0) return { kind: 'invalid', lines: bad }
  const outcome = await convites.create(empresaid, novos, now(), autor)
  return outcome.kind === 'created'
    ? { kind: 'created', codigos: novos.map(({ codigo }) => codigo), isCut }
    : outcome
}

/** What became of a new label; nothing is written unless `renamed`. */
type Renaming =
  | { kind: 'renamed' }
  | { kind: 'used' }
  | { kind: 'revoked' }
  /** The label is empty, too long, or not valid Unicode. */
  | { kind: 'invalid' }
  | { kind: 'convite-not-found' }

/** Gives a new invitation of a table another label; repeating the same label writes nothing. */
export async function renameConvite(
  { convites }: Pick<Storage, 'convites'>,
  { empresaid, codigo, typed }: { empresaid: string; codigo: string; typed: string },
  autor: Autor,
): Promise<Renaming> {
  const found = await findConviteOf({ convites }, empresaid, codigo)
  if (!found) return { kind: 'convite-not-found' }
  const estado = estadoOf(found)
  if (estado !== 'novo') return { kind: estado === 'usado' ? 'used' : 'revoked' }
  const rotulo = parseRotulo(typed)
  if (rotulo === null) return { kind: 'invalid' }
  if (rotulo === found.convite.rotulo) return { kind: 'renamed' }
  const outcome = await convites.rename(found.convite.codigo, rotulo, autor)
  // The invitation was used meanwhile or, less often, revoked.
  return outcome.kind === 'not-new' ? { kind: 'used' } : outcome
}

/** Revokes an invitation of a company; asking again changes nothing. `isClosed`: registrations are closed. */
export async function revokeConvite(
  { convites }: Pick<Storage, 'convites'>,
  { empresaid, codigo, isClosed }: { empresaid: string; codigo: string | undefined; isClosed: boolean },
  autor: Autor,
): Promise<ConviteRevocation | { kind: 'closed' }> {
  const found = await findConviteOf({ convites }, empresaid, codigo)
  if (!found) return { kind: 'convite-not-found' }
  return isClosed ? { kind: 'closed' } : convites.revoke(found.convite.codigo, autor)
}
