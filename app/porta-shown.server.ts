import { seenAt } from './components/seen-at.ts'
import { eventTime, momentOf } from './components/event-clock.ts'
import type { Services } from '../server/composition.ts'
import { findEnsaio } from '../server/use-cases/ensaio.ts'
import { readDoor, type Admitida } from '../server/use-cases/read-door.ts'

/** An admission in the words of the page. */
export interface EntradaShown {
  entradaid: string
  /** `19h02` on the day of the event. */
  hora: string
  quem: string
}

/** What the organiser sees of the door. @throws StorageError */
export async function portaShown(services: Services) {
  const { config, equipe, painel, now } = services
  const { inicio } = config.evento
  const [door, aparelhos, { dentro, confirmados }, ensaio] = await Promise.all([
    readDoor(services),
    equipe.list(),
    painel.count(now()),
    findEnsaio(services, now()),
  ])
  const shown = ({ entradaid, em, quem }: Admitida): EntradaShown => ({
    ...{ entradaid, hora: momentOf(inicio, em), quem: named(quem) },
  })
  return {
    ...{ hora: eventTime(inicio, now()), dentro, confirmados, newEntradaid: services.newId() },
    /** Until when a rehearsal is on. */
    ensaio: ensaio && eventTime(inicio, ensaio.ate),
    duas: door.duas.map(({ admissions, ...guest }) => ({ ...guest, entradas: admissions.map(shown) })),
    fora: door.fora.map(({ anotado, modo, ...admission }) => ({ ...shown(admission), anotado, modo })),
    // A browser that never reported what it has not sent is not a phone of the door.
    phones: aparelhos.flatMap(({ aparelhoid, nome, vistoem, revogadoem, pendentes }) =>
      pendentes === null
        ? []
        : [
            {
              ...{ aparelhoid, nome: named(nome), pendentes, isRevogado: revogadoem !== null },
              visto: vistoem === null ? null : seenAt(inicio, vistoem, now()),
            },
          ],
    ),
  }
}

/** An erasure also erases the names of the team. */
const named = (nome: string) => (nome === '' ? 'aparelho sem nome' : nome)
