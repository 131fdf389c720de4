import { DuplicateEmpresaError, InvalidCounterError, StorageError } from '../domain/errors.ts'
import { PlanilhaError } from '../planilhas/table.ts'
import { printable } from '../domain/text.ts'

/** A command could not begin. The message is a sentence for the organiser. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/**
 * What the organiser is told when a command fails: a sentence for what can be mended.
 * @throws the error itself when it is a bug, whose stack is then wanted
 */
export function failureOf(error: unknown): string {
  // Several lines of ours, told as they stand.
  if (error instanceof StartError) return error.message
  return printable(sentenceOf(error))
}

function sentenceOf(error: unknown): string {
  if (error instanceof PlanilhaError) return error.message
  if (error instanceof StorageError) {
    return `O banco de dados não respondeu (${error.message}). Tente de novo; repetir não duplica nada.`
  }
  if (error instanceof InvalidCounterError) {
    return `O ${error.campo} da empresa ${error.empresaid} não é um número inteiro: corrija-o no banco de dados.`
  }
  if (error instanceof DuplicateEmpresaError) {
    return `A empresa ${error.empresaid} está repetida no banco de dados (${error.documents.join(', ')}): deixe só uma.`
  }
  throw error
}

/**
 * The same for what fails before the command begins: the configuration and the opening of storage say in the message
 * of a plain Error what to set, and the system's errors name the file.
 */
export function startFailureOf(error: unknown): string {
  if (!(error instanceof Error)) throw error
  const isBug = [TypeError, RangeError, ReferenceError, SyntaxError].some((bug) => error instanceof bug)
  if (isBug) throw error
  const { code = '' } = error as NodeJS.ErrnoException
  const advice = code === 'ERR_SQLITE_ERROR' ? ': confira SQLITE_PATH' : ''
  return `Não foi possível começar:\n${error.message}${advice}`
}
