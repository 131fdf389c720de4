import { CODE_HASH_BYTES, TOKEN_HASH_BYTES, type Lista } from '../../server/domain/porta-sync.ts'

/** The hash bytes of guest number `at`, as text. */
export const hashAt = (at: number, size: number) => String(at).padStart(size, '0')

/** A whole list of these guests, as the server sends it: each id is the guest's place. */
export function aLista(nomes: string[], mesas = ['', 'Fazenda São João']): Lista {
  const hashes = (size: number) =>
    Buffer.concat(nomes.map((_, at) => Buffer.from(hashAt(at, size)))).toString('base64')
  return {
    marca: 'm',
    isInteira: true,
    ids: nomes.map((_, at) => String(at)),
    nomes,
    mesas,
    mesaids: mesas.map((mesa) => mesa && `id de ${mesa}`),
    numeros: mesas.map((mesa) => (mesa ? '12' : '')),
    mesa: nomes.map((_, at) => at % mesas.length),
    finais: nomes.map((_, at) => String(at % 10_000).padStart(4, '0')),
    versoes: nomes.map(() => 0),
    tokens: hashes(TOKEN_HASH_BYTES),
    codigos: hashes(CODE_HASH_BYTES),
    outros: [],
    grupos: [],
    retirados: [1],
    removidos: [],
    entradas: [['e', 0, 'a', 1, 5, null]],
  }
}
