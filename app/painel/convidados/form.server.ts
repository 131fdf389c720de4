import type { Services } from '../../../server/composition.ts'
import type { CadastroErrors, CadastroValues } from '../../../server/domain/cadastro.ts'
import type { Autor } from '../../../server/domain/historico.ts'
import { correctGuest } from '../../../server/use-cases/correct-guest.ts'
import type { Twin } from '../../../server/use-cases/repetidos.ts'
import { registerGuest } from '../../../server/use-cases/register-guest.ts'
import { fieldsOf, noStore, type Fields } from '~/shared/remix.server'
import { limitReached } from '~/shared/words'
import { toGuests, toGuest } from './convidado.server.ts'
import { empresaIn, type EmpresaTyped } from './empresa.server.ts'
import type { TwinFound } from './form.tsx'
import { linhaOf } from './list.server.ts'

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
      const { values } = form
      const { shown } = correction
      const campo = values.telefone === form.shown.telefone ? 'nome' : 'telefone'
      const twin = twinFoundOf(correction.twin, campo, credencialid, services)
      return refuseGuestForm<RefusedCorrection>({ values, shown, errors: correction.errors, twin })
    }
    default:
      return correction satisfies never
  }
}

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

/** The form shown again with what was typed, and why. */
interface RefusedGuestForm {
  values: CadastroValues
  errors: CadastroErrors
  twin: TwinFound | null
}

/** The three fields as typed. @param prefix of the fields that say what the form was shown with */
function valuesIn(fields: Fields, prefix: '' | 'era-' = ''): CadastroValues {
  const read = (name: string) => fields(prefix + name) ?? ''
  return { nome: read('nome'), telefone: read('telefone'), email: read('email') }
}

/** Answers with the form again; nothing was stored. */
function refuseGuestForm<Refused extends RefusedGuestForm>(refused: Refused) {
  return noStore(refused, 422)
}

/**
 * A twin as the form shows it.
 * @param campo the field that found it
 * @param compared the guest it can be compared with
 */
function twinFoundOf(
  twin: Twin | null,
  campo: TwinFound['campo'],
  compared: string | null,
  services: Pick<Services, 'codeOf' | 'config'>,
): TwinFound | null {
  return twin && { ...linhaOf(twin.convidado, services), isExact: twin.isExact, campo, compared }
}
