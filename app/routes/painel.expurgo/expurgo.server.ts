import type { Services } from '../../../server/composition.ts'
import { pairingEndsAt } from '../../../server/domain/aparelho.ts'
import type { Autor } from '../../../server/domain/historico.ts'
import { hasConvidadoData } from '../../../server/domain/personal-data.ts'
import { clearAvips, eraseConvidados, surveyErasure } from '../../../server/use-cases/erase-convidados.ts'
import { isStorageError } from '~/shared/failure.server'
import { dayOfErasure } from '~/shared/event-clock'

const WORD = 'APAGAR'

/** How long one request erases, in milliseconds; the next goes on from there. */
const LONGEST_MS = 20_000

export async function expurgoShown(services: Services) {
  const survey = await surveyErasure(services)
  const { evento } = services.config
  return {
    ...survey,
    hasConvidados: hasConvidadoData(survey.pessoal),
    areCopiesErased: services.backups !== null,
    left: services.backups?.left() ?? [],
    // Where no event is described its place has days that nobody was promised.
    prazo: services.gravado && {
      dia: dayOfErasure(evento.fim, services.eraseAt),
      fecha: dayOfErasure(evento.fim, pairingEndsAt(evento, 'organizacao')),
    },
  }
}

type Expurgo =
  /**
   * `aos-poucos`: the avips are still to be cleared, which maintenance does. `restos`: so are bytes or copies, for which the
   * disk has no room.
   */
  | { kind: 'apagado'; feito: 'apagado' | 'aos-poucos' | 'restos' }
  /** It takes longer than one request; sent again, it goes on. */
  | { kind: 'apagado'; feito: 'continuar' }
  /** Storage did not answer; what is still stored the page says. */
  | { kind: 'falhou' }
  | { kind: 'recusado'; campo: 'palavra' | 'antes'; message: string }

/** Erases every guest where the form says so. */
export async function erase(services: Services, form: FormData, autor: Autor): Promise<Expurgo> {
  const palavra = form.get('palavra')
  if (typeof palavra !== 'string' || palavra.trim().toUpperCase() !== WORD)
    return { kind: 'recusado', campo: 'palavra', message: `Digite ${WORD} para confirmar.` }
  const isSaid = (box: string) => form.get(box) === 'sim'
  const asked = { isEarlyAllowed: isSaid('antes'), areContactsErased: isSaid('contatos') }
  const begun = performance.now()
  try {
    const erasure = await eraseConvidados(services, asked, autor, () => {
      if (performance.now() - begun > LONGEST_MS) throw new OutOfTime()
    })
    if (erasure.kind === 'too-early') {
      const message = 'O prazo ainda não chegou. Para apagar mesmo assim, marque a caixa.'
      return { kind: 'recusado', campo: 'antes', message }
    }
    if (erasure.left.length > 0) return { kind: 'apagado', feito: 'restos' }
  } catch (error) {
    if (error instanceof OutOfTime) return { kind: 'apagado', feito: 'continuar' }
    if (!isStorageError(error)) throw error
    services.log.error({ err: error }, 'the erasure failed')
    return { kind: 'falhou' }
  }
  return { kind: 'apagado', feito: (await areAvipsCleared(services)) ? 'apagado' : 'aos-poucos' }
}

class OutOfTime extends Error {}

/** The guests are erased already, whatever becomes of this. */
async function areAvipsCleared(services: Pick<Services, 'avips' | 'log' | 'now'>): Promise<boolean> {
  try {
    const { due, refused } = await clearAvips(services)
    return due + refused.length === 0
  } catch (err) {
    if (!isStorageError(err)) throw err
    services.log.error({ err }, 'avips of erased guests could not be cleared yet')
    return false
  }
}
