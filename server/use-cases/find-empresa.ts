import type { EmpresaConvites } from '../domain/empresa-repo.ts'
import type { Storage } from '../domain/storage.ts'
import { foldText, wordsOf } from '../domain/text.ts'

/** A company as the organiser picks it. */
export interface Choice {
  empresaid: string
  nome: string
  /** Invitations it can still give. */
  left: number
}

/** What a typed company means. */
export type FoundEmpresa =
  | { kind: 'found'; empresa: Choice }
  /** `choices` have it in their names, by name; empty where none has. */
  | { kind: 'unclear'; choices: Choice[] }

/** Finds a company by its empresaid, its whole name, or all words of a name only one has. @throws StorageError */
export async function findEmpresa(
  { empresas, now }: Pick<Storage, 'empresas'> & { now: () => number },
  typed: string,
): Promise<FoundEmpresa> {
  const text = typed.trim()
  const { empresas: listed } = await empresas.list(now())
  const byId = listed.find(({ empresa }) => empresa.empresaid === text)
  if (byId) return { kind: 'found', empresa: choiceOf(byId) }
  const folded = foldText(text)
  const words = wordsOf(text)
  const named = listed.filter(({ empresa }) => foldText(empresa.nome) === folded)
  const alike = listed.filter(({ empresa }) => {
    const nome = foldText(empresa.nome)
    return words.length > 0 && words.every((word) => nome.includes(word))
  })
  const [only, ...others] = named.length > 0 ? named : alike
  if (only && others.length === 0) return { kind: 'found', empresa: choiceOf(only) }
  const choices = (named.length > 0 ? named : alike).map(choiceOf)
  return { kind: 'unclear', choices: choices.sort((a, b) => a.nome.localeCompare(b.nome, 'pt-BR')) }
}

function choiceOf({ empresa: { empresaid, nome }, left }: EmpresaConvites): Choice {
  return { empresaid, nome, left }
}
