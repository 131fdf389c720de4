import type { Services } from '../server/composition.ts'
import type { Autor } from '../server/domain/historico.ts'
import { registerGuest } from '../server/use-cases/register-guest.ts'
import { limitReached } from '~/components/limit-reached-text'
import { empresaIn, type EmpresaTyped } from './company-field.server.ts'
import { toGuest } from './convidado.server.ts'
import { fieldsOf } from './guest-acts.server.ts'
import { twinFoundOf, refuseGuestForm, valuesIn, type RefusedGuestForm } from './guest-form.server.ts'

/** The form shown again, with the company as typed. */
export interface RefusedNewGuest extends RefusedGuestForm {
  empresa: EmpresaTyped
}

/** Registers a guest by the posted form. @returns where to go, or the form again */
export async function newGuestOf(services: Services, request: Request, autor: Autor): Promise<Response> {
  const fields = await fieldsOf(request)
  const values = valuesIn(fields)
  const { empresaid, ...empresa } = await empresaIn(fields, services)
  const refuse = (more: Partial<RefusedNewGuest>) =>
    refuseGuestForm<RefusedNewGuest>({ values, errors: {}, twin: null, empresa, ...more })
  const refuseEmpresa = (error: string) => refuse({ empresa: { ...empresa, error } })
  if (empresaid === undefined) return refuse({})

  const result = await registerGuest(services, { values, empresaid, isOther: fields('outra') === '1' }, autor)
  switch (result.kind) {
    case 'registered':
      return toGuest(result.credencialid, 'cadastrado')
    case 'refused': {
      const twin = twinFoundOf(result.twin, 'telefone', null, services)
      return refuse({ errors: result.errors, twin })
    }
    case 'limit-reached':
      return refuseEmpresa(`LIMITE ATINGIDO. ${limitReached(result.empresa.nome)}`)
    case 'empresa-not-found':
      return refuseEmpresa('Esta empresa não existe mais.')
    default:
      return result satisfies never
  }
}
