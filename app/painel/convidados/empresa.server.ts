import type { Services } from '../../../server/composition.ts'
import { findEmpresa, type Choice } from '../../../server/use-cases/empresas.ts'
import type { Fields } from '~/shared/remix.server'

/** With more companies than this, their names are not sent along with the field. */
const SUGGESTED = 300

/** When more companies than this match, one has to type more words. */
const CHOICES = 20

export interface EmpresaTyped {
  typed: string
  error: string | null
  choices: Choice[]
}

/** The names a browser may suggest while a company is typed. @throws StorageError */
export async function suggestedEmpresas({
  painel,
  now,
}: Pick<Services, 'painel' | 'now'>): Promise<string[]> {
  const { empresas: listed } = await painel.listEmpresas(now())
  return listed.length > SUGGESTED ? [] : listed.map(({ empresa }) => empresa.nome)
}

/**
 * Reads which company a form means: one that was chosen, or else the one that was typed.
 * @returns empresaid null for none, undefined when it is not clear which, with the reason
 * @throws StorageError
 */
export async function empresaIn(
  fields: Fields,
  services: Services,
): Promise<EmpresaTyped & { empresaid: string | null | undefined }> {
  const typed = fields('empresa') ?? ''
  const text = fields('escolha') ?? typed
  if (text.trim() === '') return { typed, error: null, choices: [], empresaid: null }
  const found = await findEmpresa(services, text)
  if (found.kind === 'found')
    return { typed: found.empresa.nome, error: null, choices: [], empresaid: found.empresa.empresaid }
  const { choices } = found
  const isMany = choices.length > CHOICES
  return {
    typed,
    empresaid: undefined,
    choices: isMany ? [] : choices,
    error:
      choices.length === 0
        ? 'Nenhuma empresa tem este nome. Digite uma parte dele, ou deixe em branco.'
        : isMany
          ? `${choices.length} empresas têm estas palavras no nome. Digite mais uma.`
          : 'Mais de uma empresa tem este nome. Escolha uma.',
  }
}
