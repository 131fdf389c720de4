import type { Services } from '../../server/composition.ts'
import type { Autor } from '../../server/domain/historico.ts'
import type { ConvidadoNoPainel } from '../../server/domain/painel-repo.ts'
import { quandoOf } from '../../server/domain/quando.ts'
import type { Ticked } from '../../server/domain/entrada.ts'
import { admitFromPaper } from '../../server/use-cases/admit.ts'
import type { Numbers } from '../../server/use-cases/empresas.ts'
import { listByName, listByTable, listPage } from '../../server/use-cases/list-convidados.ts'
import { isEarly } from '~/shared/closing.server'
import { shortDayOf, eventTime, momentOf, desistenciaTold } from '~/shared/event-clock'
import { pageOf, UUID } from '~/shared/remix.server'
import { whenAt } from '~/shared/words'
import type { Tickable } from './listas.tsx'

/** The part of the list by name a request asks for. */
export async function nomesShown(services: Services, request: Request) {
  const head = await headOf(services)
  const { convidados, ...part } = await listByName(services, pageOf(request, 'parte'))
  let last = ''
  const nomes = convidados.map((convidado) => {
    const letra = convidado.letra === last ? '' : convidado.letra
    last = convidado.letra
    const { nome: empresa, numero } = convidado.empresa ?? { nome: '', numero: '' }
    return { ...nomeOf(convidado, services), empresa, numero, letra }
  })
  return { ...head, ...part, nomes }
}

/** The part of the list by company a request asks for. */
export async function mesasShown(services: Services, request: Request) {
  const head = await headOf(services)
  const { mesas, ...part } = await listByTable(services, pageOf(request, 'parte'))
  return {
    ...head,
    ...part,
    mesas: mesas.map(({ empresa, convidados }) => ({
      nome: empresa?.nome ?? 'Sem empresa',
      numero: empresa?.numero ?? '',
      convites: empresa ? convitesOf(empresa.numbers) : ofNone(convidados),
      nomes: convidados.map((convidado) => nomeOf(convidado, services)),
    })),
  }
}

const convitesOf = (numbers: Numbers | null) =>
  numbers ? `${numbers.used} de ${numbers.total} convites` : 'convites a conferir'

/** The head of every list, with as of when it tells, by the event's clock. Read before the list, which is no older then. */
async function headOf({
  config,
  gravado,
  now,
  painel,
}: Pick<Services, 'config' | 'gravado' | 'now' | 'painel'>) {
  const { anfitriao, inicio } = config.evento
  const at = now() - (await painel.age())
  return {
    evento: gravado === null ? 'Nenhum evento está descrito' : `${anfitriao} · ${whenAt(inicio)}`,
    madeAt: `gerada às ${eventTime(inicio, at)} de ${shortDayOf(inicio, at)}/${quandoOf(inicio, at).ano}`,
  }
}

/** A guest who withdrew no longer has a company. */
const ofNone = (convidados: ConvidadoNoPainel[]) =>
  convidados.some(({ desistencia }) => desistencia)
    ? 'formulário público e desistências'
    : 'formulário público'

function nomeOf(
  { credencial, versao, dentroDesde, desistencia }: ConvidadoNoPainel,
  { codeOf, config, now }: Services,
) {
  const { credencialid, nome } = credencial
  // What a volunteer reads in place of the code.
  const retirada = desistencia && (desistencia.por === 'mesa' ? 'a mesa retirou' : 'desistiu')
  const dentro = dentroDesde === null ? null : momentOf(config.evento.inicio, dentroDesde, now())
  return { credencialid, nome, codigo: codeOf(credencialid, versao), retirada, dentro }
}

/**
 * What the form names a box: each its own, so that a browser that ticks boxes again after a reload ticks none of another
 * guest. Its value is the id the admission would have.
 */
const BOX = /^entrada\.(.{1,128})$/s
const boxOf = (credencialid: string) => `entrada.${credencialid}`

/** A page of the list to tick names on, each with the id its admission would have. */
export async function entradasShown(services: Services, request: Request) {
  const { searchParams } = new URL(request.url)
  const text = (searchParams.get('q') ?? '').trim()
  const empresaid = searchParams.get('empresa') ?? undefined
  const page = await listPage(services, pageOf(request), { texto: text, empresaid })
  const { inicio } = services.config.evento
  const nomes = page.convidados.map(({ credencial, versao, empresa, dentroDesde, desistencia }): Tickable => {
    const { credencialid, nome } = credencial
    return {
      credencialid,
      nome,
      empresa: empresa?.nome ?? '',
      codigo: services.codeOf(credencialid, versao),
      dentro: dentroDesde === null ? null : momentOf(inicio, dentroDesde, services.now()),
      retirada: desistenciaTold(inicio, desistencia, services.now()),
      name: boxOf(credencialid),
      value: services.newId(),
    }
  })
  const filter = { ...(text && { q: text }), ...(empresaid !== undefined && { empresa: empresaid }) }
  return { ...page, convidados: undefined, nomes, text, filter }
}

/** What became of the names a form ticked: how many are new, or what to correct. */
type Lancamento =
  | { kind: 'lancado'; novas: number }
  /** The day of the event has not come: asked once more, and nothing is written. */
  | { kind: 'early'; comeco: string }
  | { kind: 'recusado'; campo: 'hora' | 'nomes'; message: string }

/** The guests whose names a form ticked, each with the id of its admission. */
export function tickedIn(form: FormData): Ticked[] {
  return [...form].flatMap(([name, entradaid]): Ticked[] => {
    const [, credencialid] = BOX.exec(name) ?? []
    const isTicked = credencialid !== undefined && typeof entradaid === 'string' && UUID.test(entradaid)
    return isTicked ? [{ entradaid, credencialid }] : []
  })
}

export async function admitTicked(services: Services, form: FormData, autor: Autor): Promise<Lancamento> {
  const names = tickedIn(form)
  if (names.length === 0) return { kind: 'recusado', campo: 'nomes', message: 'Marque ao menos um nome.' }
  const { inicio } = services.config.evento
  if (isEarly(services) && form.get('antes') !== '1') return { kind: 'early', comeco: whenAt(inicio) }
  const hora = form.get('hora')
  const when = { typed: typeof hora === 'string' ? hora : '', inicio }
  const entrada = await admitFromPaper(services, names, when, autor)
  switch (entrada.kind) {
    case 'admitted':
      return { kind: 'lancado', novas: entrada.count }
    case 'bad-time':
      return { kind: 'recusado', campo: 'hora', message: 'Digite um dia e uma hora que já passaram.' }
    default:
      return entrada satisfies never
  }
}
