import { codigoFrom } from '../domain/codigo.ts'
import { labelOf, parseRotulo, type Creation } from '../domain/convite-pessoal.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'

/** What a form for new personal invitations says. */
export interface MakingRequest {
  empresaid: string
  /** A label per line, as typed. */
  rotulos: string
  /** A random value the form came with: the same form sent again makes no others. */
  pedido: string
}

/** What became of new personal invitations; all are made or none. */
export type Making =
  /** Their codes, in the order of the labels; `isCut`: of some line a phone number or a column was left out. */
  | { kind: 'created'; codigos: string[]; isCut: boolean }
  /** All lines are empty. */
  | { kind: 'nothing-typed' }
  /** Lines, counted from 1, whose label is too long or is not valid Unicode. */
  | { kind: 'invalid'; lines: number[] }
  | Exclude<Creation, { kind: 'created' }>

interface MakingParts extends Pick<Storage, 'convites'> {
  /** An id nobody can guess. */
  conviteIdOf: (purpose: 'codigo' | 'reserva' | 'sid', seed: string) => string
  now: () => number
}

/**
 * Makes a personal invitation for each label. Codes and ids are a keyed hash of the form's random value and of what was
 * typed, so that nobody guesses them and a form sent twice makes the same ones.
 * @throws StorageError, InvalidCounterError, DuplicateEmpresaError
 */
export async function makeConvites(
  { convites, conviteIdOf, now }: MakingParts,
  { empresaid, rotulos, pedido }: MakingRequest,
  autor: Autor,
): Promise<Making> {
  const typed = rotulos.split(/\r\n|\r|\n/).map((line, at) => ({ line, at }))
  const said = typed.filter(({ line }) => line.trim() !== '')
  if (said.length === 0) return { kind: 'nothing-typed' }
  const bad: number[] = []
  let isCut = false
  const novos = said.flatMap(({ line, at }) => {
    const { raw, isCut: isLineCut } = labelOf(line)
    const rotulo = parseRotulo(raw)
    isCut ||= isLineCut
    if (rotulo === null) {
      bad.push(at + 1)
      return []
    }
    const seed = [empresaid, pedido, at, rotulos].join('\n')
    const codigo = codigoFrom(Buffer.from(conviteIdOf('codigo', seed), 'base64url'))
    return { codigo, rotulo, reservaid: conviteIdOf('reserva', seed), sid: conviteIdOf('sid', seed) }
  })
  if (bad.length > 0) return { kind: 'invalid', lines: bad }
  const outcome = await convites.create(empresaid, novos, now(), autor)
  return outcome.kind === 'created'
    ? { kind: 'created', codigos: novos.map(({ codigo }) => codigo), isCut }
    : outcome
}
