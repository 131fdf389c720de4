import { atMoment } from '../../../server/domain/quando.ts'
import type { Porta } from '../porta.ts'
import { foreignIn } from '../scanned.ts'
import type { AnnulOutcome, ReadOutcome, Reading } from '../reading.ts'
import type { Candidate, World } from '../shown.ts'
import { looksOf, looksOfForeign, WORLDS, type Times } from './verdict-looks.ts'

export type Announcement = ReturnType<typeof announcementOf>

/** What a verdict says, to be shown, heard and felt. */
export function announcementOf(reading: Reading, times: Times) {
  const { veredito, convidado, anotado, modo, isAdmitted, entradaid, world } = reading
  const isUnknown = veredito.kind === 'fora-da-lista' && modo === 'camera'
  const foreign = isUnknown ? foreignIn(anotado ?? '') : null
  const looks = { ...looksOf(reading, times), ...(foreign && looksOfForeign(foreign)) }
  const time = atMoment(times.momentOf(reading.em))
  const { anyway, anywayDone } = WORLDS[world]
  const isAnyway = isAdmitted && veredito.kind !== 'entrar'
  return {
    ...looks,
    kind: veredito.kind,
    /** In every world but the real one, all of it is in the conditional. */
    world,
    nome: convidado?.nome ?? (modo === 'busca' ? (anotado ?? '') : ''),
    nomes: [] as string[],
    mesa: convidado?.mesa ?? '',
    /** The number of the table; empty text for none. */
    numero: convidado?.numero ?? '',
    /** The typed code of someone the list does not know. */
    typedCode: modo === 'codigo' ? (anotado ?? '') : '',
    advice: isAnyway ? anywayDone(time) : looks.advice,
    /** `ENTRAR, às 19:16` */
    summary: `${isAnyway ? anyway : looks.headline.join(' ')}, ${time}`,
    /** The admissions that Desfazer takes back. */
    admitted: isAdmitted ? [entradaid] : [],
  }
}

/** Whether the reading itself admitted the guest. */
export const isJustIn = ({ isAdmitted, veredito }: Reading) => isAdmitted && veredito.kind === 'entrar'

/** What to say about several guests of a table admitted at once; null for none. */
export function announcementOfMany(readings: Reading[], times: Times): Announcement | null {
  const inside = readings.filter(({ isAdmitted }) => isAdmitted)
  const others = readings.filter(({ isAdmitted }) => !isAdmitted)
  const first = inside[0] ?? others[0]
  if (!first) return null
  if (readings.length === 1 || inside.length === 0) return announcementOf(first, times)
  const names = others.map(({ convidado }) => convidado?.nome ?? '').join(', ')
  return {
    ...announcementOf(first, times),
    nome: inside.length === 1 ? (first.convidado?.nome ?? '') : `${inside.length} pessoas`,
    nomes: inside.length === 1 ? [] : inside.map(({ convidado }) => convidado?.nome ?? ''),
    advice: names && `Sem entrada agora: ${names}. Busque pelo nome.`,
    admitted: inside.map(({ entradaid }) => entradaid),
  }
}

/** How the screens show the outcome of an act. */
export interface Screens {
  /** `reading`: null for several guests at once. */
  announce(announcement: Announcement, reading: Reading | null): void
  notify(message: Message): void
  choose(candidates: Candidate[]): void
  /** The code that was just decided is still in view. */
  same(): void
  undone(): void
  nothing(): void
}

/** What a volunteer does, one act at a time: a thumb that taps twice means once. */
export function openTouches(
  porta: Pick<Porta, 'read' | 'readCode' | 'admit' | 'admitNamed' | 'admitAnyway' | 'annul' | 'state'>,
  times: () => Times,
  screens: Screens,
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

  /**
   * Shows it, unless a rehearsal or a trial began or ended meanwhile: nobody must mistake one for the other.
   */
  const announce = (reading: Reading, announcement: Announcement, isOne: boolean): void => {
    const { world } = porta.state()
    if (reading.world === world) screens.announce(announcement, isOne ? reading : null)
    else screens.notify(messageOfOtherWorld(reading.world, world))
  }
  const take = (outcome: ReadOutcome): void => {
    if (outcome.kind === 'read') announce(outcome, announcementOf(outcome, times()), true)
    else if (outcome.kind === 'several') screens.choose(outcome.candidates)
    else if (outcome.kind === 'same') screens.same()
    else screens.notify(messageOfReading(outcome))
  }
  const perform = (act: () => Promise<ReadOutcome>) => once(async () => take(await act()))

  /** @param before who was admitted already and is announced with them; null for none */
  const admit = async (ids: string[], modo: 'busca' | 'mesa', world: World, before: Reading | null) => {
    const outcome = await porta.admit(ids, modo, world)
    if (outcome.kind === 'not-stored') {
      screens.notify(messageOfReading(outcome))
      return
    }
    const readings = before ? [before, ...outcome.readings] : outcome.readings
    const [first] = readings
    const announcement = announcementOfMany(readings, times())
    if (first && announcement) announce(first, announcement, readings.length === 1)
    else screens.nothing()
  }
  const undo = async ({ admitted, nome, world }: Announcement) => {
    const outcomes: AnnulOutcome['kind'][] = []
    for (const id of admitted) outcomes.push((await porta.annul(id)).kind)
    const failed = outcomes.find((kind) => kind !== 'annulled')
    if (!failed) screens.undone()
    screens.notify(messageOfAnnulment(failed ?? 'annulled', nome, world))
  }

  return {
    isBusy: () => isBusy,
    /** A code that the camera found. Resolves once it was decided and shown. */
    read: (text: string) => perform(() => porta.read(text)),
    readCode: (code: string) => void perform(() => porta.readCode(code)),
    admit: (ids: string[], modo: 'busca' | 'mesa', world: World) =>
      void once(() => admit(ids, modo, world, null)),
    /** ENTRAM OS 2: those who came with the one who was read, who is announced with them if just admitted. */
    together: (reading: Reading, ids: string[]) =>
      void once(() => admit(ids, 'mesa', reading.world, isJustIn(reading) ? reading : null)),
    admitNamed: (nome: string) => void perform(() => porta.admitNamed(nome)),
    anyway: (reading: Reading) => void perform(() => porta.admitAnyway(reading)),
    undo: (announcement: Announcement) => void once(() => undo(announcement)),
  }
}

export type Message = ReturnType<typeof message>

/** A message that is not a verdict, also read aloud. */
const message = ([headline, text]: [headline: string, text: string], nome = '') => ({
  headline,
  text,
  nome,
  /** Stays until the next code or touch, because it must not be missed. */
  stays: false,
})

/** @param nome empty text for a code that belongs to no guest */
const notStoredMessage = (nome: string): Message => ({
  headline: 'NÃO FOI GUARDADO',
  text: `Este celular não está guardando dados. ${nome === '' ? 'Pergunte o nome, anote-o' : 'Anote o nome'} no papel e leve o celular à organização.`,
  nome,
  stays: true,
})

const MESSAGES = {
  'not-a-code': ['CONFIRA O CÓDIGO', 'São 8 letras e números, embaixo do QR.'],
  'no-list': ['SEM LISTA', 'A lista ainda não chegou a este celular. Chegue mais perto da rede.'],
  late: ['JÁ NÃO SE DESFAZ AQUI', 'Passaram dois minutos: peça à organização.'],
  'not-from-here': ['JÁ NÃO SE DESFAZ AQUI', 'A entrada já foi desfeita, ou é de outro celular.'],
} satisfies Record<string, [headline: string, text: string]>

const messageOfReading = (outcome: Exclude<ReadOutcome, { kind: 'read' | 'same' | 'several' }>): Message =>
  outcome.kind === 'not-stored' ? notStoredMessage(outcome.nomes.join(', ')) : message(MESSAGES[outcome.kind])

/** A reading made in one world is not shown in the other. */
function messageOfOtherWorld(read: World, now: World): Message {
  if (read !== 'real')
    return message([
      `O ${WORLDS[read].name} ACABOU`,
      'A última leitura era dele: nada se gravou. Leia de novo.',
    ])
  return message([`O ${WORLDS[now].name} COMEÇOU`, 'A última leitura foi antes dele, e vale.'])
}

function messageOfAnnulment(kind: AnnulOutcome['kind'], nome: string, world: World): Message {
  if (kind === 'not-stored') return notStoredMessage(nome)
  return kind === 'annulled' ? message(WORLDS[world].undone, nome) : message(MESSAGES[kind])
}
