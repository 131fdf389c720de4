import type { Services } from '../../../server/composition.ts'
import type { CadastroErrors, CadastroValues } from '../../../server/domain/cadastro.ts'
import type { Repetido } from '../../../server/use-cases/repetidos.ts'
import type { Fields } from '~/shared/remix.server'
import type { RepetidoFound } from './form.tsx'
import { linhaOf } from './list.server.ts'

/** The form shown again with what was typed, and why. */
export interface RefusedConvidadoForm {
  values: CadastroValues
  errors: CadastroErrors
  repetido: RepetidoFound | null
}

/** The three fields as typed. @param prefix of the fields that say what the form was shown with */
export function valuesIn(fields: Fields, prefix: '' | 'era-' = ''): CadastroValues {
  const read = (name: string) => fields(prefix + name) ?? ''
  return { nome: read('nome'), telefone: read('telefone'), email: read('email') }
}

/**
 * A twin as the form shows it.
 * @param campo the field that found it
 * @param compared the guest it can be compared with
 */
export function repetidoFoundOf(
  repetido: Repetido | null,
  campo: RepetidoFound['campo'],
  compared: string | null,
  services: Services,
): RepetidoFound | null {
  return repetido && { ...linhaOf(repetido.convidado, services), isExact: repetido.isExact, campo, compared }
}
