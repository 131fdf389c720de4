import type { CredencialRepo, MergeRequest } from '../domain/credencial-repo.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'
import {
  DE_OUTRO,
  readCadastro,
  type CadastroErrors,
  type CadastroValues,
  type Given,
} from '../domain/cadastro.ts'
import { CADASTRO_FIELDS, cadastroOf, type Cadastro } from '../domain/credencial.ts'
import { findRepetido, repetidoBy, type Repetido, type RepetidoParts } from './repetidos.ts'

/**
 * What was done after a correction or a removal, which holds either way. Maintenance later does whatever is
 * false here.
 */
export interface FollowUp {
  isMirrored: boolean
  /** The former data is overwritten in storage's files. */
  isWiped: boolean
}

/**
 * Mirrors and wipes after a correction or a removal.
 * @param mirror tells whether all avips are mirrored
 * @throws any error except a StorageError
 */
export async function followUp(
  credenciais: Pick<CredencialRepo, 'wipeRemoved'>,
  mirror: () => Promise<boolean>,
): Promise<FollowUp> {
  const isMirrored = await mirror().catch(isDone)
  return { isMirrored, isWiped: await credenciais.wipeRemoved().catch(isDone) }
}

/** Mirrors the avips of these guests, one after the other. */
export const mirrored = (avips: Pick<Storage['avips'], 'mirror'>, credencialids: string[]) => async () => {
  for (const credencialid of credencialids) await avips.mirror(credencialid)
  return true
}

/** Checks the name, because a build that bundles this file has its own copy of the class. */
function isDone(error: unknown): false {
  if (error instanceof Error && error.name === 'StorageError') return false
  throw error
}

/**
 * Erases a credencial with its key and avip, for good.
 * @param isReturned gives the invitation back to the company
 */
export async function removeCredencial(
  { credenciais, avips }: Pick<Storage, 'credenciais' | 'avips'>,
  credencialid: string,
  isReturned: boolean,
  autor: Autor,
) {
  const removal = await credenciais.remove(credencialid, isReturned, autor)
  if (removal.kind !== 'removed') return removal
  return { ...removal, ...(await followUp(credenciais, mirrored(avips, [credencialid]))) }
}

/**
 * Replaces a guest's link and code, unless they were replaced since the page was shown. A guest of another
 * product has no key, so the link cannot be replaced.
 * @returns `renewed` also when an earlier copy of the same form replaced it
 */
export async function renewLink(
  { credenciais }: Pick<Storage, 'credenciais'>,
  credencialid: string,
  versao: number,
  autor: Autor,
): Promise<{ kind: 'renewed' } | { kind: 'credencial-not-found' } | { kind: 'no-link' }> {
  const renewed = await credenciais.renewLink(credencialid, autor, versao)
  if (renewed !== null) return { kind: 'renewed' }
  return { kind: (await credenciais.findById(credencialid)) ? 'no-link' : 'credencial-not-found' }
}

/** Merges two credenciais: the kept one has the admissions of both, and the other is erased with its avip. */
export async function mergeConvidados(
  { credenciais, avips }: Pick<Storage, 'credenciais' | 'avips'>,
  request: MergeRequest,
  autor: Autor,
) {
  const merge = await credenciais.merge(request, autor)
  if (merge.kind !== 'merged') return merge
  const { keptId, otherId } = request
  return { ...merge, ...(await followUp(credenciais, mirrored(avips, [keptId, otherId]))) }
}

export interface ConvidadoForm {
  values: CadastroValues
  /** The values the form was shown with: a field nobody edited keeps its stored value. */
  shown: CadastroValues
  /** The organiser saw the similar guest and says that this is somebody else. */
  isOther: boolean
}

type ConvidadoCorrection =
  | ({ kind: 'corrected' } & FollowUp)
  /** What cannot be accepted, and the guest who may be the same person. */
  | {
      kind: 'refused'
      errors: CadastroErrors
      repetido: Repetido | null
      /** The values the form shows now, which another organiser may have changed. */
      shown: CadastroValues
    }
  | { kind: 'credencial-not-found' }

type CorrectParts = RepetidoParts & Pick<Storage, 'credenciais' | 'avips'>

/**
 * Corrects the fields that were changed in the form, by the form's rules, and keeps the others as stored, even
 * if another product stored something the form would not accept. An empty e-mail or number clears it. If a
 * similar guest is stored, that guest is named and nothing is written, unless the organiser said that this is
 * somebody else.
 */
export async function correctConvidado(
  parts: CorrectParts,
  credencialid: string,
  { values, shown, isOther }: ConvidadoForm,
  autor: Autor,
): Promise<ConvidadoCorrection> {
  const found = await parts.credenciais.findById(credencialid)
  if (!found) return { kind: 'credencial-not-found' }
  const changed = CADASTRO_FIELDS.filter((field) => values[field] !== shown[field])
  const [given, was]: [Given, Partial<Cadastro>] = [{}, {}]
  for (const field of changed) [given[field], was[field]] = [values[field], shown[field]]

  const { fields, errors } = readCadastro(given, DE_OUTRO)
  const stored = cadastroOf(found.credencial)
  const cadastro = { ...stored, ...fields }
  const isRenamed = cadastro.nome !== stored.nome || cadastro.telefone !== stored.telefone
  const empresaid = found.empresa?.empresaid ?? null
  const repetido = isRenamed ? await findRepetido(parts, cadastro, empresaid, credencialid) : null
  const isRefused = repetido !== null && (repetido.isExact || !isOther)
  if (isRefused || Object.keys(errors).length > 0)
    return { kind: 'refused', errors, repetido: isRefused ? repetido : null, shown }

  const { credenciais, avips, chaveOf } = parts
  const correction = await credenciais.correct(
    { credencialid, cadastro, shown: { ...stored, ...was }, chaveOf },
    autor,
  )
  switch (correction.kind) {
    case 'corrected':
      return { kind: 'corrected', ...(await followUp(credenciais, mirrored(avips, [credencialid]))) }
    case 'already-taken':
      // Somebody registered the guest a moment ago.
      return {
        kind: 'refused',
        errors: {},
        repetido: await repetidoBy(parts, correction.credencialid),
        shown,
      }
    case 'changed-meanwhile': {
      const { credencial } = correction
      const overtaken = changed.filter(
        (field) => ![shown[field], cadastro[field]].includes(credencial[field]),
      )
      const [told, now]: [CadastroErrors, CadastroValues] = [{}, { ...shown }]
      for (const field of overtaken) {
        told[field] = overtakenBy(credencial[field])
        now[field] = credencial[field]
      }
      return { kind: 'refused', errors: told, repetido: null, shown: now }
    }
    case 'credencial-not-found':
      return { kind: 'credencial-not-found' }
    default:
      return correction satisfies never
  }
}

const overtakenBy = (stored: string) =>
  `Mudou enquanto você corrigia: agora está ${stored === '' ? 'vazio' : `“${stored}”`}. Salve de novo para ficar com o seu.`
