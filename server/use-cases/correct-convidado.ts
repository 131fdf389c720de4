import type { CadastroErrors, CadastroValues } from '../domain/cadastro.ts'
import { CADASTRO_FIELDS, type Cadastro } from '../domain/credencial.ts'
import type { Autor } from '../domain/historico.ts'
import type { Storage } from '../domain/storage.ts'
import { correctCredencial, parseTyped, type Given } from './correct-credencial.ts'
import { findRepetido, type Repetido, type RepetidoParts } from './repetidos.ts'

/** A guest's data as the form came back. */
export interface ConvidadoForm {
  values: CadastroValues
  /** What the form was shown with: a field nobody changed stays as it is stored by now. */
  shown: CadastroValues
  /** The organiser saw the twin and says it is somebody else. */
  isOther: boolean
}

/** What became of a correction; nothing is written unless `corrected`. */
export type ConvidadoCorrection =
  | { kind: 'corrected' }
  /** What cannot be accepted, and the guest who may be the same person. */
  | {
      kind: 'refused'
      errors: CadastroErrors
      repetido: Repetido | null
      /** What the form is shown with now, which another organiser may have changed. */
      shown: CadastroValues
    }
  | { kind: 'credencial-not-found' }

/** What {@link correctConvidado} reads and writes with. */
export type CorrectParts = RepetidoParts & Pick<Storage, 'credenciais' | 'avips'>

/**
 * Corrects the fields that were changed in the form, by its rules. A twin is named and nothing is written, unless it is
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

  const { fields, errors } = parseTyped(given)
  const { nome, telefone } = found.credencial
  const cadastro: Cadastro = { nome, telefone, email: '', ...fields }
  const isRenamed = cadastro.nome !== nome || cadastro.telefone !== telefone
  const repetido = isRenamed ? await findRepetido(parts, cadastro, credencialid) : null
  const isRefused = repetido !== null && (repetido.isExact || !isOther)
  if (isRefused || Object.keys(errors).length > 0)
    return { kind: 'refused', errors, repetido: isRefused ? repetido : null, shown }

  const correction = await correctCredencial(parts, credencialid, given, autor, was)
  switch (correction.kind) {
    case 'corrected':
      return { kind: 'corrected' }
    case 'invalid':
      return { kind: 'refused', errors: correction.errors, repetido: null, shown }
    case 'already-taken':
      // Somebody registered the guest a moment ago.
      return {
        kind: 'refused',
        errors: {},
        repetido: await findRepetido(parts, cadastro, credencialid),
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
    case 'removed-meanwhile':
      return { kind: 'credencial-not-found' }
    default:
      return correction satisfies never
  }
}

const overtakenBy = (stored: string) =>
  `Mudou enquanto você corrigia: agora está ${stored === '' ? 'vazio' : `“${stored}”`}. Salve de novo para ficar com o seu.`
