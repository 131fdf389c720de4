import { createHash } from 'node:crypto'
import { z } from 'zod'
import { closesAt, DAY_MS, eraseAt, MINUTOS_MAX, stampOf } from './quando.ts'

const instant = z.iso.datetime({
  offset: true,
  error: 'must be an ISO date and time with offset, as 2027-09-16T19:30:00-03:00',
})
const text = z.string().trim().min(1, 'must not be empty')

const schema = z
  .strictObject({
    anfitriao: text,
    ocasiao: text,
    titulo: text,
    inicio: instant,
    fim: instant,
    local: text,
    cidade: text,
    endereco: text.optional(),
    informacoes: text.optional(),
    acessibilidade: text.optional(),
    contato: text,
    diasAteApagar: z.number().int().min(1).max(3650),
    inscricoesAte: instant.optional(),
    nomesNaMesa: z.boolean().optional(),
    assinaturas: z
      .array(z.strictObject({ nome: text, cargo: z.string().trim() }))
      .max(2)
      .optional(),
    minutos: z.number().int().min(1).max(MINUTOS_MAX).optional(),
    perguntas: z
      .array(
        z.strictObject({
          texto: text.max(100),
          opcoes: z.array(text.max(60)).min(2).max(10).optional(),
          saude: z.literal(true).optional(),
        }),
      )
      .max(3)
      .refine((all) => new Set(all.map(({ texto }) => texto)).size === all.length, 'must differ')
      .optional(),
  })
  .refine((evento) => Date.parse(evento.fim) > Date.parse(evento.inicio), {
    path: ['fim'],
    error: 'must be after inicio',
  })
  // An invitation is held for a day at most, so every hold is used or has ended when erasure is due.
  .refine((evento) => closesAt(evento) + DAY_MS <= eraseAt(evento), {
    path: ['inscricoesAte'],
    error: 'must be a day or more before personal data is erased, which is diasAteApagar days after fim',
  })

/**
 * The event, as the organiser describes it in `evento.json`: host (`anfitriao`), occasion, title, start and
 * end (ISO with offset; the offset is the event's time zone), venue, city and, where given, its street
 * address (`endereco`), what guests should know (`informacoes`: dress, parking) and which needs the place is ready for (`acessibilidade`), contact, the days after the end
 * until personal data is erased, when registrations close (`inscricoesAte`; the end by default), and whether
 * the holder of a company sees the names of its guests (`nomesNaMesa`; yes by default). For certificates: who
 * signs them (`assinaturas`, two at most; an office may be empty text), and the workload they state
 * (`minutos`; from start to end by default). Guests may be asked up to three `perguntas` (decision 0060), each
 * answered with text or with one of its `opcoes`; `saude` marks one about health, which asks a consent.
 */
export type Evento = z.infer<typeof schema>

/** Used while no event is described: none of it is shown, and nobody registers. */
export const NOT_DESCRIBED: Evento = {
  anfitriao: 'Convite',
  ocasiao: 'Em breve',
  titulo: 'Em breve',
  local: '',
  cidade: '',
  contato: '',
  inicio: '2100-01-01T19:00:00-03:00',
  fim: '2100-01-01T22:00:00-03:00',
  diasAteApagar: 30,
}

/** The description of the event is wrong; the message says what to change. */
export class EventoError extends Error {
  override readonly name = 'EventoError'
}

/** What is wrong with a field, or with the event as a whole when `campo` is empty text. */
export interface EventoIssue {
  campo: string
  /** The value is right by itself but conflicts with other fields. */
  isOfSeveral: boolean
  /** For the person who runs the server. */
  message: string
}

/** Reads a description, and names every field that is wrong. */
export function checkEvento(
  raw: unknown,
): { kind: 'ok'; evento: Evento } | { kind: 'invalid'; issues: EventoIssue[] } {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return { kind: 'ok', evento: atOneClock(parsed.data) }
  const issues = parsed.error.issues.map(({ path, code, message }) => {
    return { campo: path.join('.'), isOfSeveral: code === 'custom', message }
  })
  return { kind: 'invalid', issues }
}

const ZONE = /(?:Z|[+-]\d{2}:\d{2})$/

/**
 * Puts all dates on the clock of the start: each page shows them by one of them, and another clock could mean
 * another day.
 */
function atOneClock(evento: Evento): Evento {
  const { inicio } = evento
  const zone = ZONE.exec(inicio)?.[0] ?? ''
  return withDates(evento, (iso) => (iso.endsWith(zone) ? iso : `${stampOf(inicio, Date.parse(iso))}${zone}`))
}

export function withDates(evento: Evento, written: (iso: string) => string): Evento {
  const { inicio, fim, inscricoesAte } = evento
  const dates = { inicio: written(inicio), fim: written(fim) }
  return inscricoesAte === undefined
    ? { ...evento, ...dates }
    : { ...evento, ...dates, inscricoesAte: written(inscricoesAte) }
}

/** Reads the contents of `evento.json`. @throws EventoError naming every field that is wrong */
export function parseEvento(raw: unknown): Evento {
  const checked = checkEvento(raw)
  if (checked.kind === 'ok') return checked.evento
  const problems = checked.issues.map(({ campo, message }) => `${campo || 'evento'}: ${message}`)
  throw new EventoError(`evento.json is not valid. ${problems.join('; ')}`)
}

/** An event as it is shown, and how many years later than described. */
export interface ShownEvento {
  evento: Evento
  /** 0 for every event except a sample that is past. */
  yearsLater: number
}

/** Tells whether an event is invented: nobody answers at an address under `.example` (RFC 2606). */
export function isSample({ contato }: Evento): boolean {
  return contato.toLowerCase().endsWith('.example')
}

/**
 * Moves an event by the fewest whole years that keep it from being past. The years its occasion celebrates
 * are counted back from the year it is shown in: 80 years stay 80, from 1947–2027 to 1951–2031.
 */
export function notPast(evento: Evento, now: number): ShownEvento {
  let yearsLater = 0
  let shown = evento
  while (!(Date.parse(shown.fim) > now)) {
    yearsLater += 1
    const years = yearsLater
    shown = withDates(evento, (iso) => inYears(iso, years))
  }
  return { evento: shown, yearsLater }
}

function inYears(iso: string, years: number): string {
  return `${Number(iso.slice(0, 4)) + years}${iso.slice(4)}`
}

/**
 * The id of an event that was served before it was stored: the UID its calendar entries have had.
 * @param host of the address guests see
 */
export function servedIdOf({ anfitriao, ocasiao, titulo }: Evento, host: string): string {
  const name = createHash('sha256').update([anfitriao, ocasiao, titulo].join('\n')).digest('hex').slice(0, 32)
  return `${name}@${host}`
}
