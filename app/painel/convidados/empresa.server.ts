import type { Services } from '../../../server/composition.ts'
import type { Autor } from '../../../server/domain/historico.ts'
import { findEmpresa, type Choice } from '../../../server/use-cases/empresas.ts'
import { findDesistencia } from '../../../server/use-cases/find-convidado.ts'
import { fieldsOf, noStore, type Fields } from '~/shared/remix.server'
import { limitReached } from '~/shared/words'
import { toConvidado, toKept } from './convidado.server.ts'

/**
 * A guest who may go to another company, and the company that pays; `before` is the one of a guest who withdrew. @throws Response 404 when there is no such guest
 */
export async function movingShown(services: Services, asked: string) {
  const [found, desistencia, suggested, { empresas }] = await Promise.all([
    services.credenciais.findById(asked),
    findDesistencia(services, asked),
    suggestedEmpresas(services),
    services.painel.listEmpresas(services.now()),
  ])
  if (!found) throw new Response(null, { status: 404 })
  const { credencialid, nome } = found.credencial
  const empresa = found.empresa?.nome ?? null
  // Of a company that is stored no more nobody can say whether it still pays.
  const de = empresa === '' ? null : (found.empresa?.empresaid ?? '')
  const before = empresas.find((listed) => listed.empresa.empresaid === desistencia?.empresaid)?.empresa.nome
  return {
    credencialid,
    nome,
    de,
    empresa,
    suggested,
    isWithdrawn: desistencia !== null,
    before: before ?? '',
  }
}

/** Gives a guest the company of the posted form, or none. @returns where to go, or the form again */
export async function moveOf(
  services: Services,
  credencialid: string,
  request: Request,
  autor: Autor,
): Promise<Response> {
  const fields = await fieldsOf(request)
  const { empresaid, ...typed } = await empresaIn(fields, services)
  const refuse = (error: string | null) => noStore<EmpresaTyped>({ ...typed, error }, 422)
  if (empresaid === undefined) return refuse(typed.error)
  const { newId, now } = services
  const de = fields('de')
  const from = de === null ? {} : { from: de === '' ? null : de }
  const asked = { credencialid, empresaid, reservaid: newId(), now: now(), ...from }
  const move = await services.credenciais.move(asked, autor)
  switch (move.kind) {
    case 'moved':
      return toConvidado(credencialid, move.isConfirmed ? 'confirmado-com' : 'mudou')
    case 'already-there':
      return toConvidado(credencialid, 'ja-era')
    case 'confirmed':
      return toConvidado(credencialid, 'confirmado')
    case 'credencial-not-found':
      return toKept(services, credencialid)
    case 'limit-reached':
      return refuse(`LIMITE ATINGIDO. ${limitReached(typed.typed)}`)
    case 'empresa-not-found':
      return refuse('Esta empresa não existe mais.')
    case 'changed-meanwhile':
      return refuse('A empresa deste convidado acaba de mudar. Confira e tente de novo.')
    default:
      return move satisfies never
  }
}

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
