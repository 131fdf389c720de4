import { json } from './remix.server.ts'
import type { Services } from '../server/composition.ts'
import type { CadastroErrors, CadastroValues } from '../server/domain/cadastro.ts'
import type { Twin } from '../server/use-cases/find-twin.ts'
import type { TwinFound } from '~/components/convidado-form'
import { linhaOf } from './convidados.server.ts'
import type { Fields } from './guest-acts.server.ts'

/** The form shown again with what was typed, and why. */
export interface RefusedGuestForm {
  values: CadastroValues
  errors: CadastroErrors
  twin: TwinFound | null
}

/** The three fields as typed. @param prefix of the fields that say what the form was shown with */
export function valuesIn(fields: Fields, prefix: '' | 'era-' = ''): CadastroValues {
  const read = (name: string) => fields(prefix + name) ?? ''
  return { nome: read('nome'), telefone: read('telefone'), email: read('email') }
}

/** Answers with the form again; nothing was stored. */
export function refuseGuestForm<Refused extends RefusedGuestForm>(refused: Refused) {
  return json(refused, { status: 422, headers: { 'Cache-Control': 'no-store' } })
}

/**
 * A twin as the form shows it.
 * @param campo the field that found it
 * @param compared the guest it can be compared with
 */
export function twinFoundOf(
  twin: Twin | null,
  campo: TwinFound['campo'],
  compared: string | null,
  services: Pick<Services, 'codeOf' | 'config'>,
): TwinFound | null {
  return twin && { ...linhaOf(twin.convidado, services), isExact: twin.isExact, campo, compared }
}
