import { printable } from '../domain/text.ts'
import type { FollowUp } from '../use-cases/change-convidado.ts'
import type { Cli } from './cli.ts'
import { countOf } from './table.ts'

/** Names the avips the realtime database refuses for ever; see {@link AvipMirror.findRefused}. */
export function refusedSentence(credencialids: string[]): string {
  const records = countOf(
    credencialids.length,
    'registro da portaria é recusado e fica',
    'registros da portaria são recusados e ficam',
  )
  return `${records} de lado: ${credencialids.map(printable).join(', ')}.`
}

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
