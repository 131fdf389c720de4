import { checkCadastro, readCadastro, type CadastroErrors, type CadastroValues } from '../domain/cadastro.ts'
import type { Cadastro } from '../domain/credencial.ts'
import type { Autor } from '../domain/historico.ts'
import type { RegisterRequest, Registration } from '../domain/register.ts'
import { findRepetido, type Repetido, type RepetidoParts } from './repetidos.ts'
import { storeConvidado, type StoreParts } from './registration.ts'

/** What became of a guest the organiser registers, whatever the closing date and the pace. */
type OrganiserRegistration = Exclude<
  Registration,
  { kind: 'closed' | 'pace-exceeded' | 'link-closed' | 'convite-spent' | 'telefone-known' }
>

/**
 * Registers a guest in the organiser's name, by an invitation newly taken of a company, or by none.
 * Rejects where the guest was not stored, or may not have been: ask again.
 * @param separadoOf a guest alike who is told apart from this one, by credencialid
 * @param planilha the upload the guest is in; rejects where everything was erased since
 */
export type RegisterAsOrganiser = (
  cadastro: Cadastro,
  empresaid: string | null,
  autor: Autor,
  separadoOf?: string | null,
  planilha?: RegisterRequest['planilha'],
) => Promise<OrganiserRegistration>

/** Registers as the organiser does: no browser holds an invitation, none has a recibo, and no address is counted. */
export function createRegisterAsOrganiser(parts: StoreParts & { newId: () => string }): RegisterAsOrganiser {
  return async (cadastro, empresaid, autor, separadoOf = null, planilha = null) => {
    const now = autor.em
    const taken = { sid: parts.newId(), origem: null, reservaid: parts.newId(), now, holdMs: 0 }
    const registration = await storeConvidado(parts, {
      cadastro,
      autor,
      now,
      origem: null,
      claim: empresaid === null ? null : { ...taken, empresaid },
      isPersonal: false,
      isClosed: false,
      separado: separadoOf === null ? null : { credencialid: separadoOf, historicoid: parts.newId() },
      planilha,
      recibo: null,
      conhecidas: [],
    })
    switch (registration.kind) {
      case 'closed':
      case 'pace-exceeded':
      case 'link-closed':
      case 'convite-spent':
      case 'telefone-known':
        throw new Error(`an organiser’s registration was refused: ${registration.kind}`)
      default:
        return registration
    }
  }
}

interface NewConvidado {
  values: CadastroValues
  empresaid: string | null
  /** The organiser saw the twin and says it is somebody else. */
  isOther: boolean
}

/** What became of a new guest; nothing is stored unless `registered`. */
type NewConvidadoResult =
  | { kind: 'registered'; credencialid: string }
  /** What cannot be accepted, and the guest who may be the same person. */
  | { kind: 'refused'; errors: CadastroErrors; repetido: Repetido | null }
  | Extract<OrganiserRegistration, { kind: 'limit-reached' | 'empresa-not-found' }>

/** Registers a guest for the organiser by the rules of the form; a guest known already stays as stored. */
export async function registerConvidado(
  parts: RepetidoParts & { registerAsOrganiser: RegisterAsOrganiser },
  { values, empresaid, isOther }: NewConvidado,
  autor: Autor,
): Promise<NewConvidadoResult> {
  const checked = checkCadastro(values)
  const { nome, telefone } = readCadastro(values).fields
  const isNamed = nome !== undefined && telefone !== undefined
  const repetido = isNamed ? await findRepetido(parts, { nome, telefone, email: '' }, null) : null
  const isRefused = repetido !== null && (repetido.isExact || !isOther)
  if (checked.kind === 'invalid' || isRefused) {
    const errors = checked.kind === 'invalid' ? checked.errors : {}
    return { kind: 'refused', errors, repetido: isRefused ? repetido : null }
  }
  const separadoOf = repetido?.convidado.credencial.credencialid ?? null
  const registration = await parts.registerAsOrganiser(checked.cadastro, empresaid, autor, separadoOf)
  if (registration.kind === 'registered')
    return { kind: 'registered', credencialid: registration.credencial.credencialid }
  if (registration.kind !== 'already-registered') return registration
  // Somebody registered the guest a moment ago.
  return { kind: 'refused', errors: {}, repetido: await findRepetido(parts, checked.cadastro, null) }
}
