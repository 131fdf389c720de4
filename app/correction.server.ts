import type { Services } from '../server/composition.ts'
import type { CadastroValues } from '../server/domain/cadastro.ts'
import type { Autor } from '../server/domain/historico.ts'
import { correctGuest } from '../server/use-cases/correct-guest.ts'
import { toGuest, toGuests } from './convidado.server.ts'
import { fieldsOf } from './guest-acts.server.ts'
import { twinFoundOf, refuseGuestForm, valuesIn, type RefusedGuestForm } from './guest-form.server.ts'

/** The form shown again, with what it was shown with at first. */
export interface RefusedCorrection extends RefusedGuestForm {
  shown: CadastroValues
}

/** Corrects a guest by the posted form. @returns where to go, or the form again */
export async function correctionOf(
  services: Services,
  credencialid: string,
  request: Request,
  autor: Autor,
): Promise<Response> {
  const fields = await fieldsOf(request)
  const form = { values: valuesIn(fields), shown: valuesIn(fields, 'era-'), isOther: fields('outra') === '1' }
  const correction = await correctGuest(services, credencialid, form, autor)
  switch (correction.kind) {
    case 'corrected':
      return toGuest(credencialid, 'corrigido')
    case 'credencial-not-found':
      return toGuests('sumiu')
    case 'refused': {
      const { values, shown } = form
      const campo = values.telefone === shown.telefone ? 'nome' : 'telefone'
      const twin = twinFoundOf(correction.twin, campo, credencialid, services)
      return refuseGuestForm<RefusedCorrection>({ values, shown, errors: correction.errors, twin })
    }
    default:
      return correction satisfies never
  }
}
