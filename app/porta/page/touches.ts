import type { Porta } from '../porta.ts'
import type { Candidate, Reading, AnnulOutcome, ReadOutcome, World } from '../shown.ts'
import { announcementOf, announcementOfMany, type Announcement } from './announcement.ts'
import { WORLDS, type Times } from './verdict-looks.ts'

/** What the screens do with what comes of an act. */
export interface Told {
  /** `reading`: null for several guests at once. */
  announce(announcement: Announcement, reading: Reading | null): void
  notify(message: Message): void
  choose(candidates: Candidate[]): void
  /** The code that was just decided is still in view. */
  same(): void
  undone(): void
  nothing(): void
}

/** What a volunteer does: one act at a time, for a thumb that taps twice means once. */
export function openTouches(
  porta: Pick<Porta, 'read' | 'readCode' | 'admit' | 'admitNamed' | 'admitAnyway' | 'annul' | 'state'>,
  times: () => Times,
  told: Told,
) {
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

  /** Tells it, unless a rehearsal or a trial began or ended meanwhile: nobody may take the one for the other. */
  const announce = (reading: Reading, announcement: Announcement, isOne: boolean): void => {
    const { world } = porta.state()
    if (reading.world === world) told.announce(announcement, isOne ? reading : null)
    else told.notify(messageOfOtherWorld(reading.world, world))
  }
  const take = (outcome: ReadOutcome): void => {
    if (outcome.kind === 'read') announce(outcome, announcementOf(outcome, times()), true)
    else if (outcome.kind === 'several') told.choose(outcome.candidates)
    else if (outcome.kind === 'same') told.same()
    else told.notify(messageOfReading(outcome))
  }
  const perform = (act: () => Promise<ReadOutcome>) => once(async () => take(await act()))

  const admit = async (ids: string[], modo: 'busca' | 'mesa', world: World) => {
    const done = await porta.admit(ids, modo, world)
    if (done.kind === 'not-stored') {
      told.notify(messageOfReading(done))
      return
    }
    const [first] = done.readings
    const announcement = announcementOfMany(done.readings, times())
    if (first && announcement) announce(first, announcement, done.readings.length === 1)
    else told.nothing()
  }
  const undo = async ({ admitted, nome, world }: Announcement) => {
    const done: AnnulOutcome['kind'][] = []
    for (const id of admitted) done.push((await porta.annul(id)).kind)
    const failed = done.find((kind) => kind !== 'annulled')
    if (!failed) told.undone()
    told.notify(messageOfAnnulment(failed ?? 'annulled', nome, world === 'real'))
  }

  return {
    isBusy: () => isBusy,
    /** A code the camera found. Ends when it was decided and told. */
    read: (text: string) => perform(() => porta.read(text)),
    readCode: (code: string) => void perform(() => porta.readCode(code)),
    admit: (ids: string[], modo: 'busca' | 'mesa', world: World) => void once(() => admit(ids, modo, world)),
    admitNamed: (nome: string) => void perform(() => porta.admitNamed(nome)),
    anyway: (reading: Reading) => void perform(() => porta.admitAnyway(reading)),
    undo: (announcement: Announcement) => void once(() => undo(announcement)),
  }
}

/** A message that is no verdict and is read aloud too. */
export interface Message {
  headline: string
  text: string
  nome: string
  /** Until the next code or a touch: it must not be missed. */
  stays: boolean
}

const message = (headline: string, text: string): Message => ({ headline, text, nome: '', stays: false })

/** @param nome empty text where a code was read that is nobody's */
const notStoredMessage = (nome: string): Message => ({
  headline: 'NÃO FOI GUARDADO',
  text: `Este celular não está guardando dados. ${nome === '' ? 'Pergunte o nome, anote-o' : 'Anote o nome'} no papel e leve o celular à organização.`,
  nome,
  stays: true,
})

function messageOfReading(outcome: Exclude<ReadOutcome, { kind: 'read' | 'same' | 'several' }>): Message {
  switch (outcome.kind) {
    case 'not-a-code':
      return message('CONFIRA O CÓDIGO', 'São 8 letras e números, embaixo do QR.')
    case 'no-list':
      return message('SEM LISTA', 'A lista ainda não chegou a este celular. Chegue mais perto da rede.')
    case 'not-stored':
      return notStoredMessage(outcome.nomes.join(', '))
    default:
      return outcome satisfies never
  }
}

/** What was read in the one world is not shown in the other. */
function messageOfOtherWorld(read: World, now: World): Message {
  if (read !== 'real')
    return message(`O ${WORLDS[read]} ACABOU`, 'A última leitura era dele: nada se gravou. Leia de novo.')
  return message(`O ${WORLDS[now]} COMEÇOU`, 'A última leitura foi antes dele, e vale.')
}

function messageOfAnnulment(kind: AnnulOutcome['kind'], nome: string, isReal: boolean): Message {
  switch (kind) {
    case 'annulled':
      return isReal
        ? { ...message('ENTRADA DESFEITA', 'O convite vale de novo.'), nome }
        : { ...message('SERIA DESFEITA', 'O convite valeria de novo.'), nome }
    case 'late':
      return message('JÁ NÃO SE DESFAZ AQUI', 'Passaram dois minutos: peça à organização.')
    case 'not-from-here':
      return message('JÁ NÃO SE DESFAZ AQUI', 'A entrada já foi desfeita, ou é de outro celular.')
    case 'not-stored':
      return notStoredMessage(nome)
    default:
      return kind satisfies never
  }
}
