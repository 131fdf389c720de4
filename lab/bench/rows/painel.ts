import { withPainel, pathsOf, type Painel } from '../painel.ts'
import { launch, visit } from '../browser.ts'
import { askOnce, drive } from '../drive.ts'
import { interleave, type Figures, type Measurement, type Row } from '../measurement.ts'
import { p95Of } from '../timed-get.ts'
import { registrationOf } from './registrations.ts'

const PAINEIS = 20
const POLL_EVERY_MS = 10_000
const SAMPLES = 20

const atMost = (name: string, value: number, unit: string): Row => ({
  name: `painel: ${name}`,
  goal: { kind: 'at-most', value },
  unit,
  peer: null,
})

/** Counts the guests of the public form, so that each is a new one, whichever row registers them. */
let convidados = 0

/**
 * The board with 50,000 guests and 2,000 companies on SQLite, one process, as one organiser's browser times
 * it.
 */
const pages: Measurement = {
  rows: [
    atMost('any page, p95', 150, 'ms'),
    atMost('counts unchanged, p95', 2, 'ms'),
    atMost('counts changed, p95', 20, 'ms'),
  ],
  measure: ({ rounds }, directory) =>
    withPainel(directory, async (painel) => {
      const sides = await interleave(rounds, [
        () => slowestPage(painel),
        () => unchangedCounts(painel),
        () => changedCounts(painel),
      ])
      return sides.map(figuresOf)
    }),
}

const search: Measurement = {
  rows: [atMost('guest search, p95', 100, 'ms')],
  measure: ({ rounds }, directory) =>
    withPainel(directory, async (painel) =>
      (await interleave(rounds, [() => searches(painel)])).map(figuresOf),
    ),
}

interface Measured {
  figure: number
  note: string
}

const figuresOf = (sides: Measured[]): Figures => ({
  ours: sides.map(({ figure }) => figure),
  peer: [],
  note: sides.at(-1)?.note ?? '',
})

async function slowestPage(painel: Painel): Promise<Measured> {
  const paths = pathsOf(painel)
  const times: Measured[] = []
  for (const path of paths) times.push({ figure: await p95Of(SAMPLES, () => painel.ask(path)), note: path })
  const [slowest] = times.sort((a, b) => b.figure - a.figure)
  if (!slowest) throw new Error('no page')
  return { figure: slowest.figure, note: `${paths.length} pages, the slowest ${slowest.note}` }
}

/** Searches by name, phone, e-mail and company, for a different guest each time. */
async function searches({ ask, convidados: known }: Painel): Promise<Measured> {
  const queries = known.flatMap(({ nome, telefone, email }) => [
    nome.toLowerCase(),
    telefone,
    email,
    nome.split(' ')[1],
  ])
  const figure = await p95Of(SAMPLES * 5, (n) => {
    const q = queries[(n + 2) % queries.length] ?? ''
    return ask(`/painel/convidados?${new URLSearchParams({ q }).toString()}`)
  })
  return { figure, note: 'names, parts of names, phones, e-mails' }
}

async function unchangedCounts({ ask }: Painel): Promise<Measured> {
  const { headers } = await ask('/painel/numeros')
  const tag = { 'if-none-match': headers.etag ?? '' }
  const figure = await p95Of(SAMPLES * 5, () => ask('/painel/numeros', tag), 304)
  // The time of any answer on this machine at this moment.
  const floor = await p95Of(SAMPLES * 5, () => ask('/saude'))
  return { figure, note: `304; /saude then ${floor.toPrecision(3)} ms` }
}

async function changedCounts({ ask, server }: Painel): Promise<Measured> {
  const figure = await p95Of(SAMPLES * 5, async () => {
    const { status } = await askOnce(server.port, registrationOf(convidados++).text)
    if (status !== 303) throw new Error(`a registration was answered ${status}`)
    return ask('/painel/numeros')
  })
  return { figure, note: 'a registration before each' }
}

/** What registering loses while organisers watch the board. */
const polled: Measurement = {
  rows: [
    {
      name: `painel: registrations/s while ${PAINEIS} boards poll`,
      goal: { kind: 'at-least', value: 0.9 },
      unit: '/s',
      peer: 'those without',
    },
  ],
  measure: ({ rounds, seconds }, directory) =>
    withPainel(directory, async (painel) => {
      const { port } = painel.server
      const register = async () =>
        (await drive({ port, seconds, ask: () => registrationOf(convidados++) })).perSecond
      const sides = [() => whilePolled(painel, register), register]
      await interleave(1, sides)
      const [ours = [], peer = []] = await interleave(rounds, sides)
      return [{ ours, peer, note: `each every ${POLL_EVERY_MS / 1000} s, one after the other` }]
    }),
}

/** Boards poll as their script does, spread over the ten seconds. */
async function whilePolled<Result>({ ask }: Painel, act: () => Promise<Result>): Promise<Result> {
  const tags = Array.from({ length: PAINEIS }, () => '')
  let next = 0
  const failures: unknown[] = []
  const timer = setInterval(() => {
    const painel = next++ % PAINEIS
    ask('/painel/numeros', { 'if-none-match': tags[painel] ?? '' }).then(
      ({ headers }) => (tags[painel] = headers.etag ?? ''),
      (error: unknown) => failures.push(error),
    )
  }, POLL_EVERY_MS / PAINEIS)
  try {
    return await act()
  } finally {
    clearInterval(timer)
    if (failures.length > 0) process.stderr.write(`${failures.length} polls failed\n`)
  }
}

const scripts: Measurement = {
  rows: [atMost('JavaScript before it is usable', 0, 'B')],
  measure: ({ rounds }, directory) =>
    withPainel(directory, async ({ server, cookie }) => {
      const browser = await launch()
      try {
        const look = () =>
          visit(browser, {
            url: `http://127.0.0.1:${server.port}/painel`,
            cookie,
            shown: ['form [name=q]', 'form button', '.tarefas h2', '#como'],
            field: 'Buscar convidado',
          })
        const [seen = []] = await interleave(rounds, [look])
        return [{ ours: seen.map(({ scriptBytes }) => scriptBytes), peer: [], note: 'on slow 3G' }]
      } finally {
        await browser.close()
      }
    }),
}

const MIB = 1024 ** 2

/** An export to its last byte, and its peak memory above what was used before. */
function exported(file: string, mib: number): Measurement {
  return {
    rows: [atMost(`export of guests, ${file}`, 10, 's'), atMost(`memory of the export, ${file}`, mib, 'MiB')],
    measure: ({ rounds }, directory) =>
      withPainel(directory, async ({ ask, server }) => {
        const path = `/painel/exportar/convidados.${file}`
        const download = async () => {
          const before = server.rssBytes()
          let most = before
          const timer = setInterval(() => (most = Math.max(most, server.rssBytes())), 10)
          try {
            const { status, ms, bytes } = await ask(path)
            if (status !== 200) throw new Error(`${path} was answered ${status}`)
            return { seconds: ms / 1000, mib: (most - before) / MIB, bytes }
          } finally {
            clearInterval(timer)
          }
        }
        const [seen = []] = await interleave(rounds, [download])
        const note = `${((seen[0]?.bytes ?? 0) / MIB).toFixed(1)} MiB`
        return [
          { ours: seen.map(({ seconds }) => seconds), peer: [], note },
          { ours: seen.map((one) => one.mib), peer: [], note: 'resident, beyond what was used before' },
        ]
      }),
  }
}

export const painel: Measurement[] = [
  pages,
  search,
  polled,
  scripts,
  exported('csv', 50),
  exported('xlsx', 150),
]
