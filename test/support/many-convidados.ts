import { carriedOf, newChave } from '../../server/domain/acesso.ts'
import { credencialOf, type Cadastro } from '../../server/domain/credencial.ts'
import type { Storage } from '../../server/domain/storage.ts'
import type { Registro } from '../../server/domain/transfer.ts'
import { aCadastro, aReserva, NOW } from './factories.ts'

/** A guest as stored, and what pays for them if a company does. */
export function registrosOf(credencialid: string, cadastro: Cadastro, empresaid: string | null): Registro[] {
  const at = { criadaem: Number(credencialid), expiraem: Number(credencialid) }
  const reserva = empresaid === null ? null : aReserva(empresaid, credencialid, at)
  const carried = { ...carriedOf(newChave(credencialid)), criadaem: at.criadaem }
  const credencial = credencialOf(credencialid, cadastro)
  return [
    {
      kind: 'credencial',
      credencial,
      chave: `chave-${credencialid}`,
      ...carried,
      reservaid: reserva?.reservaid ?? null,
    },
    ...(reserva ? [{ kind: 'reserva' as const, reserva }] : []),
  ]
}

/**
 * Stores guests with these names, each paid for by a company if one is named.
 * @returns their credencialids
 */
export async function storeConvidados(
  { transfer }: Pick<Storage, 'transfer'>,
  names: string[],
  empresaidOf: (index: number) => string | null = () => null,
): Promise<string[]> {
  const ids = names.map((_, index) => String(NOW - 86_400_000 + index))
  const registros = names.flatMap((nome, index) => {
    const cadastro = aCadastro({ nome, telefone: `659${10_000_000 + index}` })
    return registrosOf(ids[index] ?? '', cadastro, empresaidOf(index))
  })
  for (let from = 0; from < registros.length; from += 1000)
    await transfer.write(registros.slice(from, from + 1000))
  return ids
}
