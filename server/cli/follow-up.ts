import type { FollowUp } from '../use-cases/follow-up.ts'
import type { Cli } from './cli.ts'

/** Tells what maintenance has still to do after a correction or a removal. */
export function tellFollowUp(
  { err }: Pick<Cli, 'err'>,
  { isMirrored, isWiped }: FollowUp,
  unmirrored = 'O registro da portaria ainda não foi atualizado.',
): void {
  if (!isMirrored) err(`${unmirrored} Para tentar de novo: npm run manutencao`)
  if (isWiped) return
  err(
    'Os dados antigos ainda estão nos arquivos do banco, porque outro programa está lendo o banco ou falta espaço no disco.',
  )
  err('O servidor no ar os apaga sozinho; sem ele: npm run manutencao')
}
