import type { Services } from '../../../server/composition.ts'
import type { CadastroErrors, CadastroValues } from '../../../server/domain/cadastro.ts'
import type { Autor } from '../../../server/domain/historico.ts'
import { correctConvidado } from '../../../server/use-cases/correct-convidado.ts'
import type { Repetido } from '../../../server/use-cases/repetidos.ts'
import { registerConvidado } from '../../../server/use-cases/registration.ts'
import { fieldsOf, noStore, type Fields } from '~/shared/remix.server'
import { limitReached } from '~/shared/words'
import { toConvidado, toKept } from './convidado.server.ts'
import { empresaIn, type EmpresaTyped } from './empresa.server.ts'
import type { RepetidoFound } from './form.tsx'
import { linhaOf } from './list.server.ts'

/** The form shown again, with what it was shown with at first. */
export interface RefusedCorrection extends RefusedConvidadoForm {
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
  const correction = await correctConvidado(services, credencialid, form, autor)
  switch (correction.kind) {
    case 'corrected':
      return toConvidado(credencialid, 'corrigido')
    case 'credencial-not-found':
      return toKept(services, credencialid)
    case 'refused': {
      const { values } = form
      const { shown } = correction
      const campo = values.telefone === form.shown.telefone ? 'nome' : 'telefone'
      const repetido = repetidoFoundOf(correction.repetido, campo, credencialid, services)
      return noStore<RefusedCorrection>({ values, shown, errors: correction.errors, repetido }, 422)
    }
    default:
      return correction satisfies never
  }
}

/** The form shown again, with the company as typed. */
export interface RefusedNewConvidado extends RefusedConvidadoForm {
  empresa: EmpresaTyped
}

/** Registers a guest by the posted form. @returns where to go, or the form again */
export async function newConvidadoOf(services: Services, request: Request, autor: Autor): Promise<Response> {
  const fields = await fieldsOf(request)
  const values = valuesIn(fields)
  const { empresaid, ...empresa } = await empresaIn(fields, services)
  const refuse = (more: Partial<RefusedNewConvidado>) =>
    noStore<RefusedNewConvidado>({ values, errors: {}, repetido: null, empresa, ...more }, 422)
  const refuseEmpresa = (error: string) => refuse({ empresa: { ...empresa, error } })
  if (empresaid === undefined) return refuse({})

  const result = await registerConvidado(
    services,
    { values, empresaid, isOther: fields('outra') === '1' },
    autor,
  )
  switch (result.kind) {
    case 'registered':
      return toConvidado(result.credencialid, 'cadastrado')
    case 'refused': {
      const repetido = repetidoFoundOf(result.repetido, 'telefone', null, services)
      return refuse({ errors: result.errors, repetido })
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
interface RefusedConvidadoForm {
  values: CadastroValues
  errors: CadastroErrors
  repetido: RepetidoFound | null
}

/** The three fields as typed. @param prefix of the fields that say what the form was shown with */
function valuesIn(fields: Fields, prefix: '' | 'era-' = ''): CadastroValues {
  const read = (name: string) => fields(prefix + name) ?? ''
  return { nome: read('nome'), telefone: read('telefone'), email: read('email') }
}

/**
 * A twin as the form shows it.
 * @param campo the field that found it
 * @param compared the guest it can be compared with
 */
function repetidoFoundOf(
  repetido: Repetido | null,
  campo: RepetidoFound['campo'],
  compared: string | null,
  services: Services,
): RepetidoFound | null {
  return repetido && { ...linhaOf(repetido.convidado, services), isExact: repetido.isExact, campo, compared }
}
