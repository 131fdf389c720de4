import { checkCadastro, type CadastroErrors, type CadastroValues } from '../domain/cadastro.ts'
import type { Autor } from '../domain/historico.ts'
import { parseTyped } from './correct-credencial.ts'
import { findTwin, type Twin, type TwinParts } from './find-twin.ts'
import type { OrganiserRegistration, RegisterAsOrganiser } from './register-as-organiser.ts'

/** What the organiser typed of a new guest. */
export interface NewGuest {
  values: CadastroValues
  /** The company whose invitation pays; null for none. */
  empresaid: string | null
  /** The organiser saw the twin and says it is somebody else. */
  isOther: boolean
}

/** What became of a new guest; nothing is stored unless `registered`. */
export type NewGuestResult =
  | { kind: 'registered'; credencialid: string }
  /** What cannot be accepted, and the guest who may be the same person. */
  | { kind: 'refused'; errors: CadastroErrors; twin: Twin | null }
  | Extract<OrganiserRegistration, { kind: 'limit-reached' | 'empresa-not-found' }>

/** What {@link registerGuest} reads and stores with. */
export interface NewGuestParts extends TwinParts {
  registerAsOrganiser: RegisterAsOrganiser
}

/** Registers a guest for the organiser by the rules of the form; a guest known already stays as stored. @throws StorageError */
export async function registerGuest(
  parts: NewGuestParts,
  { values, empresaid, isOther }: NewGuest,
  autor: Autor,
): Promise<NewGuestResult> {
  const checked = checkCadastro(values)
  const { nome, telefone } = parseTyped(values).fields
  const isNamed = nome !== undefined && telefone !== undefined
  const twin = isNamed ? await findTwin(parts, { nome, telefone, email: '' }, null) : null
  const isRefused = twin !== null && (twin.isExact || !isOther)
  if (checked.kind === 'invalid' || isRefused) {
    const errors = checked.kind === 'invalid' ? checked.errors : {}
    return { kind: 'refused', errors, twin: isRefused ? twin : null }
  }
  const separadoOf = twin?.convidado.credencial.credencialid ?? null
  const registration = await parts.registerAsOrganiser(checked.cadastro, empresaid, autor, separadoOf)
  if (registration.kind === 'registered')
    return { kind: 'registered', credencialid: registration.credencial.credencialid }
  if (registration.kind !== 'already-registered') return registration
  // Somebody registered the guest a moment ago.
  return { kind: 'refused', errors: {}, twin: await findTwin(parts, checked.cadastro, null) }
}
