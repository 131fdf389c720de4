import type { Opening } from './historico.ts'

/**
 * Storage could not do what was asked: unreachable, busy, full, too late. Whether a write happened is unknown;
 * asking again is safe, because every act that writes has a natural key. Recognise it by `name`: the Remix build
 * bundles its own copy of this class.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

/**
 * What opened a request opens nothing by the time its act is done: nothing is written, and the page is the one of such a
 * link. Thrown, for any act may meet it. Recognise it by `name`, as above.
 */
export class NoLongerOpenError extends Error {
  override readonly name = 'NoLongerOpenError'

  constructor(readonly kind: Opening['kind']) {
    super(`what opened the request (${kind}) opens nothing any more`)
  }
}

/**
 * A counter of a stored empresa is not a whole number, so nobody can tell how many invitations are left.
 * It is never guessed; the operator of the database corrects it (specification, section 3 leaves types open).
 */
export class InvalidCounterError extends Error {
  override readonly name = 'InvalidCounterError'

  constructor(
    readonly empresaid: string,
    readonly campo: string,
  ) {
    super(`empresa ${empresaid}: ${campo} is not a whole number of invitations; correct it in the database`)
  }
}

/**
 * More than one stored company has this id, so nobody can tell whose invitations are meant. Refused until the operator
 * of the database has removed all but one.
 */
export class DuplicateEmpresaError extends Error {
  override readonly name = 'DuplicateEmpresaError'

  constructor(
    readonly empresaid: string,
    readonly documents: string[],
  ) {
    super(
      `empresa ${empresaid} is stored more than once (documents ${documents.join(', ')}): keep one of them`,
    )
  }
}

/** What is wrong with a company whose invitations cannot be counted. */
export type BrokenEmpresa = InvalidCounterError | DuplicateEmpresaError

/**
 * Tells whether an error is about one company alone, so that the others can go on. By name: a build that bundles
 * this file has its own copies of the classes.
 */
export function isBrokenEmpresa(error: unknown): error is BrokenEmpresa {
  return error instanceof Error && ['InvalidCounterError', 'DuplicateEmpresaError'].includes(error.name)
}

/** What every 404 page says, a route's and the server's in front. */
export const NOT_FOUND = {
  title: 'PORTEIRA FECHADA',
  documento: 'Página não encontrada',
  text: 'Não encontramos este endereço. Confira o link que você recebeu ou volte ao convite.',
} as const
