import { createHash } from 'node:crypto'
import { fieldsOf, seeOther, type Fields } from '~/shared/remix.server'
import type { Services } from '../../../server/composition.ts'
import type { Credencial } from '../../../server/domain/credencial.ts'
import type { MergeRequest } from '../../../server/domain/credencial-repo.ts'
import type { Autor } from '../../../server/domain/historico.ts'
import type { ConvidadoNoPainel } from '../../../server/domain/painel-repo.ts'
import { maskEmail, maskTelefone, SEM_WHATSAPP } from '../../../server/domain/telefone.ts'
import {
  listHomonimos,
  listRepetidos,
  type ParDeRepetidos,
  separateRepetidos,
} from '../../../server/use-cases/repetidos.ts'
import { mergeConvidados } from '../../../server/use-cases/change-convidado.ts'
import { readConvidado, type ConvidadoView } from '../../../server/use-cases/read-convidado.ts'
import { repetidosHref, type Nome } from '~/painel/convidado-told'
import { momentOf, desistenciaTold } from '~/shared/event-clock'
import { cadastroOf, toConvidado } from '~/painel/convidados/convidado.server'

/** How many of the following pairs are named. */
const NEXT = 20

/** The pair an address names, or else the first that waits for a decision, and those after it. */
export async function repetidosShown(services: Services, request: Request) {
  const [pares, homonimos] = await Promise.all([listRepetidos(services), listHomonimos(services, NEXT)])
  const { searchParams } = new URL(request.url)
  const um = searchParams.get('um')
  const outro = searchParams.get('outro')
  const asked: ParDeRepetidos | null = um === null || outro === null || um === outro ? null : [um, outro]
  const shown = asked ?? pares[0] ?? null
  const index = pares.findIndex((par) => shown !== null && isSame(par, shown))
  const rest = pares.filter((_, at) => at !== index)
  const [par, depois] = await Promise.all([
    shown && sidesOf(shown, services),
    Promise.all(rest.slice(0, NEXT).map((par) => namesOf(par, services))),
  ])
  return {
    par,
    total: pares.length,
    numero: index + 1,
    // Another organiser may have decided meanwhile.
    isGone: asked !== null && par === null,
    depois: depois.filter((one) => one !== null),
    beyondThis: Math.max(0, rest.length - NEXT),
    homonimos: { pares: homonimos.pares.map(homonimosOf), hasMore: homonimos.hasMore },
  }
}

/** Two guests with one name and company, told apart by their numbers. */
function homonimosOf(par: [ConvidadoNoPainel, ConvidadoNoPainel]) {
  const [one] = par
  const convidados = par.map(({ credencial: { credencialid, telefone } }) => {
    return { credencialid, telefone: maskTelefone(telefone) || SEM_WHATSAPP }
  })
  return { nome: one.credencial.nome, empresa: one.empresa?.nome ?? '', convidados }
}

/** Merges the posted form's pair, or marks them as different people. @returns where to go */
export async function decisionOf(services: Services, request: Request, autor: Autor): Promise<Response> {
  const fields = await fieldsOf(request)
  const [um, outro, fica] = [fields('um'), fields('outro'), fields('fica')]
  if (um === null || outro === null || um === outro) throw new Response(null, { status: 400 })
  const toRepetidos = (feito: Nome) => seeOther(`/painel/repetidos?feito=${feito}`)
  switch (fields('ato')) {
    case 'separar':
      // The history stores guests' ids, and no other text from a form.
      if (!(await services.credenciais.findById(um)) || !(await services.credenciais.findById(outro)))
        return toRepetidos('resolvido')
      await separateRepetidos(services.historico, um, outro, autor)
      return toRepetidos('separou')
    case 'juntar': {
      if (fica !== um && fica !== outro) throw new Response(null, { status: 400 })
      const again = (feito: Nome) => seeOther(`${repetidosHref(um, outro)}&feito=${feito}`)
      const isSamePerson = ANSWERS.get(fields('link'))
      if (isSamePerson === undefined) return again('falta-link')
      const par = { keptId: fica, otherId: fica === um ? outro : um, isSamePerson }
      const merge = await mergeConvidados(services, { ...par, ...chosenIn(fields, par, services) }, autor)
      switch (merge.kind) {
        case 'merged':
          // A correction continues with the guest who was kept.
          return fields('volta') === '1' ? toConvidado(fica, 'juntou') : toRepetidos('juntou')
        case 'credencial-not-found':
          return toRepetidos('resolvido')
        case 'changed-meanwhile':
          return again('mudou-agora')
        case 'already-taken':
          return again('outro-dono')
        default:
          return merge satisfies never
      }
    }
    default:
      throw new Response(null, { status: 400 })
  }
}

/** Whose the other link is, according to the form: there is no default. */
const ANSWERS = new Map<string | null, boolean>([
  ['mesma', true],
  ['outra', false],
])

/** What the form chose from the two guests, and the versions of them it was shown with. */
function chosenIn(
  fields: Fields,
  { keptId }: Pick<MergeRequest, 'keptId'>,
  { chaveOf }: Services,
): Pick<MergeRequest, 'telefoneOf' | 'emailOf' | 'isAsShown' | 'chaveOf'> {
  const shown = (fields('visto') ?? '').split('.')
  return {
    telefoneOf: fields('telefone') ?? keptId,
    emailOf: fields('email') ?? keptId,
    isAsShown: (credencial) => shown.includes(shownAs(credencial)),
    chaveOf,
  }
}

/** A hash that changes whenever the guest is corrected, and reveals nothing else. */
function shownAs({ credencialid, nome, telefone, email }: Credencial): string {
  const told = JSON.stringify([credencialid, nome, telefone, email])
  return createHash('sha256').update(told).digest('base64url').slice(0, 22)
}

const isSame = (par: ParDeRepetidos, [one, other]: ParDeRepetidos) => par.includes(one) && par.includes(other)

/** Both guests; the first is kept unless the organiser chooses the other. */
async function sidesOf(par: ParDeRepetidos, services: Services) {
  const [one, other] = await Promise.all(par.map((id) => readConvidado(services, id)))
  if (!one || !other) return null
  const [first, second] = weightOf(other) > weightOf(one) ? [other, one] : [one, other]
  const [a, b] = [first.convidado.credencial, second.convidado.credencial]
  return {
    sides: [sideOf(first, services), sideOf(second, services)] as const,
    /** The versions shown: a form made from any others merges nothing. */
    visto: `${shownAs(a)}.${shownAs(b)}`,
    // Once masked, they may look the same.
    differ: { telefone: a.telefone !== b.telefone, email: a.email !== b.email },
  }
}

/**
 * An admitted guest outweighs the other; after that one with a current number, then one with an e-mail, then
 * the older one.
 */
function weightOf({ entradas, convidado: { credencial } }: ConvidadoView): number {
  return (
    (entradas.length > 0 ? 4 : 0) + (credencial.telefone.length === 11 ? 2 : 0) + (credencial.email ? 1 : 0)
  )
}

function sideOf(view: ConvidadoView, { config, now }: Pick<Services, 'config' | 'now'>) {
  const { inicio } = config.evento
  const { credencialid, nome, telefone, email } = view.convidado.credencial
  const [first] = view.entradas
  return {
    credencialid,
    nome,
    telefone: maskTelefone(telefone) || SEM_WHATSAPP,
    email: email === '' ? '' : maskEmail(email),
    empresa: view.convidado.empresa?.nome ?? null,
    codigo: view.codigo,
    cadastro: cadastroOf(view, inicio),
    dentro: first ? momentOf(inicio, first.at, now()) : null,
    retirada: desistenciaTold(inicio, view.desistencia, now()),
  }
}

async function namesOf(par: ParDeRepetidos, { credenciais }: Pick<Services, 'credenciais'>) {
  const [one, other] = await Promise.all(par.map((id) => credenciais.findById(id)))
  if (!one || !other) return null
  const [de, da] = [one.empresa?.nome ?? null, other.empresa?.nome ?? null]
  const same = de === null ? 'nenhum dos dois tem empresa' : `os dois em ${de}`
  const empresas = de === da ? same : `${de ?? 'sem empresa'} e ${da ?? 'sem empresa'}`
  return { um: par[0], outro: par[1], nome: one.credencial.nome, similarity: other.credencial.nome, empresas }
}
