/** Requests at once that are always let in, whatever they are: a crowd of 200 guests is never refused. */
const CROWD = 200

/**
 * Above the crowd, how many of a kind may be in at once and how many milliseconds the next may expect to wait. Each kind
 * has its own count and its own queue, so that none can fill another's.
 */
const LIMITS = {
  /** A posted form: a claim or a registration. */
  form: { requests: 768, waitMs: 350 },
  /** The form, the invitation and `/minhas` as a browser with a session sees them: its hold, its alert, its credentials. */
  convidado: { requests: 512, waitMs: 200 },
  /** A credential's page and picture. */
  credencial: { requests: 512, waitMs: 200 },
  /** What a phone of the door sends: there are few, each asks every few seconds, and none sends guests away for it. */
  porta: { requests: 256, waitMs: 5_000 },
  /** A guest's certificate: all ask on one evening, and can wait a moment. */
  certificado: { requests: 256, waitMs: 1_000 },
  /** Everything else. */
  page: { requests: 512, waitMs: 200 },
} as const

/** The last of six turns rotates between three kinds: each comes first equally often. */
const LAST_TURNS: readonly (readonly Kind[])[] = [
  ['page', 'porta', 'certificado'],
  ['porta', 'page', 'certificado'],
  ['certificado', 'page', 'porta'],
  ['certificado', 'porta', 'page'],
  ['page', 'certificado', 'porta'],
  ['porta', 'certificado', 'page'],
]
/**
 * Whose turn it is, one start each, for as long as they wait. Forms and credentials have every second turn whatever else
 * waits; what is left is a guest's own page twice for each other page, which shares with the phones of the door and with
 * certificates. An overload of guests brings them in about this proportion, so that none of them waits much longer than
 * the others.
 */
const TURNS: readonly (readonly Kind[])[] = LAST_TURNS.flatMap((last, round): (readonly Kind[])[] => {
  const first: Kind[] = round % 2 === 0 ? ['form', 'credencial'] : ['credencial', 'form']
  return [first, ['convidado'], first.toReversed(), ['convidado'], first, last]
})
/** How many of six turns belong to a kind, alone or together with those it shares them with. */
const SHARE = { form: 3, credencial: 3, convidado: 2, porta: 1, certificado: 1, page: 1 } satisfies Record<
  Kind,
  number
>
const SHARES_WITH: Readonly<Record<Kind, readonly Kind[]>> = {
  form: ['credencial'],
  credencial: ['form'],
  convidado: [],
  porta: ['page', 'certificado'],
  certificado: ['page', 'porta'],
  page: ['porta', 'certificado'],
}

/** How long work is begun before the connections get their turn, in milliseconds: some five forms. */
const SLICE_MS = 1
/**
 * One turn of the event loop reads every request that has come, but takes in one new connection only: so turns follow
 * each other while they bring one, this many at most: those after the first are short.
 */
const ACCEPTS = 128

/** What a request is to the queues; see `kindOf`. */
export type Kind = keyof typeof LIMITS

export type LoadShedding = ReturnType<typeof createLoadShedding>

/**
 * Load shedding, in front of what costs time. Work waits here and is begun in short slices, so that the event loop gets
 * back to the connections every few milliseconds. The kinds take turns while they wait.
 * Gains: past the peak a refusal takes some 50 ms in place of seconds, and no kind is refused for another's sake
 * (decision 0009).
 * @param now milliseconds of any clock that never goes back
 * @param graceMs how long after the first connection everybody is let in: who waited in the backlog of a socket that
 * outlived a restart has waited enough (decision 0029)
 */
export function createLoadShedding(now: () => number = () => performance.now(), graceMs = 0) {
  const queue = () => ({ admitted: 0, waiting: [] as (() => void)[] })
  const queues = {
    form: queue(),
    convidado: queue(),
    credencial: queue(),
    porta: queue(),
    certificado: queue(),
    page: queue(),
  } satisfies Record<Kind, unknown>
  let turn = 0
  let admitted = 0
  let waiting = 0
  // A guess until two slices have followed each other.
  let msPerStart = 0.25
  let sliceAt = 0
  let started = 0
  let connections = 0
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
    // How long nobody asked is no measure of the work.
    if (waiting === 0) started = 0
    else afterMicrotasks(goOn)
  }
  const takeNext = () => {
    for (let left = TURNS.length; left > 0; left--) {
      const kind = TURNS[turn]?.find((one) => queues[one].waiting.length > 0)
      turn = (turn + 1) % TURNS.length
      if (kind === undefined) continue
      waiting -= 1
      return queues[kind].waiting.shift()
    }
    return undefined
  }
  const goOn = () => {
    if (now() - sliceAt < SLICE_MS) startNext()
    else waitForConnections(ACCEPTS)
  }
  const waitForConnections = (turns: number) => {
    const before = connections
    setImmediate(() => (connections > before && turns > 1 ? waitForConnections(turns - 1) : slice()))
  }

  /** How many are begun before one of this kind that came now: those before it, and those whose turns come between. */
  const startsBefore = (kind: Kind) => {
    const { form, credencial, convidado, porta, certificado, page } = queues
    const mine = queues[kind].waiting.length
    const theirs = SHARES_WITH[kind].map((other) => Math.min(queues[other].waiting.length, mine))
    const rounds = theirs.reduce((sum, one) => sum + one, mine) / SHARE[kind]
    return (
      Math.min(form.waiting.length + credencial.waiting.length, rounds * SHARE.form) +
      Math.min(convidado.waiting.length, rounds * SHARE.convidado) +
      Math.min(porta.waiting.length + certificado.waiting.length + page.waiting.length, rounds * SHARE.page)
    )
  }
  /** Tells whether a request that came now would be refused. */
  const isFull = (kind: Kind) => {
    if (admitted < CROWD || now() < graceEndsAt) return false
    const { requests, waitMs } = LIMITS[kind]
    return queues[kind].admitted >= requests || startsBefore(kind) * msPerStart > waitMs
  }

  return {
    /** To be called for every new connection. */
    onConnection: () => {
      connections += 1
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

/** Once what was begun has come as far as it does without waiting for the world outside. */
function afterMicrotasks(act: () => void): void {
  queueMicrotask(() => process.nextTick(act))
}

/** Requests begun in one turn of the event loop: of cheap ones about a millisecond. */
const AT_ONCE = 64

export type EventLoopQueue = ReturnType<typeof createEventLoopQueue>

/**
 * Begins a bounded number of requests in each turn of the event loop, first come first served. Browsers that ask again
 * as soon as they are answered would otherwise make each turn as long as there are of them, and a turn takes in one new
 * connection. Nothing is refused here.
 * Gains: behind a thousand such browsers a new guest waits for 1,485 answers in place of 190,606 (decision 0009).
 */
export function createEventLoopQueue() {
  const waiting: (() => void)[] = []
  let begun = 0
  let connections = 0
  let connectionsBefore = 0
  let accepts = 0

  const nextTurn = () => {
    if (connections > connectionsBefore && accepts < ACCEPTS && waiting.length > 0) {
      connectionsBefore = connections
      accepts += 1
      setImmediate(nextTurn)
      return
    }
    connectionsBefore = connections
    accepts = 0
    const now = waiting.splice(0, AT_ONCE)
    begun = now.length
    for (const begin of now) begin()
    if (begun > 0) setImmediate(nextTurn)
  }

  return {
    /** To be called for every new connection. */
    onConnection: () => void (connections += 1),
    /** Resolves when the request may be begun: at once while few ask. */
    async take() {
      if (begun === 0) setImmediate(nextTurn)
      begun += 1
      if (begun > AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
