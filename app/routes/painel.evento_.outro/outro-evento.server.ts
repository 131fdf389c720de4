import type { Services } from '../../../server/composition.ts'
import type { Autor } from '../../../server/domain/historico.ts'
import { erasedIn } from '../../../server/domain/outro-evento.ts'
import { hasConvidadoData } from '../../../server/domain/personal-data.ts'
import { quandoOf } from '../../../server/domain/quando.ts'
import { beginOutro } from '../../../server/use-cases/balanco.ts'
import { isErasureDay } from '~/shared/closing.server'
import { dotted } from '~/shared/words'

/** Lines of erasures that are read for their numbers: trials, and each go of one that took several. */
const ERASURES = 100

/** An id as `newId` makes them: it becomes the UID of calendar entries. */
const EVENTOID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** What the page says: of an event that may end, of one whose guests are still stored, or that none is described. */
export async function outroShown(services: Services) {
  const { gravado, credenciais, historico, transfer, eraseAt } = services
  if (!gravado) return { kind: 'sem-evento' as const }
  const { titulo, inicio, fim } = gravado.evento
  const [pessoal, { empresas }, erasures] = await Promise.all([
    credenciais.countPersonalData(),
    transfer.count(),
    historico.list({ ato: 'apagou-tudo', after: null, limit: ERASURES }),
  ])
  const { convidados, contatos, apagadoem } = pessoal
  const evento = dotted(titulo, dayWithYear(inicio))
  if (hasConvidadoData(pessoal)) {
    const { semana, hora } = quandoOf(fim, eraseAt)
    const prazo = `${dayWithYear(fim, eraseAt)}, ${semana}, às ${hora}`
    return { kind: 'ainda-nao' as const, evento, convidados, prazo, isDue: isErasureDay(services) }
  }
  const apagado =
    apagadoem === null ? null : { em: momentWithYear(fim, apagadoem), quantos: erasedIn(erasures) }
  const ids = { de: gravado.eventoid, eventoid: services.newId() }
  return { kind: 'pode' as const, evento, ...ids, empresas, contatos, apagado }
}

/** Why nothing was done, at the box to be ticked; or how the page says what was. */
type Outro = { kind: 'recusado' } | { kind: 'feito'; feito: 'comecou' | 'ja-comecou' | 'apague-antes' }

/** Begins another event where the form says so. @throws StorageError */
export async function comecarOutro(services: Services, form: FormData, autor: Autor): Promise<Outro> {
  // The form has the id of the next event too: sent twice, it begins one.
  const [de, eventoid] = [form.get('de'), form.get('eventoid')]
  if (typeof de !== 'string' || typeof eventoid !== 'string' || !EVENTOID.test(eventoid))
    throw new Response(null, { status: 400 })
  if (form.get('sei') !== 'sim') return { kind: 'recusado' }
  const areContactsErased = form.get('contatos') !== 'sim'
  const { kind } = await beginOutro(services, { de, eventoid, areContactsErased }, autor)
  return { kind: 'feito', feito: kind }
}

function dayWithYear(iso: string, at?: number): string {
  const { dia, mes, ano } = quandoOf(iso, at)
  return `${dia} de ${mes} de ${ano}`
}

const momentWithYear = (iso: string, at: number) => `${dayWithYear(iso, at)}, às ${quandoOf(iso, at).hora}`
