import { StorageError } from '../domain/errors.ts'
import type { Cli } from './cli.ts'

/**
 * Overwrites what a correction or a removal left in storage's files. Where that cannot be done now, the organiser is
 * told, and maintenance does it.
 */
export async function wipeRemoved({ services, err }: Pick<Cli, 'services' | 'err'>): Promise<void> {
  try {
    if (await services.credenciais.wipeRemoved()) return
  } catch (cause) {
    if (!(cause instanceof StorageError)) throw cause
  }
  err(
    'Os dados antigos ainda estão nos arquivos do banco, porque outro programa está lendo o banco ou falta espaço no disco.',
  )
  err('O servidor no ar os apaga sozinho; sem ele: npm run manutencao')
}
