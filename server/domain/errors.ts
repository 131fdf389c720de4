import type { Opening } from './historico.ts'

/**
 * Storage could not do what was asked: unreachable, busy, full, too late. Whether a write happened is
 * unknown; asking again is safe, because every act that writes has a natural key. Recognise it by `name`: the
 * Remix build bundles its own copy of this class.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

/**
 * The secret that opened a request no longer opens anything when the act runs. Nothing is written, and the
 * page shown is the one for such a link. It is thrown because any act may meet it. Recognise it by `name`, as
 * above.
 */
export class NoLongerOpenError extends Error {
  override readonly name = 'NoLongerOpenError'

  constructor(readonly kind: Opening['kind']) {
    super(`what opened the request (${kind}) opens nothing any more`)
  }
}

/**
 * A counter of a stored empresa is not a whole number, so nobody can tell how many invitations are left. It
 * is never guessed; the operator of the database corrects it (the specification, section 3, leaves types
 * open).
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
 * More than one stored company has this id, so nobody can tell whose invitations are meant. It is refused
 * until the operator of the database has removed all except one.
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

export type BrokenEmpresa = InvalidCounterError | DuplicateEmpresaError

/**
 * Tells whether an error concerns a single company, so that the others can go on. It checks the name, because
 * a build that bundles this file has its own copies of the classes.
 */
export function isBrokenEmpresa(error: unknown): error is BrokenEmpresa {
  return error instanceof Error && ['InvalidCounterError', 'DuplicateEmpresaError'].includes(error.name)
}

/** The text of every 404 page, from a route or from the server in front. */
export const NOT_FOUND = {
  title: 'ESTA PÁGINA NÃO EXISTE',
  documento: 'Página não encontrada',
  text: 'Não encontramos este endereço. Confira o link que você recebeu ou volte ao convite.',
} as const

/** Separates companies into those that can be read and those whose invitations cannot be counted. */
export function separateBroken<Item, Result>(
  items: Iterable<Item>,
  read: (item: Item) => Result,
): { empresas: Result[]; broken: BrokenEmpresa[] } {
  const empresas: Result[] = []
  const broken: BrokenEmpresa[] = []
  for (const item of items) {
    try {
      empresas.push(read(item))
    } catch (error) {
      if (!isBrokenEmpresa(error)) throw error
      broken.push(error)
    }
  }
  return { empresas, broken }
}

/**
 * Releases ended holds company by company. A broken one must not keep the others waiting, so its error comes
 * last.
 * @returns how many holds were released
 * @throws InvalidCounterError or DuplicateEmpresaError for the first broken company, after all others are
 * done
 */
export async function releaseEach(
  empresaids: Iterable<string>,
  release: (empresaid: string) => Promise<number>,
): Promise<number> {
  let released = 0
  let broken: BrokenEmpresa | null = null
  for (const empresaid of empresaids) {
    try {
      released += await release(empresaid)
    } catch (error) {
      if (!isBrokenEmpresa(error)) throw error
      broken ??= error
    }
  }
  if (broken) throw broken
  return released
}
