import { credencialOf } from '../../server/domain/credencial.ts'
import type { Storage } from '../../server/domain/storage.ts'
import type { Registro } from '../../server/domain/transfer.ts'
import { aCadastro, NOW } from './factories.ts'

/** Stores guests of these names, each paid for by a company where one is named. @returns their credencialids */
export async function storeGuests(
  { transfer }: Pick<Storage, 'transfer'>,
  names: string[],
  empresaidOf: (index: number) => string | null = () => null,
): Promise<string[]> {
  const ids = names.map((_, index) => String(NOW - 86_400_000 + index))
  const registros = names.flatMap((nome, index): Registro[] => {
    const credencialid = ids[index] ?? ''
    const empresaid = empresaidOf(index)
    const at = Number(credencialid)
    const reservaid = empresaid === null ? null : `paid-${credencialid}`
    const credencial = credencialOf(
      credencialid,
      aCadastro({ nome, telefone: `659${10_000_000 + index}`, email: '' }),
    )
    const kept = { chave: `chave-${credencialid}`, versao: 0, origem: null, criadaem: null }
    const reserva = { sid: '', origem: null, estado: 'usada', criadaem: at, expiraem: at } as const
    return [
      { kind: 'credencial', credencial, ...kept, reservaid },
      ...(reservaid === null || empresaid === null
        ? []
        : [{ kind: 'reserva' as const, reserva: { ...reserva, reservaid, empresaid, credencialid } }]),
    ]
  })
  for (let from = 0; from < registros.length; from += 1000)
    await transfer.write(registros.slice(from, from + 1000))
  return ids
}
