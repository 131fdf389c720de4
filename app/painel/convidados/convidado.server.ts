import type { Services } from '../../../server/composition.ts'
import type { CadastroValues } from '../../../server/domain/cadastro.ts'
import type { ConvidadoNoPainel, ConviteNoPainel } from '../../../server/domain/painel-repo.ts'
import { maskTelefone, SEM_WHATSAPP } from '../../../server/domain/telefone.ts'
import { findEmpresa, type Choice } from '../../../server/use-cases/empresas.ts'
import { estadoDo } from '../../../server/use-cases/list-pessoas.ts'
import type { ConvidadoView, Quem } from '../../../server/use-cases/read-convidado.ts'
import type { Repetido } from '../../../server/use-cases/repetidos.ts'
import { convidadoHref, type Nome, type Whereabouts } from '~/painel/convidado-told'
import { desistenciaTold, momentOf } from '~/shared/event-clock'
import { seeOther, type Fields } from '~/shared/remix.server'
import { whenAt } from '~/shared/words'

type Clock = Pick<Services, 'config' | 'now'>

export const whereaboutsOf = (
  { dentroDesde, desistencia }: Pick<ConvidadoNoPainel, 'dentroDesde' | 'desistencia'>,
  { config, now }: Clock,
): Whereabouts => ({
  dentro: dentroDesde === null ? null : momentOf(config.evento.inicio, dentroDesde, now()),
  retirada: desistenciaTold(config.evento.inicio, desistencia, now()),
})

/** A guest as lists show them, with the number masked. */
export function linhaOf(convidado: ConvidadoNoPainel, services: Clock & Pick<Services, 'codeOf'>) {
  const { credencial, versao, empresa } = convidado
  const { credencialid, nome, telefone } = credencial
  return {
    credencialid,
    nome,
    empresa: empresa?.nome ?? null,
    telefone: maskTelefone(telefone) || SEM_WHATSAPP,
    codigo: services.codeOf(credencialid, versao),
    ...whereaboutsOf(convidado, services),
  }
}

/** An invitation as lists show it, with the number masked. */
export function linhaDoConvite(convite: ConviteNoPainel) {
  const { codigo, empresaid, rotulo, telefone, lugares, abertos } = convite
  return {
    codigo,
    nome: rotulo || 'Convite sem nome',
    empresa: convite.empresa ?? (empresaid === '' ? 'da casa' : null),
    telefone: maskTelefone(telefone) || SEM_WHATSAPP,
    estado: estadoDo(convite),
    lugares,
    abertos,
  }
}

/** Who brought each of these guests, by the id that names them: their name. */
export async function gruposOf(convidados: ConvidadoNoPainel[], { painel }: Pick<Services, 'painel'>) {
  const ids = convidados.flatMap(({ grupo }) => grupo ?? [])
  const found = ids.length === 0 ? [] : await painel.find([...new Set(ids)])
  return new Map(found.map(({ credencial }) => [credencial.credencialid, credencial.nome]))
}

/** `24 de agosto, 10h41, pelo link da empresa` */
export function cadastroOf({ registradoem, via }: ConvidadoView, inicio: string): string {
  const quando = registradoem === null ? 'em outro sistema' : whenAt(inicio, registradoem)
  switch (via.kind) {
    case 'empresa':
      return `${quando}, pelo link da empresa`
    case 'publico':
      return registradoem === null ? quando : `${quando}, pelo convite público`
    case 'organizacao':
      return `${quando}, por ${nameOf(via.quem)}`
    default:
      return via satisfies never
  }
}

export const nameOf = ({ kind, nome }: Quem) =>
  kind === 'cli' ? 'suporte técnico' : (nome ?? 'aparelho sem nome')

/** The three fields as typed. @param prefix `era-` for the fields that record what the form first showed */
export function valuesIn(fields: Fields, prefix: '' | 'era-' = ''): CadastroValues {
  const read = (name: string) => fields(prefix + name) ?? ''
  return { nome: read('nome'), telefone: read('telefone'), email: read('email') }
}

/**
 * A possible duplicate, as the form shows it. The name finds it where there is no number to compare.
 * @param campo the field that changed
 * @param compared the guest to compare it with
 */
export const repetidoFoundOf = (
  repetido: Repetido | null,
  { campo, telefone }: { campo: 'nome' | 'telefone'; telefone: string },
  compared: string | null,
  services: Services,
) => {
  if (!repetido) return null
  const { convidado, isExact } = repetido
  /** What is the same, besides the name. */
  const pelo: 'telefone' | 'empresa' =
    convidado.credencial.telefone && telefone.trim() ? 'telefone' : 'empresa'
  const found = pelo === 'empresa' ? 'nome' : campo
  return { ...linhaOf(convidado, services), isExact, campo: found, pelo, compared }
}

/** If there are more companies than this, their names are not sent along with the field. */
const SUGGESTED = 300

/** When more companies than this match, the organiser has to type more words. */
const CHOICES = 20

export interface EmpresaTyped {
  typed: string
  error: string | null
  /** Companies to choose from, if what was typed matches several. */
  choices: Choice[]
}

/** The names a browser may suggest while the organiser types a company. @throws StorageError */
export async function suggestedEmpresas({ painel, now }: Services): Promise<string[]> {
  const { empresas: listed } = await painel.listEmpresas(now())
  return listed.length > SUGGESTED ? [] : listed.map(({ empresa }) => empresa.nome)
}

/**
 * Reads which company a form means: one that was chosen, or else one that was typed.
 * @returns empresaid null for no company, undefined with the reason if it is unclear which one is meant
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
  const { length } = found.choices
  const choices = length > CHOICES ? [] : found.choices
  const error =
    length === 0
      ? 'Nenhuma empresa tem este nome. Digite uma parte dele, ou deixe em branco.'
      : length > CHOICES
        ? `${length} empresas têm estas palavras no nome. Digite mais uma.`
        : 'Mais de uma empresa tem este nome. Escolha uma.'
  return { typed, error, choices, empresaid: undefined }
}

/** Redirects to a guest's page, which says what was done. */
export const toConvidado = (credencialid: string, feito: Nome) =>
  seeOther(`${convidadoHref(credencialid)}?feito=${feito}`)

/** Redirects to the list, which says what was done. */
export const toConvidados = (feito: Nome) => seeOther(`/painel/convidados?feito=${feito}`)

/** The longest chain of merges that is followed. */
const MERGES_MAX = 20

/**
 * Where to go from the page of an erased guest: to the guest they were merged into, if that one is still
 * stored.
 */
export async function toKept({ credenciais }: Services, credencialid: string): Promise<Response> {
  let gone = credencialid
  for (let n = 0; n < MERGES_MAX; n++) {
    const juncao = await credenciais.findJuncao(gone)
    if (!juncao) break
    if (await credenciais.findById(juncao.kept)) return toConvidado(juncao.kept, 'juntado')
    gone = juncao.kept
  }
  return toConvidados('sumiu')
}
