import type { Door } from '../door.ts'
import type { Achado, Anulacao, Leitura, Lida } from '../shown.ts'
import { announcementOf, announcementOfMany, type Announcement } from './announcement.ts'
import type { Times } from './looks.ts'
import { messageOfAnnulment, messageOfReading, messageOfOtherWorld, type Message } from './message.ts'

/** What the screens do with what comes of an act. */
export interface Told {
  /** `lida`: null for several guests at once. */
  announce(announcement: Announcement, lida: Lida | null): void
  notify(message: Message): void
  /** Several guests have this code. */
  choose(achados: Achado[]): void
  /** The code that was just decided is still in view. */
  same(): void
  /** The last verdict was taken back. */
  undone(): void
  /** Nothing came of it. */
  nothing(): void
}

/** What a volunteer does: one act at a time, for a thumb that taps twice means once. */
export interface Acts {
  isBusy(): boolean
  /** A code the camera found. Ends when it was decided and told. */
  read(text: string): Promise<void>
  readCode(code: string): void
  admit(ids: string[], modo: 'busca' | 'mesa'): void
  admitNamed(nome: string): void
  anyway(lida: Lida): void
  undo(announcement: Announcement): void
}

export function openActs(
  door: Pick<Door, 'read' | 'readCode' | 'admit' | 'admitNamed' | 'admitAnyway' | 'annul' | 'state'>,
  times: () => Times,
  told: Told,
): Acts {
  let isBusy = false
  const once = async (act: () => Promise<void>): Promise<void> => {
    if (isBusy) return
    isBusy = true
    try {
      await act()
    } finally {
      isBusy = false
    }
  }
  const isEnsaio = () => door.state().ensaio !== null

  /** Tells it, unless a rehearsal began or ended meanwhile: nobody may take the one for the other. */
  const announce = (lida: Lida, announcement: Announcement, isOne: boolean): void => {
    if (lida.isEnsaio === isEnsaio()) told.announce(announcement, isOne ? lida : null)
    else told.notify(messageOfOtherWorld(lida.isEnsaio))
  }
  const take = (leitura: Leitura): void => {
    if (leitura.kind === 'lida') announce(leitura, announcementOf(leitura, times()), true)
    else if (leitura.kind === 'varios') told.choose(leitura.achados)
    else if (leitura.kind === 'mesmo') told.same()
    else told.notify(messageOfReading(leitura.kind))
  }
  const perform = (act: () => Promise<Leitura>) => once(async () => take(await act()))

  const admit = async (ids: string[], modo: 'busca' | 'mesa') => {
    const done = await door.admit(ids, modo)
    if (done.kind === 'nao-guardou') {
      told.notify(messageOfReading(done.kind))
      return
    }
    const [first] = done.lidas
    const announcement = announcementOfMany(done.lidas, times())
    if (first && announcement) announce(first, announcement, done.lidas.length === 1)
    else told.nothing()
  }
  const undo = async ({ admitted, nome, isEnsaio }: Announcement) => {
    const done: Anulacao['kind'][] = []
    for (const id of admitted) done.push((await door.annul(id)).kind)
    const failed = done.find((kind) => kind !== 'anulada')
    if (!failed) told.undone()
    told.notify(messageOfAnnulment(failed ?? 'anulada', nome, isEnsaio))
  }

  return {
    isBusy: () => isBusy,
    read: (text) => perform(() => door.read(text)),
    readCode: (code) => void perform(() => door.readCode(code)),
    admit: (ids, modo) => void once(() => admit(ids, modo)),
    admitNamed: (nome) => void perform(() => door.admitNamed(nome)),
    anyway: (lida) => void perform(() => door.admitAnyway(lida)),
    undo: (announcement) => void once(() => undo(announcement)),
  }
}
