import { codigoFrom, parseCodigo } from '../domain/signed-text.ts'
import { LUGARES_MAX } from '../domain/acompanhantes.ts'
import {
  type ConviteComReservas,
  parseNota,
  parseRotulo,
  type DaPessoa,
  confirmadosDe,
  estadoOf,
  type EstadoDoConvite,
  type ConviteListado,
} from '../domain/convite-pessoal.ts'
import { type Creation, type ConviteRevocation } from '../domain/convites.ts'
import { CASA, empresaidInPath, isCasa, NINGUEM } from '../domain/casa.ts'
import { isTitulo, readLinha } from '../domain/linha-de-pessoas.ts'
import { takeCompanions } from '../domain/nome-escrito.ts'
import type { EmpresaConvites } from '../domain/empresa-repo.ts'
import { readTelefone } from '../domain/telefone.ts'
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

/** Finds a personal invitation of a company, or of the house; also null for another company's. */
export async function findConviteOf(
  parts: Pick<Storage, 'convites'>,
  empresaid: string,
  raw: string | undefined,
): Promise<ConviteComReservas | null> {
  const found = await findConvite(parts, raw)
  return found && empresaidInPath(found.convite.empresaid) === empresaidInPath(empresaid) ? found : null
}

const listedOf = (found: ConviteComReservas): ConviteListado => {
  const { codigo, rotulo, telefone, nota, lugares } = found.convite
  const estado = estadoOf(found)
  const saiu = estado === 'usado' && confirmadosDe(found).length === 0
  return { codigo, rotulo, telefone, nota, lugares, estado, saiu }
}

/** A company's name and its personal invitations, in the order they were made; null if there is none. */
export async function listConvites(
  { empresas, convites, now }: Pick<Storage, 'empresas' | 'convites'> & { now: () => number },
  empresaid: string,
): Promise<{ nome: string; convites: ConviteListado[] } | null> {
  const [found, listed] = await Promise.all([empresas.find(empresaid, now()), convites.list(empresaid)])
  return found && { nome: found.empresa.nome, convites: listed.map(listedOf) }
}

/** An invitation and those made with it after it, in the order typed; null if there is none. */
export async function listMade(
  { convites }: Pick<Storage, 'convites'>,
  primeiro: string,
  count: number,
): Promise<{ empresaid: string; convites: ConviteListado[] } | null> {
  const found = await findConvite({ convites }, primeiro)
  if (!found) return null
  const { empresaid, criadoem } = found.convite
  const made = count === 1 ? [found] : await convites.list(empresaid)
  // Those made together are a millisecond apart.
  const those = made.filter(({ convite: { criadoem: at } }) => at >= criadoem && at < criadoem + count)
  return { empresaid, convites: those.map(listedOf) }
}

/** How many personal invitations are in each state, as `listedOf` tells it. */
export function countByEstado(convites: ConviteComReservas[]): Record<EstadoDoConvite | 'saiu', number> {
  const counts = { novo: 0, usado: 0, saiu: 0, recusado: 0, revogado: 0 }
  for (const { estado, saiu } of convites.map(listedOf)) counts[saiu ? 'saiu' : estado] += 1
  return counts
}

/** What became of new personal invitations; all are made or none. */
type Making =
  /** Their codes, in the order of the labels; lines, counted from 1, whose number was left out. */
  | { kind: 'created'; codigos: string[]; ilegiveis: number[] }
  | { kind: 'nothing-typed' }
  /** More lines than are made at once where nothing limits them. */
  | { kind: 'too-many' }
  /** Lines, counted from 1, whose label is too long or is not valid Unicode. */
  | { kind: 'invalid'; lines: number[] }
  | Exclude<Creation, { kind: 'created' }>

/** The longest form, in characters, whose whole text goes into the id of each line. */
const FORM_MAX = 4_096

/** The most invitations of the house made at once where it has no LOTAÇÃO. */
export const AT_ONCE_MAX = 500

interface MakingParts extends Pick<Storage, 'empresas' | 'convites'> {
  conviteIdOf: (purpose: 'codigo' | 'reserva', seed: string) => string
  now: () => number
}

/** @param lugares how many people each is for, unless its line says more; @param rotulos a person a line, as typed */
type MakingRequest = { empresaid: string; rotulos: string; pedido: string; lugares?: number }

/**
 * Makes a personal invitation for each line. Codes and ids are a keyed hash of the form's random value and
 * the typed text, so that nobody can guess them and a form sent twice makes the same ones.
 */
export async function makeConvites(
  { empresas, convites, conviteIdOf, now }: MakingParts,
  { empresaid, rotulos, pedido, lugares = 1 }: MakingRequest,
  autor: Autor,
): Promise<Making> {
  const typed = rotulos.split(/\r\n|\r|\n/).map((line, at) => ({ line, at }))
  const said = typed.filter(({ line }) => line.trim() !== '' && !isTitulo(line))
  if (said.length === 0) return { kind: 'nothing-typed' }
  // Checked before any line is read, because a form may have a hundred thousand lines.
  const found = await findPayer({ empresas, now }, empresaid)
  if (!found && empresaid !== NINGUEM.empresaid) return { kind: 'empresa-not-found' }
  if (!found && said.length > AT_ONCE_MAX) return { kind: 'too-many' }
  if (found && said.length * lugares > found.empresa.icredencial)
    return { kind: 'limit-reached', left: found.left }
  // A long form is hashed once: hashing it with each line would take seconds.
  const form = rotulos.length > FORM_MAX ? conviteIdOf('codigo', rotulos) : rotulos
  const [bad, ilegiveis]: [number[], number[]] = [[], []]
  const novos = said.flatMap(({ line, at }) => {
    const { rotulo, isIllegible, ...pessoa } = readLinha(line)
    if (isIllegible) ilegiveis.push(at + 1)
    if (rotulo === null) {
      bad.push(at + 1)
      return []
    }
    const seed = [empresaid, pedido, lugares, at, form].join('\n')
    const codigo = codigoFrom(Buffer.from(conviteIdOf('codigo', seed), 'base64url'))
    // `José e esposa` is for two, whatever the form says of all.
    const named = 1 + (takeCompanions(rotulo).count ?? 0)
    const places = Math.min(Math.max(lugares, named), LUGARES_MAX)
    return { codigo, rotulo, ...pessoa, lugares: places, reservaid: conviteIdOf('reserva', seed) }
  })
  if (bad.length > 0) return { kind: 'invalid', lines: bad }
  const outcome = await convites.create(empresaid, novos, now(), autor)
  return outcome.kind === 'created'
    ? { kind: 'created', codigos: novos.map(({ codigo }) => codigo), ilegiveis }
    : outcome
}

/** The company that pays for an invitation, or the house; null where nobody does. */
export async function findPayer(
  { empresas, now }: Pick<MakingParts, 'empresas' | 'now'>,
  empresaid: string,
): Promise<EmpresaConvites | null> {
  if (empresaid !== NINGUEM.empresaid) return empresas.find(empresaid, now())
  const casa = await empresas.find(CASA, now())
  return casa && isCasa(casa.empresa) ? casa : null
}

/** What became of a correction; nothing is written unless `corrected`. */
type Correcting =
  | { kind: 'corrected' | 'convite-not-found' }
  | { kind: 'too-late'; estado: Exclude<EstadoDoConvite, 'novo'> }
  /** The label is empty, too long, or not valid Unicode; the number or the note cannot be read. */
  | { kind: 'invalid'; campo: keyof DaPessoa; message: string | null }

/** Fields that are absent stay as they are. */
type TypedPessoa = Pick<DaPessoa, 'rotulo'> & Partial<Record<'telefone' | 'nota', string | undefined>>

/** Corrects a new invitation of a table; repeating what it says writes nothing. */
export async function correctConvite(
  { convites }: Pick<Storage, 'convites'>,
  { empresaid, codigo, typed }: { empresaid: string; codigo: string; typed: TypedPessoa },
  autor: Autor,
): Promise<Correcting> {
  const found = await findConviteOf({ convites }, empresaid, codigo)
  if (!found) return { kind: 'convite-not-found' }
  const estado = estadoOf(found)
  if (estado !== 'novo') return { kind: 'too-late', estado }
  const { convite } = found
  const rotulo = parseRotulo(typed.rotulo)
  if (rotulo === null) return { kind: 'invalid', campo: 'rotulo', message: null }
  const number = typed.telefone === undefined ? null : readTelefone(typed.telefone)
  if (number?.kind === 'invalid') return { ...number, campo: 'telefone' }
  const nota = parseNota(typed.nota ?? convite.nota)
  if (nota === null) return { kind: 'invalid', campo: 'nota', message: null }
  const telefone = number?.value ?? convite.telefone
  if ([rotulo, telefone, nota].join('\n') === [convite.rotulo, convite.telefone, convite.nota].join('\n'))
    return { kind: 'corrected' }
  const outcome = await convites.correct(convite.codigo, { rotulo, telefone, nota }, autor)
  // The invitation was used meanwhile or, less often, declined or revoked.
  return outcome.kind === 'not-new' ? { kind: 'too-late', estado: 'usado' } : outcome
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
