// Imports nothing, so that pages and commands can share one way to write the event's times.

// Made once: making one takes longer than rendering the page that uses it.
const SEMANA = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', timeZone: 'UTC' })
const MES = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' })

const OFFSET = /([+-])(\d{2}):(\d{2})$/

/** When something happens, in words, in the event's own time zone. */
export type Quando = ReturnType<typeof quandoOf>

/**
 * Writes an ISO instant in Portuguese, on the clock of its own offset, whatever the server's time zone.
 * @param iso date and time with offset, such as `2027-09-16T19:30:00-03:00`
 * @param at another instant to write on the same clock, in milliseconds since the epoch
 */
export function quandoOf(iso: string, at: number = Date.parse(iso)) {
  const local = new Date(at + offsetOf(iso))
  const minute = local.getUTCMinutes()
  return {
    /** `quinta-feira` */
    semana: SEMANA.format(local),
    dia: String(local.getUTCDate()),
    mes: MES.format(local),
    ano: String(local.getUTCFullYear()),
    /** `19h30`, or `19h` on the hour. */
    hora: `${local.getUTCHours()}h${minute === 0 ? '' : String(minute).padStart(2, '0')}`,
  }
}

/** `16 de setembro de 2027`, or the day of another instant on the same clock. */
export function dayWithYear(iso: string, at?: number): string {
  const { dia, mes, ano } = quandoOf(iso, at)
  return `${dia} de ${mes} de ${ano}`
}

/** `16 de setembro de 2027, 19h30`, or another instant on the same clock. */
export const dayWithHour = (iso: string, at?: number) => `${dayWithYear(iso, at)}, ${quandoOf(iso, at).hora}`

/** `quinta-feira, 16 de setembro de 2027, 19h30`, or another instant on the same clock. */
export function momentTold(iso: string, at?: number): string {
  return `${quandoOf(iso, at).semana}, ${dayWithHour(iso, at)}`
}

/** A night that ends before six in the morning belongs to the day before. */
const NIGHT_MS = 6 * 3_600_000

/** `16 de setembro de 2027`, `16 e 17 de setembro de 2027`: a night that ends after midnight is one day. */
export function daysTold(inicio: string, fim: string): string {
  const end = Math.max(Date.parse(inicio), Date.parse(fim) - NIGHT_MS)
  const [from, to] = [quandoOf(inicio), quandoOf(inicio, end)]
  const last = `${to.dia} de ${to.mes} de ${to.ano}`
  if (from.ano !== to.ano) return `${from.dia} de ${from.mes} de ${from.ano} a ${last}`
  if (from.mes !== to.mes) return `${from.dia} de ${from.mes} a ${last}`
  if (from.dia === to.dia) return last
  return `${from.dia} ${Number(to.dia) - Number(from.dia) === 1 ? 'e' : 'a'} ${last}`
}

export const DAY_MS = 86_400_000

/** How far the clock of an ISO instant is ahead of UTC, in milliseconds; 0 for one without an offset. */
export function offsetOf(iso: string): number {
  const [, sign, hours, minutes] = OFFSET.exec(iso) ?? ['', '+', '00', '00']
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** `9h05`, on the clock of the event, given by the offset of `iso`; the minutes always, for columns. */
export function eventTime(iso: string, at: number): string {
  return new Date(at + offsetOf(iso)).toISOString().slice(11, 16).replace(/^0/, '').replace(':', 'h')
}

/** `16/9`, on the clock of the event. */
export function shortDayOf(iso: string, at: number): string {
  const local = new Date(at + offsetOf(iso))
  return `${local.getUTCDate()}/${local.getUTCMonth() + 1}`
}

/** `16/9`, or `16/9/2020` if the year differs from that of the other instant. */
export function dayWithYearOf(iso: string, at: number, other: number): string {
  const [year, otherYear] = [at, other].map((one) => new Date(one + offsetOf(iso)).getUTCFullYear())
  return year === otherYear ? shortDayOf(iso, at) : `${shortDayOf(iso, at)}/${year}`
}

/** The day of an instant on the event's clock, counted from 1970. */
export const dayOf = (iso: string, at: number) => Math.floor((at + offsetOf(iso)) / DAY_MS)

export const isSameDay = (iso: string, at: number, other: number) => dayOf(iso, at) === dayOf(iso, other)

/** When something was: `19h18` today, else `15/9, 19h18`, with the year if it is another one. */
export function momentOf(iso: string, at: number, now: number): string {
  if (isSameDay(iso, at, now)) return eventTime(iso, at)
  return `${dayWithYearOf(iso, at, now)}, ${eventTime(iso, at)}`
}

/** `às 19h18`, or `em 15/9, 19h18`, from what {@link momentOf} wrote. */
export function atMoment(moment: string): string {
  return `${moment.includes('/') ? 'em' : 'às'} ${moment}`
}

/** An event's span, and the workload in minutes that its certificates state if it differs from the span. */
interface Span {
  inicio: string
  fim: string
  minutos?: number | undefined
}

/** The longest workload a certificate states, in minutes: a thousand hours. */
export const MINUTOS_MAX = 60_000

/** The workload that certificates state, in minutes: as described, or from start to end. */
export function minutosOf({ inicio, fim, minutos }: Span): number {
  return minutos ?? Math.round((Date.parse(fim) - Date.parse(inicio)) / 60_000)
}

/** `2 horas`, `1 hora e 30 minutos`, `45 minutos`; hours are not added up to days. */
export function durationTold(minutos: number): string {
  const [hours, rest] = [Math.floor(minutos / 60), minutos % 60]
  const parts = [hours === 0 ? '' : counted(hours, 'hora'), rest === 0 ? '' : counted(rest, 'minuto')]
  return parts.filter(Boolean).join(' e ')
}

/** `1 hora`, `2 horas` */
export const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/

/**
 * An instant on the event's clock, as commands print and read it, cut to the second.
 * @param iso gives the clock: the event's start, with its offset
 * @returns `2027-09-16T19:30:00`
 */
export function stampOf(iso: string, at: number): string {
  return new Date(at + offsetOf(iso)).toISOString().slice(0, 19)
}

/**
 * Reads what {@link stampOf} wrote.
 * @returns the first millisecond of that second, or null for anything else
 */
export function parseStamp(iso: string, raw: string): number | null {
  if (!STAMP.test(raw)) return null
  const at = Date.parse(`${raw}Z`) - offsetOf(iso)
  return Number.isNaN(at) || stampOf(iso, at) !== raw ? null : at
}

const DIA_MS = 6 * 3_600_000

/** When the event's day begins, in milliseconds since the epoch: the door then admits without asking. */
export const dayBegins = (inicio: string): number => Date.parse(inicio) - DIA_MS

/** The event's two terms, in milliseconds since the epoch. */
export interface Terms {
  closesAt: number
  eraseAt: number
}

export function isClosedAt({ closesAt }: Pick<Terms, 'closesAt'>, instant: number): boolean {
  return instant >= closesAt
}

/** Tells whether the day of erasure has come by an instant: from then on no credencial is shown. */
export function isErasureDayAt({ eraseAt }: Pick<Terms, 'eraseAt'>, instant: number): boolean {
  return instant >= eraseAt
}

// Imports nothing, so that the picture and its text alternative count the years in one way.

/** Reads the years an occasion celebrates, as in `Palestra comemorativa dos 80 anos`; null if it has none. */
export function aniversarioOf(ocasiao: string, ano: string) {
  const [, ato, anos] = /^(.+?)\s+(?:de|dos|pelos|aos)\s+(\d{1,3})\s+anos$/i.exec(ocasiao) ?? []
  if (ato === undefined || anos === undefined || Number(anos) === 0) return null
  return { ato, anos: String(Number(anos)), desde: String(Number(ano) - Number(anos)), ate: ano }
}

interface Prazos {
  fim: string
  diasAteApagar: number
  inscricoesAte?: string | undefined
}

export function termsOf(evento: Prazos): Terms {
  return { closesAt: closesAt(evento), eraseAt: eraseAt(evento) }
}

/** When personal data is due to be erased: `diasAteApagar` times 24 hours after the end. */
export function eraseAt({ fim, diasAteApagar }: Omit<Prazos, 'inscricoesAte'>): number {
  return Date.parse(fim) + diasAteApagar * DAY_MS
}

/** When registrations close: `inscricoesAte`, or the end of the event. */
export function closesAt({ fim, inscricoesAte }: Omit<Prazos, 'diasAteApagar'>): number {
  return Date.parse(inscricoesAte ?? fim)
}

/** How near the event is: it decides what waits first. */
export type Fase = 'antes' | 'vespera' | 'dia' | 'depois'

export function faseOf({ inicio, fim }: { inicio: string; fim: string }, now: number): Fase {
  if (now >= Date.parse(fim)) return 'depois'
  const days = dayOf(inicio, Date.parse(inicio)) - dayOf(inicio, now)
  return days <= 0 ? 'dia' : days === 1 ? 'vespera' : 'antes'
}
