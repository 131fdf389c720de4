import type { Cli } from './cli.ts'

/** Asks before something is erased for good. @returns false without a yes, which the organiser is told */
export async function isConfirmed(
  { ask, err }: Pick<Cli, 'ask' | 'err'>,
  question: string,
): Promise<boolean> {
  const answer = (await ask?.(question)) ?? ''
  if (/^\s*s(im)?\s*$/i.test(answer)) return true
  err('Nada foi excluído.')
  return false
}
