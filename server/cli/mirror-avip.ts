import { StorageError } from '../domain/errors.ts'
import type { Cli } from './cli.ts'

/** What was done stands whether or not the VIP record can be reached now: it stays due, and the organiser is told. */
export async function mirrorAvip(
  { services, err }: Pick<Cli, 'services' | 'err'>,
  credencialid: string,
): Promise<void> {
  try {
    await services.credenciais.mirrorAvip(credencialid)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    err('O registro da portaria ainda não foi atualizado. Para tentar de novo: npm run manutencao')
  }
}
