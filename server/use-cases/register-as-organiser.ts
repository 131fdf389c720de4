import type { Cadastro } from '../domain/credencial.ts'
import type { Autor } from '../domain/historico.ts'
import type { Registration } from '../domain/register.ts'
import { storeGuest, type StoreParts } from './store-guest.ts'

/** What became of a guest the organiser registers, whatever the closing date and the pace. */
export type OrganiserRegistration = Exclude<
  Registration,
  { kind: 'closed' | 'pace-exceeded' | 'link-closed' | 'convite-spent' }
>

/**
 * Registers a guest in the organiser's name, by an invitation newly taken of a company, or by none.
 * @param separadoOf a guest alike who is told apart from this one, by credencialid
 * @throws StorageError when it was not stored, or may not have been: ask again
 */
export type RegisterAsOrganiser = (
  cadastro: Cadastro,
  empresaid: string | null,
  autor: Autor,
  separadoOf?: string | null,
) => Promise<OrganiserRegistration>

/** What {@link createRegisterAsOrganiser} stores with. */
export interface OrganiserParts extends StoreParts {
  newId: () => string
}

/** Registers as the organiser does: no browser holds an invitation, none has a recibo, and no address is counted. */
export function createRegisterAsOrganiser(parts: OrganiserParts): RegisterAsOrganiser {
  return async (cadastro, empresaid, autor, separadoOf = null) => {
    const now = autor.em
    const taken = { sid: parts.newId(), origem: null, reservaid: parts.newId(), now, holdMs: 0 }
    const registration = await storeGuest(parts, {
      cadastro,
      autor,
      now,
      origem: null,
      claim: empresaid === null ? null : { ...taken, empresaid },
      isPersonal: false,
      isClosed: false,
      separado: separadoOf === null ? null : { credencialid: separadoOf, historicoid: parts.newId() },
      recibo: null,
      conhecidas: [],
    })
    switch (registration.kind) {
      case 'closed':
      case 'pace-exceeded':
      case 'link-closed':
      case 'convite-spent':
        throw new Error(`an organiser’s registration was refused: ${registration.kind}`)
      default:
        return registration
    }
  }
}
