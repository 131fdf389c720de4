import type { Services } from '../server/composition.ts'
import type { Autor } from '../server/domain/historico.ts'
import { admitFromPaper, type Ticked } from '../server/use-cases/admit-from-paper.ts'
import { listPage } from '../server/use-cases/list-guests.ts'
import { withErrorPage } from './failure.server.ts'
import { pageOf } from './page-of.server.ts'
import { eventTime } from '~/components/event-clock'
import { withdrawalTold } from '~/components/withdrawal-told'
import type { Tickable } from '~/components/names-to-tick'

/** What the form sends of a name that was ticked: an id of the admission, and the guest. */
const TICKED = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (.{1,128})$/

/** A page of the list to tick names on, each with the id its admission would have. */
export async function entradasShown(services: Services, request: Request) {
  const { searchParams } = new URL(request.url)
  const text = (searchParams.get('q') ?? '').trim()
  const empresaid = searchParams.get('empresa') ?? undefined
  const page = await withErrorPage(services, listPage(services, pageOf(request), { texto: text, empresaid }))
  const { inicio } = services.config.evento
  const nomes = page.convidados.map(({ credencial, versao, empresa, dentroDesde, desistencia }): Tickable => {
    const { credencialid, nome } = credencial
    return {
      ...{ credencialid, nome, empresa: empresa?.nome ?? '', codigo: services.codeOf(credencialid, versao) },
      dentro: dentroDesde === null ? null : eventTime(inicio, dentroDesde),
      retirada: withdrawalTold(inicio, desistencia),
      value: `${services.newId()} ${credencialid}`,
    }
  })
  const filter = { ...(text && { q: text }), ...(empresaid !== undefined && { empresa: empresaid }) }
  return { ...page, convidados: undefined, nomes, text, filter }
}

/** What became of the names a form ticked: how many are new, or what to correct. */
export type Lancamento =
  { kind: 'lancado'; novas: number } | { kind: 'recusado'; campo: 'hora' | 'nomes'; message: string }

/** Admits the guests a form ticked. */
export async function admitTicked(services: Services, form: FormData, autor: Autor): Promise<Lancamento> {
  const names = form.getAll('entrada').flatMap((value): Ticked[] => {
    const [, entradaid, credencialid] = TICKED.exec(typeof value === 'string' ? value : '') ?? []
    return entradaid === undefined || credencialid === undefined ? [] : [{ entradaid, credencialid }]
  })
  if (names.length === 0) return { kind: 'recusado', campo: 'nomes', message: 'Marque ao menos um nome.' }
  const hora = form.get('hora')
  const when = { typed: typeof hora === 'string' ? hora : '', inicio: services.config.evento.inicio }
  const admission = await withErrorPage(services, admitFromPaper(services, names, when, autor))
  switch (admission.kind) {
    case 'admitted':
      return { kind: 'lancado', novas: admission.count }
    case 'bad-time':
      return { kind: 'recusado', campo: 'hora', message: 'Digite um dia e uma hora que já passaram.' }
    default:
      return admission satisfies never
  }
}
