/** Requests in flight that are always admitted, of any kind: a crowd of 200 guests is never refused. */
const CROWD = 200

/**
 * Above the crowd, how many of a kind may be in at once and how many milliseconds the next may expect to
 * wait. Each kind has its own count and its own queue, so that none can fill another's.
 */
const LIMITS = {
  /** A posted form: a claim or a registration. */
  form: { requests: 768, waitMs: 350 },
  /** The form, the invitation and `/minhas` for a browser with a session: its hold, alert and credentials. */
  convidado: { requests: 512, waitMs: 200 },
  /** A credential's page and picture. */
  credencial: { requests: 512, waitMs: 200 },
  /** A phone of the door: there are few, each sends every few seconds, and none takes a guest's place. */
  porta: { requests: 256, waitMs: 5_000 },
  /** A guest's certificate: all guests want theirs on one evening, and can wait a moment. */
  certificado: { requests: 256, waitMs: 1_000 },
  /** Everything else. */
  page: { requests: 512, waitMs: 200 },
} as const

/** Kinds that share their turns, each with a queue of its own. */
interface Group {
  /** How many of six turns it has. */
  turns: number
  /** Ordered by whose turn comes first. */
  queues: Queue[]
}

interface Queue {
  group: Group
  admitted: number
  /** Each call starts one request. */
  waiting: (() => void)[]
}

/** How long requests are started before the connections get their turn, in milliseconds: about five forms. */
const SLICE_MS = 1
/** The most turns of the event loop in a row while they bring connections: all but the first are short. */
const ACCEPTS = 128

/** The kind of a request, which chooses its queue; see `kindOf`. */
export type Kind = keyof typeof LIMITS

/** What queues share about the event loop: the number of connections accepted. */
export function createTurns() {
  let connections = 0
  const afterConnections = (act: () => void, isWaited = () => true, left = ACCEPTS) => {
    const before = connections
    setImmediate(() =>
      connections > before && left > 1 && isWaited() ? afterConnections(act, isWaited, left - 1) : act(),
    )
  }
  return {
    /** Call it for every new connection. */
    onConnection: () => void (connections += 1),
    /**
     * Acts in the next turn that brings no connection. A turn reads every request that has come, but accepts
     * only one new connection, so turns follow each other while there is something waiting to act.
     */
    afterConnections,
  }
}

export type Turns = ReturnType<typeof createTurns>

export type LoadShedding = ReturnType<typeof createLoadShedding>

/**
 * Load shedding, in front of the expensive work. Requests wait here and are started in short slices, so that
 * the event loop gets back to the connections every few milliseconds. The kinds take turns while they wait.
 * Gains: past the peak a refusal takes about 50 ms instead of seconds, and no kind is refused for another's
 * sake (decision 0009).
 * @param now milliseconds of any clock that never goes back
 * @param graceMs how long after the first connection everyone is admitted: clients in the backlog of a socket
 * that outlived a restart have waited enough (decision 0029)
 */
export function createLoadShedding(turns: Turns, now: () => number = () => performance.now(), graceMs = 0) {
  const groupOf = (turns: number): Group => ({ turns, queues: [] })
  const queueIn = (group: Group): Queue => {
    const queue = { group, admitted: 0, waiting: [] }
    group.queues.push(queue)
    return queue
  }
  const [own, convidado, others] = [groupOf(3), groupOf(2), groupOf(1)]
  const groups = [own, convidado, others]
  /**
   * Whose turn it is, one start each, while they have requests waiting. Forms and credentials have every
   * second turn whatever else waits. A guest's own page has twice as many of the other turns as other pages,
   * which share theirs with the phones of the door and with certificates. An overload of guests brings them
   * in about this proportion, so that none waits much longer than the others.
   */
  const order = [own, convidado, own, convidado, own, others]
  const queues = {
    form: queueIn(own),
    credencial: queueIn(own),
    convidado: queueIn(convidado),
    porta: queueIn(others),
    certificado: queueIn(others),
    page: queueIn(others),
  } satisfies Record<Kind, Queue>
  let turn = 0
  let admitted = 0
  let waiting = 0
  // A guess until two slices have followed each other.
  let msPerStart = 0.25
  let sliceAt = 0
  let started = 0
  let graceEndsAt = graceMs === 0 ? 0 : Infinity

  const slice = () => {
    const at = now()
    if (started > 0) msPerStart += ((at - sliceAt) / started - msPerStart) / 8
    sliceAt = at
    started = 0
    startNext()
  }
  const startNext = () => {
    takeNext()?.()
    started += 1
    // Idle time says nothing about the work.
    if (waiting === 0) started = 0
    else afterMicrotasks(goOn)
  }
  const takeNext = () => {
    for (let left = order.length; left > 0; left--) {
      const sharing = order[turn]?.queues ?? []
      const next = sharing.findIndex((one) => one.waiting.length > 0)
      turn = (turn + 1) % order.length
      if (next < 0) continue
      waiting -= 1
      // The queue goes to the end of its group.
      sharing.push(...sharing.splice(next, 1))
      return sharing.at(-1)?.waiting.shift()
    }
    return undefined
  }
  const goOn = () => {
    if (now() - sliceAt < SLICE_MS) startNext()
    else turns.afterConnections(slice)
  }

  /** How many are started before a new request of this queue: those ahead, and other queues' in between. */
  const startsBefore = ({ group, waiting: { length: mine } }: Queue) => {
    const waitingIn = ({ queues }: Group, most = Infinity) =>
      queues.reduce((sum, { waiting }) => sum + Math.min(waiting.length, most), 0)
    const rounds = waitingIn(group, mine) / group.turns
    return groups.reduce((sum, one) => sum + Math.min(waitingIn(one), rounds * one.turns), 0)
  }
  /** Whether a request arriving now would be refused. */
  const isFull = (kind: Kind) => {
    if (admitted < CROWD || now() < graceEndsAt) return false
    const { requests, waitMs } = LIMITS[kind]
    return queues[kind].admitted >= requests || startsBefore(queues[kind]) * msPerStart > waitMs
  }

  return {
    /** Call it for every new connection. */
    onConnection: () => {
      if (graceEndsAt === Infinity) graceEndsAt = now() + graceMs
    },
    isFull,
    /** Does the work when its turn comes; null, with nothing done, when the request is refused. */
    admit: async <Result>(kind: Kind, work: () => Promise<Result>): Promise<Result | null> => {
      if (isFull(kind)) return null
      const mine = queues[kind]
      mine.admitted += 1
      admitted += 1
      try {
        await new Promise<void>((resolve) => {
          mine.waiting.push(resolve)
          waiting += 1
          if (waiting === 1) setImmediate(slice)
        })
        return await work()
      } finally {
        mine.admitted -= 1
        admitted -= 1
      }
    },
  }
}

/** Acts once the started work has gone as far as it can without waiting for input or output. */
function afterMicrotasks(act: () => void): void {
  queueMicrotask(() => process.nextTick(act))
}

/** Requests started in one turn of the event loop: about a millisecond of cheap ones. */
const AT_ONCE = 64

export type EventLoopQueue = ReturnType<typeof createEventLoopQueue>

/**
 * Starts a bounded number of requests in each turn of the event loop, first come first served. Otherwise
 * browsers that send again as soon as they are answered would lengthen each turn by their number, and a turn
 * accepts only one new connection. Nothing is refused here.
 * Gains: behind a thousand such browsers a new guest waits for 1,485 answers instead of 190,606 (decision
 * 0009).
 */
export function createEventLoopQueue({ afterConnections }: Pick<Turns, 'afterConnections'>) {
  const waiting: (() => void)[] = []
  let begun = 0

  const atNextTurn = () => afterConnections(beginSome, () => waiting.length > 0)
  const beginSome = () => {
    const now = waiting.splice(0, AT_ONCE)
    begun = now.length
    for (const begin of now) begin()
    if (begun > 0) atNextTurn()
  }

  return {
    /** Resolves when the request may start: at once while there are few. */
    async take() {
      if (begun === 0) atNextTurn()
      begun += 1
      if (begun > AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
