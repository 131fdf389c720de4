import { dayBegins } from '../../server/domain/quando.ts'
import { type Surroundings, SKEW_MAX_MILLISECONDS } from './clock.ts'
import { openEnsaio, openTeste, testeUntil, type Ensaio } from './ensaio.ts'
import { candidateOf, loadPhone, whereaboutsOf, serverNow, type Phone } from './phone.ts'
import { admitConvidados, admitReading, annulFact, openRecent } from './reading.ts'
import { readCodeText, readingNamed, readText, type Reading } from './reading.ts'
import { openSchedule, type Outcome, eraseList, isOver, learn, syncPhone } from './sync.ts'
import { gatherWords, isTogether, nearInList, searchList, type ListRow } from './list.ts'
import type { Candidate, World } from './shown.ts'
import { notStored, openStore, type Fact } from './store.ts'

export type Porta = Extract<Awaited<ReturnType<typeof openPorta>>, { kind: 'open' }>['porta']

/**
 * The door on this phone. Nothing in it throws for lack of network or space: outcomes say so. It makes no
 * request before `start` or `sync`.
 */
export async function openPorta(around: Surroundings) {
  const listeners = new Set<() => void>()
  let made = () => {}
  let phone: Phone
  try {
    phone = await loadPhone(around, await openStore(around.indexedDB), {
      changed: () => listeners.forEach((tell) => tell()),
      made: () => made(),
    })
    if (phone.list.marca !== null && isOver(phone)) await eraseList(phone)
  } catch (error) {
    return notStored(error)
  }
  const recent = openRecent(around.monotonic)
  /** The last rehearsal, over or not: a guest read in it is never admitted. */
  let ensaio: Ensaio | null = null
  let teste: Ensaio | null = null
  const follow = async () => {
    if (phone.ensaio && ensaio?.ensaioid !== phone.ensaio.ensaioid)
      ensaio = await openEnsaio(phone, phone.ensaio)
  }
  /**
   * The world in which nothing is kept: the current rehearsal, once its guests are there, else the trial
   * before the day.
   */
  const rehearsal = (): Ensaio | null => {
    if (isEnsaio(phone) && ensaio?.ensaioid === phone.ensaio?.ensaioid) return ensaio
    const ate = testeUntil(phone)
    teste = ate === null ? null : teste?.ate === ate ? teste : openTeste(phone, ate)
    return teste
  }
  const schedule = openSchedule(around, syncer(phone, follow))
  const inTurn = oneAtATime()
  const here = (): Phone => rehearsal()?.phone ?? phone
  /**
   * The phone of a world. A guest read before a rehearsal or trial began, or in one that is over, stays in
   * that world.
   */
  const of = (world: World): Phone => {
    if (world === 'real') return phone
    return ((world === 'ensaio' ? ensaio : teste) ?? openTeste(phone, 0)).phone
  }
  /** The other guests who belong to this guest by a rule. */
  const othersOf = (credencialid: string, isWith: (row: ListRow, other: ListRow) => boolean) => {
    const { list } = here()
    const row = list.byId.get(credencialid)
    const others = list.convidados.filter(
      (other) => row && other !== row && !other.isRemovido && isWith(row, other),
    )
    return others.map((other) => candidateOf(here(), other))
  }
  const porta = {
    /**
     * Reads a QR code's text. Admits without asking if the verdict is `entrar`, and resolves once that is
     * stored for good.
     */
    read: (text: string) => inTurn(() => readText(here(), recent, text)),
    /** Reads a typed code. Admits as `read` does. */
    readCode: (text: string) => inTurn(() => readCodeText(here(), text)),
    /** Guests by name, table or last four digits: none for fewer than three letters, at most eight. */
    search: (text: string) => searchList(here().list, text).map((row) => candidateOf(here(), row)),
    /** Guests with names near what was typed: at most eight, including those found. */
    near: (text: string, found: Candidate[]) => {
      const ids = found.map(({ convidado }) => convidado.credencialid)
      return nearInList(here().list, text, ids).map((row) => candidateOf(here(), row))
    },
    /** Makes ready for `near`, before the first letter is typed. */
    gatherWords: () => gatherWords(here().list),
    /** The other guests at this guest's table; none for a guest without a company. */
    table: (credencialid: string) =>
      othersOf(credencialid, (row, { mesaid }) => mesaid !== '' && mesaid === row.mesaid),
    /** Those who registered in one form with this guest. */
    group: (credencialid: string) => othersOf(credencialid, isTogether),
    /** Where a guest is; null for one the list does not know. */
    whereabouts: (credencialid: string) => {
      const row = here().list.byId.get(credencialid)
      return row ? whereaboutsOf(here(), row) : null
    },
    /**
     * Admits those guests whose verdict is `entrar`, all in one transaction. `world`: where they were chosen.
     */
    admit: (credencialids: string[], modo: 'busca' | 'mesa', world: World) =>
      inTurn(() => admitConvidados(of(world), credencialids, modo)),
    /** entrou mesmo assim, for a reading that did not admit. Pressed twice, it is still one admission. */
    admitAnyway: (reading: Reading) => inTurn(() => admitReading(of(reading.world), reading)),
    /** entrou mesmo assim for someone no list and no code knows, by the typed name. */
    admitNamed: (nome: string) => inTurn(() => admitReading(here(), readingNamed(here(), nome))),
    /** Takes back an admission made here within the last two minutes. */
    annul: (entradaid: string) =>
      // The code stays in `recent`: if it is still held up to the camera, it must not be admitted again at
      // once.
      inTurn(() => {
        const made = [phone, ensaio?.phone, teste?.phone].find((one) => one?.own.byId.has(entradaid))
        return annulFact(made ?? phone, entradaid)
      }),
    /**
     * The event is today, whatever its date says: readings count from now on. This is stored for opening
     * without a network.
     */
    async sayToday() {
      await learn(phone, { hojeem: serverNow(phone) })
      phone.changed()
    },
    state: () => stateOf(phone, rehearsal()),
    /** Calls `tell` at each change of `state` or of the list. @returns a function that ends this */
    subscribe(tell: () => void) {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    /** Whether this phone stores what is written, and the current list: writes now, and reads back. */
    async prove() {
      const written = phone.around.uuid()
      try {
        const { prova, marca } = await phone.store.prove(written)
        return { isKeeping: prova === written, isListKept: marca !== null && marca === phone.list.marca }
      } catch {
        return { isKeeping: false, isListKept: false }
      }
    },
    /** Sends what is unsent and updates the list, now. Resolves when that is done or given up. */
    sync: () => schedule.now(),
    /** Starts syncing by itself, every 7 seconds and after each admission. */
    start() {
      made = () => void schedule.now()
      schedule.start()
    },
    /** The page came into view or left it. */
    setVisible(isVisible: boolean) {
      phone.clock.setVisible(isVisible)
      if (isVisible) made()
    },
    close() {
      made = () => {}
      schedule.stop()
      phone.store.close()
    },
  }
  return { kind: 'open' as const, porta }
}

function syncer(phone: Phone, follow: () => Promise<void>): () => Promise<Outcome> {
  const refused = new Set<string>()
  return async () => {
    let hasHeard = false
    try {
      if (phone.list.marca !== null && isOver(phone)) await eraseList(phone)
      hasHeard = await syncPhone(phone, refused)
      await follow()
    } catch (error) {
      const { reason } = notStored(error)
      phone.connection = { kind: 'refused', reason: `Este celular não está guardando dados (${reason}).` }
    }
    phone.changed()
    if (phone.connection.kind === 'offline' && hasHeard) return 'partly'
    if (phone.connection.kind !== 'connected' || phone.isHeld) return 'failed'
    return phone.list.marca === null && phone.porEnviar === 0 && isOver(phone) ? 'idle' : 'fine'
  }
}

/** Runs acts one after the other, so that two scans of one code never both find the guest outside. */
function oneAtATime(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const next = last.then(act)
    last = next.catch(() => {})
    return next
  }
}

export type PortaState = ReturnType<typeof stateOf>

/** What the strip always shows. */
function stateOf(phone: Phone, rehearsal: Ensaio | null) {
  const { aparelho, clock, connection, list, own, porEnviar, isHeld, isOutdated } = phone
  const { inicio, nome, seq, de, apagadaem, revogadoem } = aparelho
  const { desvio } = clock.read()
  const isLate = ({ porEnviar, lidaem, desvio }: Fact) =>
    porEnviar !== undefined && revogadoem !== null && lidaem + desvio >= revogadoem
  return {
    /** The server's time, as far as the phone knows it. Changing the phone's clock does not move it. */
    now: serverNow(phone),
    connection,
    /** Null before the server's first report, when the page's own applies. */
    inicio,
    nome,
    porEnviar,
    /** How many unsent facts were made after the phone was revoked: the server does not take them. */
    madeAfterRevoked: revogadoem === null ? 0 : [...own.byId.values()].filter(isLate).length,
    /** Whether unsent facts wait for an organiser: the server took as many as one phone may deliver. */
    isHeld: isHeld && porEnviar > 0,
    isOutdated,
    /** Facts made on this phone since its list was loaded. */
    factsMade: seq,
    /** Null without a list. `de`: when it was updated, by the server's clock; `convidados`: how many. */
    lista: list.marca === null || de === null ? null : { de, convidados: list.convidados.length },
    /** When the list was erased, 12 hours after the event or on a revocation; null if it was not. */
    apagadaem,
    /** How far the server's clock is ahead of this phone's, in milliseconds, if over two minutes. */
    clockSkew: Math.abs(desvio) > SKEW_MAX_MILLISECONDS ? desvio : null,
    world: rehearsal?.phone.world ?? 'real',
    /** When a rehearsal or a trial ends by itself; null if readings count. */
    ate: rehearsal?.ate ?? null,
    /** Readings count before the day of the event, because the volunteer said that it is today. */
    isByHand: !rehearsal && inicio !== null && serverNow(phone) < dayBegins(inicio),
  }
}

/** Tells whether a rehearsal is on. It ends by itself, even if the phone hears nothing. */
function isEnsaio(phone: Phone): boolean {
  return phone.ensaio !== null && serverNow(phone) < phone.ensaio.ate
}
